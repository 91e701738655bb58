import Foundation
import PeachInstrumentModel
import PeachSynthesis
import SoundFontFixtures
import Testing

/// SoundFont 2.04 §8.1.2 (0 to 4, 12, 45, 50, 54): the frames that are played, and the loop.
@Suite("Address offsets and loops")
struct AddressTests {
  /// Returns the value of a frame, n + 1 modulo 30,000, which identifies it in the output.
  static func value(ofFrame frame: Int) -> Int { frame % 30_000 + 1 }

  /// Returns a probe with these frames and a loop, by default from 1000 to 1500.
  static func probe(
    frames: Int = 3000, loop: Range<Int> = 1000..<1500, _ settings: [SoundFontBuilder.Setting],
    modulators: [Modulator] = []
  ) -> Probe {
    var probe = Probe(.level, instrument: settings, modulators: modulators)
    // Without transposition it plays the frames themselves.
    probe.interpolation = .sinc16
    let counting = (0..<frames).map { Int16(value(ofFrame: $0)) }
    probe.file.samples = [SoundFontSample(frames: counting, loop: loop, rate: 48_000)]
    return probe
  }

  /// Returns the sample frame played at each output frame, without the 64 frames of the attack.
  static func heard(_ audio: Audio) -> [Int] {
    audio.left.indices.map { Int((audio.gain($0) * 16384).rounded()) }
  }

  /// Returns the expected frames: from `start` to `end`, with the loop repeated.
  static func expected(
    from start: Int, end: Int, loop: Range<Int>?, count: Int
  ) -> [Int] {
    var frame = start
    return (0..<count).map { _ in
      if let loop, frame == loop.upperBound { frame = loop.lowerBound }
      defer { frame += 1 }
      return frame < end ? value(ofFrame: frame) : 0
    }
  }

  static func expectFrames(
    _ probe: Probe, from start: Int = 0, end: Int = 3000, loop: Range<Int>? = 1000..<1500,
    count: Int = 4000, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let heard = heard(try probe.note(seconds: Double(count) / 48_000))
    let expected = expected(from: start, end: end, loop: loop, count: count)
    #expect(heard[64...] == expected[64...], sourceLocation: sourceLocation)
  }

  // Proves generator 0: SF2.04 §8.1.2; exact to the frame
  // Proves generator 4: SF2.04 §8.1.2; exact to the frame
  @Test("Generators 0 and 4 offset the start, by frames and by 32,768 frames")
  func start() throws {
    try Self.expectFrames(Self.probe([.init(.startAddressOffset, 0)]))
    try Self.expectFrames(Self.probe([.init(.startAddressOffset, 700)]), from: 700)
    let long = 40_000..<40_500
    try Self.expectFrames(
      Self.probe(
        frames: 50_000, loop: long,
        [.init(.startAddressCoarseOffset, 1), .init(.startAddressOffset, 7000)]),
      from: 39_768, end: 50_000, loop: long)
  }

  // Proves generator 0: SF2.04 §8.1.2, §9.5; exact to the frame, as a modulator's destination
  // Proves generator 4: SF2.04 §8.1.2, §9.5; exact to the frame, as a modulator's destination
  @Test("Modulators offset the start at note-on, by the controller's value at that time")
  func modulatedStart() throws {
    let probe = Self.probe(
      [], modulators: [Modulator(.controller(20), .startAddressOffset, 1280)])
    for value in [0, 32, 127] as [UInt8] {
      let heard = Self.heard(
        try probe.note(after: [.control(20, value)], seconds: 3000.0 / 48_000))
      let expected = Self.expected(
        from: Int(value) * 10, end: 3000, loop: 1000..<1500, count: 3000)
      #expect(heard[64...] == expected[64...], "controller 20 at \(value)")
    }
    let loop = 40_000..<40_500
    let coarse = Self.probe(
      frames: 50_000, loop: loop, [],
      modulators: [Modulator(.controller(20), .startAddressCoarseOffset, 2)])
    let heard = Self.heard(try coarse.note(after: [.control(20, 64)], seconds: 3000.0 / 48_000))
    let expected = Self.expected(from: 32_768, end: 50_000, loop: loop, count: 3000)
    #expect(heard[64...] == expected[64...])
  }

  // Proves generator 1: SF2.04 §8.1.2; exact to the frame
  // Proves generator 12: SF2.04 §8.1.2; exact to the frame
  @Test("Generators 1 and 12 offset the end, by frames and by 32,768 frames")
  func end() throws {
    try Self.expectFrames(
      Self.probe([.init(.sampleModes, 0), .init(.endAddressOffset, -2000)]), end: 1000, loop: nil)
    try Self.expectFrames(
      Self.probe(
        frames: 35_000,
        [
          .init(.sampleModes, 0), .init(.endAddressCoarseOffset, -1), .init(.endAddressOffset, 500),
        ]),
      end: 35_000 - 32_768 + 500, loop: nil)
  }

