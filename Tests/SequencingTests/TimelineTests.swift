import PeachMIDIEvents
import TestEnvironment
import Testing

@testable import PeachSequencing

/// The merged list of a song's events.
@Suite("Timelines of songs")
struct TimelineTests {
  @Test("Tracks are merged as by a stable sort of all events by tick, for any number of tracks")
  func merged() throws {
    var numbers = RandomNumbers(seed: 4)
    for trackCount in [1, 2, 3, 7, 40] {
      let tracks = (0..<trackCount).map { track in
        var tick = 0
        return (0..<numbers.whole(0...60)).map { number -> (tick: Int, bytes: [UInt8]) in
          // Often at the tick of the event before.
          tick += max(numbers.whole(-3...4), 0)
          return (tick, [0x90 | UInt8(track % 16), UInt8(number), 64])
        }
      }
      let file = try Song.file(tracks: tracks, end: 500)
      let timeline = Timeline.events(of: file, port: 0, sampleRate: 1000, hasClicks: false)
      let heard = (0..<timeline.count).map { timeline.elements[$0] }
      let all = tracks.enumerated().flatMap { track, events in
        events.map { (track: track, tick: $0.tick, key: $0.bytes[1]) }
      }
      // Swift's sort is stable.
      let sorted = all.sorted { $0.tick < $1.tick }
      #expect(heard.count == sorted.count)
      for (event, expected) in zip(heard, sorted) {
        #expect(event.track == Int32(expected.track))
        #expect(event.frame == Int64(expected.tick))
        guard case .message(let message) = event.content else {
          Issue.record("\(event.content)")
          continue
        }
        #expect(message.data1 == expected.key)
      }
    }
  }

  @Test("An event takes 24 bytes, in the file and in the timeline")
  func size() {
    #expect(MemoryLayout<MIDIFile.Event>.stride == 24)
    #expect(MemoryLayout<SequencedEvent>.stride == 24)
  }
}
