/// What the lab says about itself.
enum HelpText {
  static func of(_ topic: HelpTopic) -> String {
    switch topic {
    case .lab: lab
    case .run: run
    case .why: why
    case .list: list
    case .diff: diff
    case .debug: debug
    case .quiz: quiz
    case .card: card
    case .cards: cards
    case .practice: practice
    case .hint: hint
    case .reset: reset
    case .leaks: leaks
    case .holds: holds
    case .heap: heap
    case .help: help
    }
  }

  private static let lab = """
    Runs twelve retain cycles, each beside its fix, and tells what was freed.

    Usage: swift run lab [COMMAND] [OPTIONS]

      lab                 run the control and all twelve pairs
      lab run NAME...     run some: a pair, a program, or a number
      lab why NAME        draw what holds a program's objects
      lab list            the twelve, and the rule each teaches
      lab diff NAME       a leak beside its fix
      lab debug NAME      step through a program in lldb
      lab quiz [DECK]     what becomes of it? Answer, and see it run
      lab card NAME       run one of the quiz's cards
      lab cards           the cards, deck by deck
      lab practice [NAME] mend the leaks yourself, and see at each save how it went
      lab hint NAME       a hint on a leak; asked again, the next
      lab reset NAME      a leak as it was shipped; what you wrote is kept
      lab leaks -- PROGRAM     what your own program never frees; any Swift program
      lab holds TYPE -- PROGRAM, lab heap -- PROGRAM    what holds it; what lives
      lab help [COMMAND]  this, or more about one command

    \(runOptions)

    \(exit)
    """

  private static let run = """
    Runs programs, each in a process of its own, and tells what was freed.

    Usage: lab run NAME... [OPTIONS]

    NAME is a pair (timer: both halves), a program (leak-timer, fix-timer, control), or a
    pair's number (2).

    \(runOptions)

    \(exit)
    """

  private static let runOptions = """
    Options:
      --json              one JSON object instead of the table
      --no-color          no colours (NO_COLOR does the same)
      --timeout SECONDS   how long one program may take (10)
      --repeat N          run everything N times, and report each run that differs
    """

  private static let exit = """
    Exit status: 0 all as expected, 1 a verdict or a check is not as expected,
    2 something could not be run, 64 wrong usage.
    """

  private static let why = """
    Runs a program and draws what holds its objects, link by link, from its live heap.

    Usage: lab why NAME [OPTIONS]

    NAME is a program, or a pair: then its leak.

    Options:
      --json              the program's report, chains and all
      --mermaid           a flowchart, to paste into a pull request
      --dot               a graph for Graphviz
      --addresses         each object's address as well
      --weak              weak and unowned references to the object as well
      --no-color          no colours (NO_COLOR does the same)
      --timeout SECONDS   how long the program may take (10)

    Exit status: as for lab run.
    """

  private static let list = """
    Lists the twelve pairs, and the rule each teaches.

    Usage: lab list [--no-color]
    """

  private static let diff = """
    Shows a leak beside its fix, changed lines marked: side by side where the terminal is
    wide enough (about 160 columns), else one below the other.

    Usage: lab diff NAME [--no-color]
    """

  private static let debug = """
    Starts lldb on a program, with breakpoints at the line that makes the leak (or mends it),
    at the moment the owner lets go, and at the check mark in the deinit.

    Usage: lab debug NAME [--batch] [--timeout SECONDS]

    NAME is a program, or a pair: then its leak.

    Options:
      --batch             walk through it unattended, and print what was seen
      --timeout SECONDS   how long the unattended walk may take (60)

    Exit status with --batch: 0 a leak never came to its deinit or a fix did, 1 the other way
    round, 2 lldb could not do it.
    """

  private static let quiz = """
    Shows a small program, asks what becomes of its objects, and runs it for the answer.

    Usage: lab quiz [DECK] [OPTIONS]

    DECK is one of: \(Catalog.decks.map(\.name).joined(separator: ", ")).

    Answers, one a line: f freed, l freed late, a still alive, c crashes, n does not compile,
    or the words; s skips a card, q ends the quiz. In a pipe nothing waits for Enter.

    Options:
      --shuffle           the cards in a random order, whose seed is printed
      --seed N            the order of that seed
      --no-color          no colours (NO_COLOR does the same)
      --timeout SECONDS   how long one card may take (10)

    Exit status: 0 each run was as its card says, 1 one was not, 2 one could not be run,
    64 wrong usage. What you answer does not change it.
    """

