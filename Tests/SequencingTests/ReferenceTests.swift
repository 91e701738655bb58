import Foundation
import PeachMIDIEvents
import PeachSequencing
import TestEnvironment
import Testing

/// Another reader of MIDI files, mido, run by the tool in Tests/Tools.
private enum Reference {
  struct Note: Comparable {
    let seconds: Double
    let numbers: [UInt8]

    static func < (left: Note, right: Note) -> Bool {
      left.seconds != right.seconds
        ? left.seconds < right.seconds : left.numbers.lexicographicallyPrecedes(right.numbers)
    }
  }

  static let files = [
    "midi/dance.mid", "midi/hybrid-collage.mid", "midi/j-cycle.mid", "midi/midi-timing-test.mid",
    "midi/reset-gs.mid", "spec-test/sf_spec_test.mid",
  ]
  static let isThere =
    files.allSatisfy { TestFiles.exists(TestFiles.shared($0)) } && OtherProgram.pythonHas("mido")

  static func read(_ path: String) throws -> (seconds: Double, count: Int, notes: [Note]) {
    let output = try OtherProgram.tool("midi_reference.py", [path])
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: " ")
    }
    let notes = try lines.dropFirst().map { line in
      Note(
        seconds: try #require(Double(line[0])),
        numbers: try line.dropFirst().map { try #require(UInt8($0)) })
    }
    return (try #require(Double(lines[0][0])), try #require(Int(lines[0][1])), notes)
  }
}

@Suite(
  "MIDI files against mido",
  .enabled(if: Reference.isThere, "The shared data, Python or mido is missing."))
struct ReferenceTests {
  @Test(
    "Duration, number of notes and onsets match mido", arguments: Reference.files)
  func agree(name: String) throws {
    let path = TestFiles.shared(name)
    let expected = try Reference.read(path)
    let file = try MIDIFile(bytes: [UInt8](try Data(contentsOf: URL(filePath: path))))
    #expect(abs(file.duration.seconds - expected.seconds) < 1e-6)

    let notes = file.tracks.flatMap(\.events).compactMap { event -> Reference.Note? in
      guard case .message(let message) = event.content, message.startsNote else { return nil }
      return Reference.Note(
        seconds: file.tempoMap.time(atTick: event.tick).seconds,
        numbers: [message.status & 15, message.data1, message.data2])
    }.sorted()
    #expect(notes.count == expected.count && expected.notes.count == expected.count)
    var worst = 0.0
    for (ours, theirs) in zip(notes, expected.notes) {
      #expect(ours.numbers == theirs.numbers)
      worst = max(worst, abs(ours.seconds - theirs.seconds))
    }
    #expect(worst < 1e-6)
    try checkFrames(file, expected.notes)
    print(
      "\(name): \(notes.count) notes, at most \(worst) s apart; \(file.warnings.count) warnings")
  }

  /// The sequencer's frames are those nearest to the other reader's seconds.
  private func checkFrames(_ file: MIDIFile, _ expected: [Reference.Note]) throws {
    var sequencer = Sequencer(file, sampleRate: 48_000)
    var starts: [(frame: Int64, numbers: [UInt8])] = []
    var last: Int64 = 0
    while let event = sequencer.next(atOrBefore: sequencer.durationFrames) {
      #expect(event.frame >= last)
      last = event.frame
      guard case .message(let message) = event.content, message.startsNote else { continue }
      starts.append((event.frame, [message.status & 15, message.data1, message.data2]))
    }
    let isFinished = sequencer.isFinished
    #expect(isFinished && starts.count == expected.count)
    for (start, note) in zip(starts, expected) {
      #expect(abs(Double(start.frame) - note.seconds * 48_000) < 0.501)
    }
    let ours = starts.map { [UInt64($0.frame)] + $0.numbers.map(UInt64.init) }
    let theirs = expected.map {
      [UInt64(($0.seconds * 48_000 + 0.5).rounded(.down))] + $0.numbers.map(UInt64.init)
    }
    let differing = Set(ours).symmetricDifference(theirs)
    // Nine printed digits may round differently next to half a frame.
    #expect(differing.count <= 2 + expected.count / 1_000)
  }
}
