extension ComplexityCase {
  /// MIDI files.
  static let songs: [ComplexityCase] = [
    song("empty tracks", format: 1) { count in
      [[UInt8]](repeating: [], count: count)
    },
    song("empty tracks of format 2", format: 2) { count in
      [[UInt8]](repeating: end, count: count)
    },
    song("notes without ends", format: 0) { count in [repeated(note, count) + end] },
    song("notes of one key that end late", format: 0) { count in
      [repeated([0, 0x90, 60, 100], count) + repeated([1, 0x80, 60, 0], count) + end]
    },
    song("bends of many notes", format: 0) { count in
      [repeated(note, count) + repeated([0x60, 0xE0, 0, 9, 0x60, 0xE0, 0, 99], count / 2) + end]
    },
    song("damaged events", format: 0) { count in
      [repeated([0, 0x90, 60, 0xFF, 0, 0xF4], count) + end]
    },
    song("damage without events", format: 0) { count in [note + repeated([0xF4], 4 * count)] },
    song("tempo changes", format: 1) { count in
      [repeated([1, 0xFF, 0x51, 3, 7, 0xA1, 0x20], count) + end, repeated(note, count) + end]
    },
    song("packets of a System Exclusive message", format: 0) { count in
      [[0, 0xF0, 1, 0x41] + repeated([0, 0xF7, 1, 1], count) + end]
    },
    song("texts and time signatures", format: 0) { count in
      [repeated([1, 0xFF, 1, 2, 65, 66, 1, 0xFF, 0x58, 4, 3, 2, 24, 8], count) + end]
    },
    song("tracks of wrong sizes", format: 1, sizeError: 3) { count in
      [[UInt8]](repeating: note + end, count: count)
    },
    tuned("notes of many keys at a time", start: 256) { count in
      (0..<count).flatMap { number -> [UInt8] in
        let key = UInt8(number % 100 + 20)
        return [1, 0x90, key, 100]
      } + end
    },
    // Every tenth note lasts to the end.
    tuned("short notes under long ones", start: 1024) { count in
      (0..<count).flatMap { number -> [UInt8] in
        let key = UInt8(number % 40 + 40)
        let short: [UInt8] = [20, 0x90, key, 100, 20, 0x80, key, 0]
        return number % 10 == 0 ? [0, 0x91, UInt8(number / 10 % 100 + 20), 90] + short : short
      } + end
    },
    ComplexityCase(
      name: "RMID: chunks",
      input: { count in
        let data = file([note + end], format: 0)
        var contents = Array("RMIDdata".utf8) + Bytes.little(data.count, 4) + data
        if data.count % 2 == 1 { contents.append(0) }
        for _ in 0..<count { contents += Array("junk".utf8) + [0, 0, 0, 0] }
        return ComplexityInput(
          Array("RIFF".utf8) + Bytes.little(contents.count, 4) + contents)
      }, process: ComplexityProcessing.song),
  ]

  /// A song whose notes are tuned to each other.
  ///
  /// - Parameter start: A number of notes with which the rows of the matrix have their full length.
  ///   Larger matrices also exceed the processor's caches.
  private static func tuned(
    _ name: String, start: Int, _ track: @escaping @Sendable (Int) -> [UInt8]
  ) -> ComplexityCase {
    ComplexityCase(
      name: "MIDI: \(name), adaptive tuning",
      start: start,
      input: { ComplexityInput(file([track($0)], format: 0)) },
      process: ComplexityProcessing.tuning)
  }

  private static let note: [UInt8] = [1, 0x90, 60, 100]
  private static let end: [UInt8] = [0, 0xFF, 0x2F, 0]

  private static func repeated(_ event: [UInt8], _ count: Int) -> [UInt8] {
    [[UInt8]](repeating: event, count: count).flatMap { $0 }
  }

  private static func song(
    _ name: String, format: Int, sizeError: Int = 0,
    _ tracks: @escaping @Sendable (Int) -> [[UInt8]]
  ) -> ComplexityCase {
    ComplexityCase(
      name: "MIDI: \(name)",
      input: { ComplexityInput(file(tracks($0), format: format, sizeError: sizeError)) },
      process: ComplexityProcessing.song)
  }

  static func file(_ tracks: [[UInt8]], format: Int, sizeError: Int = 0) -> [UInt8] {
    var bytes = Array("MThd".utf8) + Bytes.big(6, 4) + Bytes.big(format, 2)
    bytes += Bytes.big(min(tracks.count, 65_535), 2) + [1, 0xE0]
    for track in tracks {
      bytes += Array("MTrk".utf8) + Bytes.big(track.count + sizeError, 4) + track
    }
    return bytes
  }
}
