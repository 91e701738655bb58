import PeachMIDIEvents
import PeachSequencing
import Testing

/// An event in short: its frame and the bytes of its message.
struct Heard: Hashable, CustomStringConvertible {
  let frame: Int64
  let bytes: [UInt8]

  init(_ frame: Int64, _ bytes: [UInt8]) {
    self.frame = frame
    self.bytes = bytes
  }

  var description: String { "\(frame): \(bytes)" }
}

/// Everything up to a frame, asked for block by block.
func play(_ sequencer: inout Sequencer, to end: Int64, from start: Int64 = 0, block: Int64 = 64)
  -> [Heard]
{
  var heard: [Heard] = []
  var frame = start
  while frame <= end {
    let last = min(frame + block - 1, end)
    while let event = sequencer.next(atOrBefore: last) {
      switch event.content {
      case .message(let message):
        heard.append(
          Heard(
            event.frame,
            Array([message.status, message.data1, message.data2].prefix(message.byteCount))))
      case .systemExclusive(let part):
        heard.append(Heard(event.frame, [0xF0] + sequencer.bytes(of: part.range)))
      case .escape(let range): heard.append(Heard(event.frame, Array(sequencer.bytes(of: range))))
      case .click, .glide: break
      }
    }
    frame = last + 1
  }
  return heard
}

