import PeachMIDIEvents
import PeachServices
import Synchronization

/// The object of a `peach_song`.
final class SongObject: HandleObject {
  static let kind = HandleKind.song

  let file: MIDIFile

  init(_ file: MIDIFile) { self.file = file }
}

/// The object of a `peach_renderer`.
final class RendererObject: HandleObject, @unchecked Sendable {
  // Safe: the lock makes the stream exclusive.

  static let kind = HandleKind.renderer

  let maximumFrameCount: Int64
  private let stream: SongStream
  private let lock = Mutex<Void>(())

  init(_ stream: sending SongStream) {
    maximumFrameCount = stream.maximumFrameCount
    self.stream = stream
  }

  /// Renders the next frames. Returns their number.
  func read(_ count: Int, to destination: AudioDestination) -> Int {
    var destination = destination
    return lock.withLock { _ in stream.read(count) { destination.append($0, $1, $2) } }
  }
}
