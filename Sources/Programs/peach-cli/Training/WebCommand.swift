import PeachServices

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

enum WebCommand: Command {
  static let syntax = Syntax(
    name: "web", summary: "Serve the page: the trainer and the player in a browser",
    purpose: "Serves Peach's page to browsers on this computer, until Ctrl-C.",
    options: [
      .value("port", "N", "the port (default: 8080)"), .flag("open", "open the page in a browser"),
    ],
    notes: [
      "The page needs no network. Its files are in .build/web/site; "
        + "any static host can serve them.",
      "Trials stay in the browser. Export them there, and import them with `peach trials import`.",
    ],
    examples: ["peach web --open": "Train in the browser."])

  /// The program that opens an address in the user's browser.
  private static var opener: String {
    #if canImport(Darwin)
      "/usr/bin/open"
    #else
      "/usr/bin/xdg-open"
    #endif
  }

  static func run(_ arguments: Arguments) throws {
    let port = try arguments.integer("port", in: 1...65_535) ?? 8080
    // `./peach` sets the variable.
    guard let site = Console.environment["PEACH_WEB"], access("\(site)/index.html", R_OK) == 0
    else {
      throw CommandFailure(
        reason: "The page is not installed. Run ./peach web in a checkout of Peach.")
    }
    let address = "http://localhost:\(port)/"
    Console.info("Serving \(address) until Ctrl-C.")
    if arguments.has("open") {
      // The browser retries while the server starts.
      _ = try? ChildProcess(program: opener, arguments: [address])
    }
    let words = [
      "python3", "-m", "http.server", "\(port)", "--bind", "127.0.0.1", "--directory", site,
    ]
    let pointers = words.map { strdup($0) } + [nil]
    execvp("python3", pointers)
    throw CommandFailure(
      reason: "python3, which serves the page, cannot be run: \(String(cString: strerror(errno)))")
  }
}