@Suite("Sequencer")
struct SequencerTests {
  // Proves song order: SMF 1.0, Track Chunks; exact to the frame
  @Test("Events of one tick are sorted by track, then by order in the track")
  func merged() throws {
    let file = try Song.file(
      [(0, [0xC0, 1]), (100, [0x90, 60, 1]), (100, [0x90, 61, 1]), (300, [0x80, 60, 0])],
      [(0, [0xC1, 2]), (100, [0x91, 62, 1]), (200, [0xF0, 2, 9, 0xF7])])
    var sequencer = Sequencer(file, sampleRate: 1_000)
    let (eventCount, duration) = (sequencer.eventCount, sequencer.durationFrames)
    #expect(eventCount == 7 && duration == 300)
    let heard = play(&sequencer, to: 400)
    #expect(
      heard == [
        Heard(0, [0xC0, 1]), Heard(0, [0xC1, 2]), Heard(100, [0x90, 60, 1]),
        Heard(100, [0x90, 61, 1]), Heard(100, [0x91, 62, 1]), Heard(200, [0xF0, 9]),
        Heard(300, [0x80, 60, 0]),
      ])
    let isFinished = sequencer.isFinished
    #expect(isFinished)
  }

  @Test("Events are never early and do not depend on block size")
  func blocks() throws {
    let file = try Song.file((0..<50).map { ($0 * $0, [0x90, UInt8($0), 1]) })
    let expected = (0..<50).map { (key: Int) in Heard(Int64(key * key), [0x90, UInt8(key), 1]) }
    for block: Int64 in [1, 7, 64, 4_096] {
      var sequencer = Sequencer(file, sampleRate: 1_000)
      let heard = play(&sequencer, to: 3_000, block: block)
      #expect(heard == expected)
    }
    var sequencer = Sequencer(file, sampleRate: 1_000)
    while sequencer.next(atOrBefore: 3) != nil {}
    let (early, due) = (sequencer.next(atOrBefore: 3), sequencer.next(atOrBefore: 4))
    #expect(early == nil && due?.frame == 4)
  }

  @Test("Times are rounded to the nearest frame")
  func rounding() throws {
    // 1 tick is 1 ms: 44.1 frames at 44,100 Hz.
    let file = try Song.file((0..<1_000).map { ($0, [0x90, 60, 1]) })
    var sequencer = Sequencer(file, sampleRate: 44_100)
    let frames = play(&sequencer, to: 44_100).map(\.frame)
    let expected = (0..<1_000).map { (tick: Int) in
      Int64((Double(tick) * 44.1 + 0.5).rounded(.down))
    }
    #expect(frames == expected)
  }

  // Proves song format-2: SMF 1.0, Header Chunks; exact to the frame
  @Test("The patterns of format 2 play one after another")
  func patterns() throws {
    let file = try Song.file(
      format: 2, [(10, [0xC0, 1]), (50, [0xC0, 2])], [(0, [0xC0, 3]), (5, [0xC0, 4])])
    var sequencer = Sequencer(file, sampleRate: 1_000)
    let heard = play(&sequencer, to: 100)
    #expect(heard.map(\.frame) == [10, 50, 50, 55] && heard.map { $0.bytes[1] } == [1, 2, 3, 4])
    let duration = sequencer.durationFrames
    #expect(duration == 55)
  }

  // Proves song seek: MIDI 1.0, what is in force; each message once
  @Test("A seek ends active notes and chases events in file order, each once")
  func seek() throws {
    let file = try Song.file([
      (0, [0xF0, 2, 9, 0xF7]), (0, [0xB0, 0, 3]), (0, [0xC0, 7]), (1, [0xB0, 7, 50]),
      (2, [0xB0, 101, 0]), (2, [0xB0, 100, 0]), (2, [0xB0, 6, 12]), (3, [0xB0, 7, 90]),
      (4, [0xE0, 0, 80]), (5, [0xE0, 0, 70]), (6, [0xD0, 33]), (7, [0xB0, 0, 4]),
      (8, [0x90, 60, 100]), (100, [0x90, 64, 100]), (200, [0x80, 64, 0]),
    ])
    var sequencer = Sequencer(file, sampleRate: 1_000)
    _ = play(&sequencer, to: 150)
    sequencer.seek(to: 50, at: 1_000)
    let heard = play(&sequencer, to: 1_200, from: 1_000)
    #expect(
      heard == [
        Heard(1_000, [0x80, 60, 64]), Heard(1_000, [0x80, 64, 64]), Heard(1_000, [0xF0, 9]),
        Heard(1_000, [0xB0, 0, 3]), Heard(1_000, [0xC0, 7]), Heard(1_000, [0xB0, 101, 0]),
        Heard(1_000, [0xB0, 100, 0]), Heard(1_000, [0xB0, 6, 12]), Heard(1_000, [0xB0, 7, 90]),
        Heard(1_000, [0xE0, 0, 70]), Heard(1_000, [0xD0, 33]), Heard(1_000, [0xB0, 0, 4]),
        Heard(1_050, [0x90, 64, 100]), Heard(1_150, [0x80, 64, 0]),
      ])
    let position = sequencer.songFrame(at: 1_100)
    #expect(position == 150)
  }

  @Test("A seek backward restores initial values of what the song sets later")
  func seekBack() throws {
    let file = try Song.file([
      (0, [0xB0, 10, 20]), (100, [0xB0, 1, 127]), (100, [0xE0, 0, 0]), (100, [0xB0, 7, 1]),
      (100, [0xB0, 10, 99]), (100, [0xC2, 5]),
    ])
    var sequencer = Sequencer(file, sampleRate: 1_000)
    _ = play(&sequencer, to: 150)
    sequencer.seek(to: 50, at: 200)
    let heard = play(&sequencer, to: 210, from: 200)
    #expect(
      heard == [
        Heard(200, [0xB0, 1, 0]), Heard(200, [0xB0, 7, 100]), Heard(200, [0xE0, 0, 64]),
        Heard(200, [0xC2, 0]), Heard(200, [0xB0, 10, 20]),
      ])
    // Once put back, there is nothing to put back.
    sequencer.seek(to: 50, at: 300)
    let again = play(&sequencer, to: 310, from: 300)
    #expect(again == [Heard(300, [0xB0, 10, 20])])
  }

  @Test("Controllers before Reset All Controllers are not chased (RP-015)")
  func seekAcrossReset() throws {
    let file = try Song.file(
      end: 100,
      [
        (0, [0xB0, 1, 9]), (0, [0xB0, 7, 80]), (1, [0xB0, 121, 0]), (2, [0xB0, 11, 60]),
      ])
    var sequencer = Sequencer(file, sampleRate: 1_000)
    sequencer.seek(to: 50, at: 0)
    let heard = play(&sequencer, to: 10)
    #expect(
      heard == [
        Heard(0, [0xB0, 7, 80]), Heard(0, [0xB0, 121, 0]), Heard(0, [0xB0, 11, 60]),
      ])
  }

  // Proves song loop: MIDI 1.0, what is in force; exact to the frame
  @Test("A loop repeats on its frame, ends active notes and restores only what it changed")
  func loop() throws {
    let file = try Song.file([
      (0, [0xF0, 2, 9, 0xF7]), (0, [0xB0, 7, 90]), (0, [0xB0, 10, 30]), (100, [0x90, 60, 1]),
      (150, [0xB0, 7, 40]), (150, [0xB0, 1, 5]), (200, [0x80, 60, 0]), (300, [0xC0, 1]),
    ])
    let turn = [[0x80, 60, 64], [0xB0, 1, 0], [0xB0, 7, 90], [0x90, 60, 1]] as [[UInt8]]
    for block: Int64 in [1, 64, 5_000] {
      var sequencer = Sequencer(file, sampleRate: 1_000)
      sequencer.setLoop(100..<180)
      let heard = play(&sequencer, to: 300, block: block)
      #expect(
        heard.dropFirst(3) == [
          Heard(100, [0x90, 60, 1]), Heard(150, [0xB0, 7, 40]), Heard(150, [0xB0, 1, 5]),
          Heard(180, turn[0]), Heard(180, turn[1]), Heard(180, turn[2]), Heard(180, turn[3]),
          Heard(230, [0xB0, 7, 40]), Heard(230, [0xB0, 1, 5]),
          Heard(260, turn[0]), Heard(260, turn[1]), Heard(260, turn[2]), Heard(260, turn[3]),
        ])
      let (isFinished, position) = (sequencer.isFinished, sequencer.songFrame(at: 300))
      #expect(!isFinished && position == 140)
      sequencer.setLoop(nil)
      let rest = play(&sequencer, to: 1_000, from: 301, block: block)
      let isOver = sequencer.isFinished
      #expect(rest.map(\.frame) == [310, 310, 360, 460] && isOver)
    }
  }

  @Test("An empty loop takes constant time")
  func emptyLoop() throws {
    let file = try Song.file([(0, [0xC0, 1]), (100, [0xC0, 2])])
    var sequencer = Sequencer(file, sampleRate: 1_000)
    sequencer.setLoop(50..<51)
    let heard = play(&sequencer, to: 1 << 40, block: 1 << 40)
    #expect(heard == [Heard(0, [0xC0, 1])])
    let position = sequencer.songFrame(at: 1 << 40)
    #expect(position == 50)
    sequencer.setLoop(nil)
    let event = sequencer.next(atOrBefore: (1 << 40) + 50)
    let due: Int64 = (1 << 40) + 50
    #expect(event?.frame == due)
  }

  @Test("A seek past the loop's end disables the loop, a seek before it enables it")
  func loopAndSeek() throws {
    let file = try Song.file((0..<10).map { ($0 * 10, [0x90, UInt8($0), 0]) })
    var sequencer = Sequencer(file, sampleRate: 1_000)
    sequencer.setLoop(20..<40)
    sequencer.seek(to: 60, at: 0)
    let after = play(&sequencer, to: 100).map { $0.bytes[1] }
    #expect(after == [6, 7, 8, 9])
    sequencer.seek(to: 30, at: 200)
    let within = play(&sequencer, to: 249, from: 200).map { $0.bytes[1] }
    #expect(within == [3, 2, 3, 2, 3])
  }
}