  // Proves generator 2: SF2.04 §8.1.2; exact to the frame
  // Proves generator 3: SF2.04 §8.1.2; exact to the frame
  @Test("Generators 2 and 3 offset the loop points by frames")
  func loop() throws {
    try Self.expectFrames(
      Self.probe([.init(.startLoopAddressOffset, -300)]), loop: 700..<1500)
    try Self.expectFrames(
      Self.probe([.init(.startLoopAddressOffset, 200), .init(.endLoopAddressOffset, -100)]),
      loop: 1200..<1400)
    try Self.expectFrames(Self.probe([.init(.endLoopAddressOffset, 700)]), loop: 1000..<2200)
  }

  // Proves generator 45: SF2.04 §8.1.2; exact to the frame
  // Proves generator 50: SF2.04 §8.1.2; exact to the frame
  @Test("Generators 45 and 50 offset the loop points by 32,768 frames")
  func coarseLoop() throws {
    let moved = 1000 + 32_768..<1500 + 32_768
    try Self.expectFrames(
      Self.probe(
        frames: 35_000,
        [
          .init(.startLoopAddressCoarseOffset, 1), .init(.endLoopAddressCoarseOffset, 1),
          .init(.startAddressCoarseOffset, 1),
        ]),
      from: 32_768, end: 35_000, loop: moved)
  }

  /// Header points, offsets of start and end, and the loop.
  static let emptyLoops: [(UInt32, UInt32, Int16, Int16, Range<Int>?)] = [
    // No loop in the header.
    (0, 0, 1000, 1500, 1000..<1500),
    (1000, 1000, 0, 500, 1000..<1500),
    (1500, 1500, -500, 0, 1000..<1500),
    // Reversed.
    (1500, 1000, -500, 500, 1000..<1500),
    // Still none with the offsets.
    (0, 0, 0, 0, nil), (1000, 1000, 500, 500, nil), (1500, 1000, 0, 500, nil),
  ]

  // Proves generator 2: SF2.04 §8.1.2; exact to the frame, of header points that are no loop
  // Proves generator 3: SF2.04 §8.1.2; exact to the frame, of header points that are no loop
  @Test("Offsets apply before a loop is judged", arguments: emptyLoops.indices, [1, 3])
  func emptyLoop(index: Int, mode: Int16) throws {
    let (start, end, startOffset, endOffset, loop) = Self.emptyLoops[index]
    let settings: [SoundFontBuilder.Setting] = [
      .init(.sampleModes, mode), .init(.startLoopAddressOffset, startOffset),
      .init(.endLoopAddressOffset, endOffset),
    ]
    var probe = Self.probe(settings)
    probe.file.samples[0].loopPoints = (start, end)
    try Self.expectFrames(probe, loop: loop)
    // The sample is not the first of the file. A point before it is its start.
    let first = SoundFontSample(frames: [Int16](repeating: 9, count: 77))
    probe.file.samples.insert(first, at: 0)
    let origin = UInt32(first.frames.count + probe.file.framesBetween)
    probe.file.samples[1].loopPoints = start == 0 ? (0, 0) : (origin + start, origin + end)
    probe.file.instruments = [.init(zones: [.init(settings, plays: 1)])]
    try Self.expectFrames(probe, loop: loop)
  }

  // Proves generator 54: SF2.04 §8.1.2; exact to the frame
  @Test("No loop, an endless loop, and a loop until release")
  func modes() throws {
    func probe(_ mode: Int16) -> Probe {
      Self.probe([.init(.sampleModes, mode), .init(.volumeEnvelopeRelease, 8000)])
    }
    try Self.expectFrames(probe(0), loop: nil)
    try Self.expectFrames(probe(1))
    try Self.expectFrames(probe(3))
    // Only the two low bits count.
    try Self.expectFrames(probe(4), loop: nil)
    try Self.expectFrames(probe(5))
    // Released at frame 2400, after 1400 frames of loop playback.
    let released = try probe(3).note(release: 0.05, seconds: 0.09)
    let expected =
      Self.expected(from: 0, end: 3000, loop: 1000..<1500, count: 2400)
      + Self.expected(from: 1400, end: 3000, loop: nil, count: released.left.count - 2400)
    let fall = 100 / seconds(8000)
    for (frame, expected) in expected.enumerated().dropFirst(64) {
      let gain = pow(10, -fall * max(Double(frame) / 48_000 - 0.05, 0) / 20)
      #expect(abs(released.gain(frame) * 16_384 - Double(expected) * gain) < 0.5)
    }
    let around = try Self.heard(probe(1).note(release: 0.05, seconds: 0.09))
    #expect(around[64...].allSatisfy { $0 <= 1500 && $0 > 60 })
  }
}
