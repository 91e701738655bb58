package import PeachMIDIEvents

/// The bytes of the System Exclusive messages and escapes of a MIDI file, and those between them.
/// Their memory does not move.
package final class SongBytes {
  let elements: UnsafePointer<UInt8>
  /// The range of the file.
  let range: Range<Int>

  package init(_ file: MIDIFile) {
    range = Self.rangeOfData(in: file)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(range.count, 1))
    memory.initialize(repeating: 0, count: max(range.count, 1))
    for (index, byte) in file.bytes[range].enumerated() { memory[index] = byte }
    elements = UnsafePointer(memory)
  }

  /// Returns the range from the first to the last byte; empty if there are none.
  private static func rangeOfData(in file: MIDIFile) -> Range<Int> {
    var (start, end) = (Int.max, 0)
    for track in file.tracks {
      for event in track.events {
        let range: ByteRange
        switch event.content {
        case .systemExclusive(let packet): range = packet.range
        case .escape(let bytes): range = bytes
        case .message, .meta: continue
        }
        start = min(start, range.offset)
        end = max(end, range.offset + range.count)
      }
    }
    return min(start, end)..<end
  }

  deinit { UnsafeMutablePointer(mutating: elements).deallocate() }
}
