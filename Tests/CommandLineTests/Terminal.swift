import Foundation

/// A pseudo-terminal for a program, with its input and output.
final class Terminal {
  private let master: Int32
  /// The standard input and standard error of the program.
  let handle: FileHandle

  init() throws {
    let (master, path) = try Self.make()
    self.master = master
    let slave = open(path, O_RDWR | O_NOCTTY)
    guard slave >= 0 else { throw CocoaError(.fileReadUnknown) }
    handle = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
  }

  deinit { close(master) }

  /// Opens both ends of a pseudo-terminal.
  private static func make() throws -> (master: Int32, path: String) {
    #if os(Linux)
      // Swift cannot import the C library's functions for this; these calls do the same (pty(7),
      // ioctl_tty(2): TIOCSPTLCK, TIOCGPTN).
      let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var lock: Int32 = 0
      var number: Int32 = 0
      guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0,
        ioctl(master, 0x8004_5430, &number) == 0
      else { throw CocoaError(.fileReadUnknown) }
      return (master, "/dev/pts/\(number)")
    #else
      let master = posix_openpt(O_RDWR | O_NOCTTY)
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master)
      else { throw CocoaError(.fileReadUnknown) }
      return (master, String(cString: name))
    #endif
  }

  /// Writes input in advance.
  func type(_ text: String) { _ = text.withCString { write(master, $0, strlen($0)) } }

  /// Returns all output so far, including echoed input.
  func shown() -> String {
    var text: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(master, &piece, piece.count)
      guard count > 0 else { break }
      text += piece[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }
}
