import PeachInstrumentModel
import PeachPOSIX

/// A file that records the current operation of a process, and remains if the process crashes. The
/// process holds a lock on the file, which the system releases when the process ends for any
/// reason. Unlike a process ID, a lock cannot be reused. Creating and removing a marker takes about
/// 10 µs.
package final class ProcessMarker: Sendable {
  private let descriptor: FileDescriptor
  private let path: String

  /// Creates a marker in `folder`, which is created if necessary.
  package init(in folder: String, contents: [UInt8]) throws(FileAccessError) {
    let name = "\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 16))"
    // Hidden until it is locked, so that another process never finds it unlocked.
    let hidden = "\(folder)/.\(name)"
    descriptor = try Self.create(hidden, in: folder)
    path = "\(folder)/\(name)"
    do throws(FileAccessError) {
      try FileAccessError.check(flock(descriptor.number, LOCK_EX | LOCK_NB), .create, hidden)
      try descriptor.write(contents, count: contents.count)
      try FileAccessError.check(rename(hidden, path), .rename, path)
    } catch {
      unlink(hidden)
      throw error
    }
  }

  private static func create(_ path: String, in folder: String) throws(FileAccessError)
    -> FileDescriptor
  {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    do throws(FileAccessError) {
      return try FileDescriptor(path, flags: flags, operation: .create)
    } catch {
      guard error.reason == .missing else { throw error }
      try FileAccess.makeFolder(folder)
      return try FileDescriptor(path, flags: flags, operation: .create)
    }
  }

  deinit {
    // Removed before it is unlocked, so that another process never takes it for stale.
    unlink(path)
  }

  /// Returns the markers in `folder` whose processes have terminated. Omits unreadable markers.
  package static func staleMarkers(in folder: String) -> [StaleMarker] {
    guard let files = try? FileAccess.files(in: folder) else { return [] }
    var markers: [StaleMarker] = []
    for file in files {
      // A shared lock, so that concurrent callers do not take each other for the owner.
      guard
        let descriptor = try? FileDescriptor(
          file.path, flags: O_RDONLY | O_NOFOLLOW, operation: .open),
        flock(descriptor.number, LOCK_SH | LOCK_NB) == 0
      else { continue }
      if file.name.hasPrefix(".") {
        // Its process crashed before it had written the marker, or is about to lock it.
        if descriptor.isOld { unlink(file.path) }
      } else if descriptor.isNamed(file.path),
        let contents = try? FileAccess.read(path: file.path, limit: 1 << 16)
      {
        markers.append(StaleMarker(path: file.path, contents: contents))
      }
    }
    return markers
  }

  /// The marker of a terminated process. Its contents are not validated.
  package struct StaleMarker: Hashable, Sendable {
    /// The path of the marker. Remove the file to clear the marker.
    package let path: String
    package let contents: [UInt8]
  }
}

extension FileDescriptor {
  /// Whether the file was last modified more than a minute ago.
  fileprivate var isOld: Bool {
    guard let status = try? status() else { return false }
    return FileIdentity(status).modifiedNanoseconds / 1_000_000_000 + 60 < Int64(time(nil))
  }
}
