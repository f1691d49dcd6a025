/// The types that the images of a program declare, whether or not an object of one lives.
///
/// Every image lists its types in a section of its own, as 32-bit relative references to their
/// descriptors. Layout: Swift's stable ABI. The images have to be mapped in this process.
struct DeclaredTypes {
  let images: LoadedImages

  /// What an object can be called that is no instance of a declared class.
  private static let others: Set<String> = ["closure's captures", "Error", "Job", "box"]

  /// Tells why no object of a type can ever live, or nothing if one can.
  ///
  /// - Parameter type: a name with or without its module, outer types and generic arguments.
  /// - Returns: the reason, with what to do next.
  func objection(to type: String) -> String? {
    let plain = type.prefix { $0 != "<" }
    let name = plain.split(separator: ".").last.map(String.init) ?? type
    if Self.others.contains(type) { return nil }
    let namesakes = descriptors.filter { $0.name == name }
    if namesakes.contains(where: \.isClass) { return nil }
    if let value = namesakes.first {
      let kind = value.isEnum ? "an enum" : "a struct"
      return "\(type) is \(kind), and only instances of classes and actors are held. "
        + "Name the class that has it."
    }
    return "no class or actor here is called \(type). "
      + "The names of all that have instances: lab heap --all -- ./my-program"
  }

  private var descriptors: some Sequence<NominalDescriptor> {
    images.images.lazy.flatMap { image in
      // Types that can't be copied stand apart.
      [
        image.section(named: "swift5_type_metadata"),
        image.section(named: "swift5_type_metadata_2"),
      ].compactMap(\.self)
    }
    .flatMap { section in
      stride(from: section.lowerBound, to: section.upperBound, by: 4).lazy.compactMap {
        MetadataPointer($0)?.relativeIndirectable(0).map(NominalDescriptor.init)
      }
    }
    .filter { $0.isClass || $0.isStruct || $0.isEnum }
  }
}
