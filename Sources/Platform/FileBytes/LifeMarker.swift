import PeachInstrumentModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A small file that says what this process is at, and goes with its owner; if the process is killed
/// it stays, and anybody can tell that its process is gone.
///
/// A lock on the file tells the two apart: the system gives it back when a process ends, however it
/// ends, so no process number has to be compared with processes that may have taken it since.
/// Making and removing one takes some ten microseconds.
public final class LifeMarker: Sendable {
  private let descriptor: Descriptor
  private let path: String

  /// Makes a marker in `folder`, which is made where it is missing, with these contents.
  public init(in folder: String, contents: [UInt8]) throws(FileError) {
    let name = "\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 16))"
    // Under a hidden name until it is locked, so that nobody finds it without its lock.
    let hidden = "\(folder)/.\(name)"
    descriptor = try Self.create(hidden, in: folder)
    path = "\(folder)/\(name)"
    guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      unlink(hidden)
      throw FileError(path: hidden, operation: .create, code: code)
    }
    do throws(FileError) {
      try descriptor.write(contents, count: contents.count)
    } catch {
      unlink(hidden)
      throw error
    }
    guard rename(hidden, path) == 0 else {
      let code = errno
      unlink(hidden)
      throw FileError(path: path, operation: .rename, code: code)
    }
  }

  private static func create(_ path: String, in folder: String) throws(FileError) -> Descriptor {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    do throws(FileError) {
      return try Descriptor(path, flags: flags, operation: .create)
    } catch {
      guard error.reason == .missing else { throw error }
      try FileAccess.makeFolder(folder)
      return try Descriptor(path, flags: flags, operation: .create)
    }
  }

  deinit {
    // Before the lock goes, so that it is never seen without an owner.
    unlink(path)
  }

  /// The markers in `folder` whose processes are gone, with their contents; none where there is no
  /// such folder. What cannot be read is left out.
  public static func orphans(in folder: String) -> [Orphan] {
    guard let files = try? FileAccess.files(in: folder) else { return [] }
    var orphans: [Orphan] = []
    for file in files {
      // A lock that is shared, so that two who look at the same time do not take each other for the
      // owner.
      guard
        let descriptor = try? Descriptor(file.path, flags: O_RDONLY | O_NOFOLLOW, operation: .open),
        flock(descriptor.number, LOCK_SH | LOCK_NB) == 0
      else { continue }
      if file.name.hasPrefix(".") {
        // Its process was killed before it said anything, unless it is about to be locked.
        if descriptor.isOld { unlink(file.path) }
      } else if descriptor.isNamed(file.path),
        let contents = try? FileAccess.read(path: file.path, limit: 1 << 16)
      {
        orphans.append(Orphan(path: file.path, contents: contents))
      }
    }
    return orphans
  }

  /// What a process that was killed has left behind; nobody has to believe it.
  public struct Orphan: Hashable, Sendable {
    /// The marker's own path; remove it to forget what it says.
    public let path: String
    /// What it says.
    public let contents: [UInt8]
  }
}

extension Descriptor {
  /// True where nobody has changed the file for a minute.
  fileprivate var isOld: Bool {
    guard let status = try? status() else { return false }
    let identity = FileIdentity(status)
    return identity.modifiedNanoseconds / 1_000_000_000 + 60 < Int64(time(nil))
  }
}
