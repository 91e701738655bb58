package import PeachMIDIEvents

/// The bytes of a MIDI file in memory that does not move; of an RMID file, those of its song.
package final class SongBytes {
  let elements: UnsafePointer<UInt8>
  /// The range of the file.
  let range: Range<Int>

  package init(_ file: MIDIFile) {
    range = file.songRange
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(range.count, 1))
    memory.initialize(repeating: 0, count: max(range.count, 1))
    for (index, byte) in file.bytes[range].enumerated() { memory[index] = byte }
    elements = UnsafePointer(memory)
  }

  deinit { UnsafeMutablePointer(mutating: elements).deallocate() }
}