  private static let card = """
    Shows a card: its program, its question, what its run shows, its answer.

    Usage: lab card NAME [--no-color] [--timeout SECONDS]

    Exit status: as for lab quiz.
    """

  private static let cards = """
    Lists the cards, deck by deck, each with its question.

    Usage: lab cards [--no-color]
    """

  private static let practice = """
    Builds and runs one leak of Leaks/, says whether it is mended, and does so again each time
    the file is saved. Without a name: how all twelve stand.

    Usage: lab practice [NAME] [OPTIONS]

    NAME is a pair, a leak, or a number. A leak is fixed when its object is freed and everything
    still works; its @main type asks the questions, and has to stay as it is.

    Options:
      --once              run it one time, and don't wait for a save
      --no-color          no colours (NO_COLOR does the same)
      --timeout SECONDS   how long the program may take (10)

    Exit status: 0 fixed, 1 not fixed, 2 it could not be built or run, 64 wrong usage.
    """

  private static let hint = """
    Gives a hint on a leak: first a question, then a direction, last what to write in the very
    line. Asked again, the next; 'lab reset' begins again with the first.

    Usage: lab hint NAME [--no-color]
    """

  private static let reset = """
    Brings the file of a leak back as it was shipped. What was there is kept in the folder Kept/,
    and said to be. While the file does not compile: swift run --skip-build lab reset NAME

    Usage: lab reset NAME [--no-color]
    """

  private static let leaks = """
    Runs a Swift program as it is, and draws what it never freed when it ends.

    Usage: lab leaks [OPTIONS] -- PROGRAM [ARGUMENTS]

    The program needs no change and no rebuild; its streams, arguments, folder and signals are
    its own. When it ends, by itself or by SIGINT, SIGTERM or SIGHUP, its heap is read: objects
    that hold each other in a ring that nothing outside holds, proved by counting, and tasks
    that nothing can resume. Programs that it starts are not looked at; what it becomes by exec
    is.

    Options:
      --output FILE       the report to a file instead of standard error
      --json              one JSON object instead of text
      --suppress FILE     known leaks, one a line: type PATTERN, shape PATTERN or
                          signature HEX, and behind ' # ' the reason; * stands for anything
      --most N            how many kinds of leak to show (20)
      --all               also what is wholly inside libraries
      --while-running     SIGUSR1 asks for a report; the program goes on, and each report says
                          what grew since the one before
      --no-color          no colours (NO_COLOR does the same)

    Exit status: 0 nothing leaked, 1 leaks found, 2 there is no report, and why. The program's own
    status stands in the report.

    JSON, version 1: program, exit ({"status": N} or {"signal": N}), failure (why there is no
    report, if there is none), leaked {objects, bytes, rings, lostTasks, amongObjects}, leaks [{count,
    objects, bytes, rings [{signature, shape, count, chain {links [{from, label, to, strength,
    exact}]}, omittedLinks}], kept [{type, module, count, bytes}]}], lostTasks [{signature,
    function, waitsIn, count, kept}], living, ofLibraries, types, suppressed,
    unusedSuppressions, grown. Fields may be added; none changes its meaning without a new
    version. A signature stays the same as long as the ring's types, properties and closures do.
    """

  private static let holds = """
    Runs a Swift program as it is, and draws what holds each object of a type when it ends.

    Usage: lab holds TYPE [OPTIONS] -- PROGRAM [ARGUMENTS]

    TYPE is a class's name, with or without its module. Options and exit status as for lab leaks,
    where 1 means that an object of the type is alive.
    """

  private static let heap = """
    Runs a Swift program as it is, and lists its living objects by type when it ends.

    Usage: lab heap [OPTIONS] -- PROGRAM [ARGUMENTS]

    Options as for lab leaks; --all lists libraries' types as well. Exit status: 0, or 2 if there
    is no report.
    """

  private static let help = """
    Explains the lab, or one command.

    Usage: lab help [COMMAND]
    """
}
