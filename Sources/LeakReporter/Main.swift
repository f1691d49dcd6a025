/// Nothing calls this: SwiftPM wants a main of whatever it builds as an executable.
@main enum Main {
  static func main() {}
}
