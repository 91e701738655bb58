import Foundation
import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import SoundMeasurement
import Testing

/// Songs of 8 frames per tick.
@Suite("Song player")
struct SongPlayerTests {
  /// A player, and its left channel so far.
  final class Stage {
    let player: SongPlayer
    private(set) var audio: [Float] = []

    init(
      _ events: [(tick: Int, bytes: [UInt8])], end: Int = 1000,
      configuration: SynthesizerConfiguration = SongPlayerTests.configuration
    ) throws {
      player = try SongPlayer(
        Song.file(end: end, events), bank: SongRendererTests.bank, decoder: nil,
        configuration: configuration)
    }

    /// Renders frames in blocks of these lengths.
    func render(_ frames: Int, blocks: [Int] = [64]) {
      var (done, index) = (0, 0)
      while done < frames {
        let count = min(blocks[index % blocks.count], frames - done)
        index += 1
        var left = [Float](repeating: .nan, count: count)
        var right = left
        SongPlayer.render(player.audioContext, left: &left, right: &right, count: count)
        audio += left
        done += count
      }
    }

    /// Returns the first frame from `start` on that sounds after at least 50 silent ones.
    func onset(from start: Int) -> Int? {
      var silent = 50
      for frame in max(start, 0)..<audio.count {
        if audio[frame] != 0 && silent >= 50 { return frame }
        silent = audio[frame] == 0 ? silent + 1 : 0
      }
      return nil
    }
  }

  static let configuration = SynthesizerConfiguration(
    sampleRate: 8_000, maximumVoices: 32, effects: false)

  /// A short note at a tick. Without a program change it is a constant.
  private static func note(_ tick: Int, key: UInt8 = 60) -> [(tick: Int, bytes: [UInt8])] {
    [(tick, [0x90, key, 127]), (tick + 10, [0x80, key, 0])]
  }

  /// Selects a looped tone.
  private static let tone: [(tick: Int, bytes: [UInt8])] = [(0, [0xC0, 1])]

  @Test("The output is that of the offline renderer, for any block sizes")
  func offline() throws {
    var events = Self.tone
    for index in 0..<20 { events += Self.note(7 + 31 * index, key: UInt8(50 + index)) }
    let file = try Song.file(end: 800, events)
    var song = try SongRenderer(
      file, bank: SongRendererTests.bank, decoder: nil,
      configuration: Self.configuration)
    var (left, right) = ([Float](repeating: 0, count: 6400), [Float](repeating: 0, count: 6400))
    #expect(song.render(left: &left, right: &right, count: 6400))
    for blocks in [[64], [1], [500, 3, 77]] {
      let stage = try Stage(events, end: 800)
      try stage.player.play()
      stage.render(6400, blocks: blocks)
      #expect(stage.audio == left, "\(blocks)")
    }
    #expect(left.contains { $0 != 0 })
  }

  @Test("Notes that are on at the end are released as by the offline renderer", arguments: 0..<3)
  func unfinished(index: Int) throws {
    let events = SongRendererTests.unfinishedSongs[index].events
    var song = try SongRenderer(
      Song.file(end: 500, events), bank: SongRendererTests.bank, decoder: nil,
      configuration: Self.configuration)
    var (left, right) = ([Float](repeating: 0, count: 8000), [Float](repeating: 0, count: 8000))
    #expect(song.render(left: &left, right: &right, count: 8000))
    for blocks in [[64], [1], [500, 3, 77], [1000]] {
      let stage = try Stage(events, end: 500)
      try stage.player.play()
      stage.render(8000, blocks: blocks)
      #expect(stage.audio == left, "\(blocks)")
      // It plays again from the start, and releases again.
      try stage.player.play()
      stage.render(8000, blocks: blocks)
      #expect(stage.audio[8000...].elementsEqual(left))
    }
  }

  @Test("The tempo moves notes and keeps their pitch", arguments: [0.5, 1, 1.5, 3])
  func rate(rate: Double) throws {
    let stage = try Stage(Self.note(300) + Self.note(600))
    try stage.player.setRate(rate)
    try stage.player.play()
    stage.render(Int(8000 / rate) + 400)
    #expect(stage.onset(from: 0) == Int((2400 / rate).rounded(.up)))
    #expect(stage.onset(from: Int(3000 / rate)) == Int((4800 / rate).rounded(.up)))
    #expect(stage.player.position.isFinished && !stage.player.position.isPlaying)
  }

  @Test("Nothing sounds before play and during a pause, and the position stands still")
  func pause() throws {
    let stage = try Stage(Self.tone + [(0, [0x90, 69, 127])])
    stage.render(1000)
    #expect(stage.audio.allSatisfy { $0 == 0 } && stage.player.position.songFrame == 0)
    try stage.player.play()
    stage.render(1000)
    try stage.player.pause()
    stage.render(1000)
    // A fade of 10 ms.
    #expect(stage.audio[1100..<1900].contains { $0 != 0 })
    #expect(stage.audio[2100...].allSatisfy { $0 == 0 })
    #expect(stage.player.position.songFrame == 1000 && !stage.player.position.isPlaying)
    try stage.player.play()
    stage.render(64)
    #expect(stage.player.position.songFrame == 1064 && stage.player.position.isPlaying)
  }

  @Test("A seek continues at the frame, with the program that applies there")
  func seek() throws {
    // The note at tick 20 is the tone, the others are constant.
    let stage = try Stage(
      [(10, [0xC0, 1])] + Self.note(20) + [(40, [0xC0, 0])] + Self.note(500) + Self.note(700))
    func isConstant(_ range: Range<Int>) -> Bool {
      stage.audio[range].allSatisfy { $0 != 0 && abs($0 - stage.audio[range.lowerBound]) < 1e-6 }
    }
    try stage.player.play()
    try stage.player.seek(to: 8 * 490)
    stage.render(2400)
    #expect(stage.onset(from: 0) == 80 && isConstant(120..<150))
    #expect(stage.onset(from: 400) == 8 * 210)
    try stage.player.seek(to: 0)
    stage.render(64)
    #expect(stage.player.position.songFrame == 64)
    stage.render(8 * 50)
    #expect(stage.onset(from: 2400) == 2400 + 8 * 20 && !isConstant(2580..<2640))
    try stage.player.seek(to: -5)
    try stage.player.seek(to: .max)
    stage.render(64)
    #expect(stage.player.position.isFinished)
    // Play starts again from the start.
    try stage.player.play()
    stage.render(64)
    #expect(stage.player.position.songFrame == 64)
  }

  @Test("A loop repeats its frames, and can be removed")
  func loop() throws {
    let stage = try Stage(Self.note(100) + Self.note(400))
    try stage.player.setLoop(640..<1440)
    try stage.player.play()
    stage.render(4000)
    #expect([0, 1000, 1800].map { stage.onset(from: $0) } == [800, 1600, 2400])
    #expect(stage.player.position.songFrame == 4000 - 4 * 800)
    try stage.player.setLoop(nil)
    stage.render(3000)
    // Tick 400 is frame 3200 of the song, after four repetitions of 800 frames.
    #expect(stage.onset(from: 4300) == 3200 + 4 * 800)
  }

  @Test("A transposition shifts notes by semitones, and releases those of before")
  func transposition() throws {
    func cents(_ semitones: Int) throws -> Double {
      let stage = try Stage(Self.tone + [(0, [0x90, 69, 127])])
      try stage.player.setTransposition(semitones: semitones)
      try stage.player.play()
      stage.render(7000)
      // Within 50 cents of the transposed pitch.
      let hertz = 440 * exp2(Double(semitones) / 12)
      return PitchMeter.cents(of: stage.audio[1000...], above: hertz, sampleRate: 8000)
    }
    let plain = try cents(0)
    for semitones in [-12, -5, 7] {
      #expect(abs(try cents(semitones) - plain) < 0.1)
    }
    let stage = try Stage(Self.tone + [(0, [0x90, 69, 127])])
    try stage.player.play()
    stage.render(1000)
    #expect(stage.player.soundingVoiceCount == 1)
    try stage.player.setTransposition(semitones: 3)
    stage.render(8000)
    #expect(stage.player.soundingVoiceCount == 0)
  }

  @Test("Transposed notes sound if only they use their samples")
  func transposedRange() throws {
    let regions = [UInt8(0)...65, 66...127].enumerated().map { sample, keys in
      Region(keys: keys, sample: sample)
    }
    let frames = [Int16](repeating: 16_384, count: 4_000)
    let bank = TestBank.bank(
      samples: [(frames, nil, 8_000, 60), (frames, nil, 8_000, 72)], presets: [regions])
    let file = try Song.file(end: 100, [(0, [0x90, 60, 127])])
    for allKeys in [false, true] {
      let player = try SongPlayer(
        file, bank: bank, decoder: nil, configuration: Self.configuration, allKeys: allKeys)
      try player.setTransposition(semitones: 12)
      try player.play()
      var (left, right) = ([Float](repeating: 0, count: 400), [Float](repeating: 0, count: 400))
      SongPlayer.render(player.audioContext, left: &left, right: &right, count: 400)
      #expect(left.contains { $0 != 0 } == allKeys)
    }
  }

  @Test("Notes at 70 % of the tempo do not depend on block sizes")
  func inexactRate() throws {
    var events: [(tick: Int, bytes: [UInt8])] = [(0, [0xC0, 1])]
    for index in 0..<90 { events += Self.note(3 + 11 * index, key: UInt8(40 + index % 40)) }
    let file = try Song.file(end: 1000, events)
    var settings = SongSettings()
    settings.rate = 0.7
    let loader = InstrumentLoader(bank: SongRendererTests.bank)
    func rendered(block: Int) throws -> [Float] {
      var song = try SongRenderer(
        file, bank: SongRendererTests.bank, configuration: Self.configuration,
        excerpt: SongExcerpt(settings)
      ) { (preset, usedKeys) throws(SampleCodecError) in
        try loader.prepare(presetAt: preset, usedKeys: usedKeys)
      }
      var audio: [Float] = []
      while audio.count < 11_000 {
        var (left, right) = (
          [Float](repeating: 0, count: block), [Float](repeating: 0, count: block)
        )
        guard song.render(left: &left, right: &right, count: block) else { break }
        audio += left
      }
      return Array(audio.prefix(11_000))
    }
    let whole = try rendered(block: 11_000)
    #expect(whole.contains { $0 != 0 })
    for block in [1, 10, 91, 100] { #expect(try rendered(block: block) == whole) }
  }

  @Test("A song is over when its decay is silent, and not before its end or after a seek")
  func over() throws {
    let stage = try Stage(Self.tone + Self.note(100), end: 200)
    try stage.player.play()
    stage.render(1590)
    #expect(!stage.player.isOver)
    stage.render(8000)
    #expect(stage.player.isOver && stage.player.position.isFinished)
    try stage.player.seek(to: 0)
    stage.render(64)
    #expect(!stage.player.isOver)
    // A note without an end is released at the end of the song.
    let held = try Stage(Self.tone + [(0, [0x90, 60, 127])], end: 10)
    try held.player.play()
    held.render(80 + 400)
    #expect(!held.player.isOver)
    held.render(8000)
    #expect(held.player.isOver)
  }

  @Test("A rendering has the settings of the player", arguments: [0.37, 0.9, 1.25, 1.3])
  func settings(rate: Double) throws {
    var events: [(tick: Int, bytes: [UInt8])] = [(0, [0xC0, 1]), (0, [0xC1, 1])]
    for index in 0..<20 {
      events += Self.note(7 + 31 * index, key: UInt8(50 + index))
      events.append((9 + 31 * index, [0x91, UInt8(90 - index), 100]))
    }
    let file = try Song.file(end: 800, events.sorted { $0.tick < $1.tick })
    var settings = SongSettings()
    (settings.rate, settings.transposition, settings.mutedChannels) = (rate, -3, 0b10)
    let loader = InstrumentLoader(bank: SongRendererTests.bank)
    var song = try SongRenderer(
      file, bank: SongRendererTests.bank, configuration: Self.configuration,
      excerpt: SongExcerpt(settings)
    ) { (preset, usedKeys) throws(SampleCodecError) in
      try loader.prepare(presetAt: preset, usedKeys: usedKeys)
    }
    // 800 ticks of 8 frames.
    #expect(song.durationFrames == Int64((6400 / rate).rounded(.up)))
    let player = try SongPlayer(
      file, bank: SongRendererTests.bank, decoder: nil, configuration: Self.configuration)
    try player.setRate(rate)
    try player.setTransposition(semitones: -3)
    try player.setMutedChannels(0b10)
    try player.play()
    for _ in 0..<song.durationFrames / 512 {
      var (left, right) = ([Float](repeating: 0, count: 512), [Float](repeating: 0, count: 512))
      var (expected, other) = (left, right)
      #expect(song.render(left: &left, right: &right, count: 512))
      SongPlayer.render(player.audioContext, left: &expected, right: &other, count: 512)
      #expect(left == expected && right == other && left.contains { $0 != 0 })
    }
  }

  @Test("Muted channels are silent, also notes that sound already")
  func muting() throws {
    let stage = try Stage(
      [(0, [0xC0, 1]), (0, [0xC1, 1]), (0, [0x90, 69, 127]), (300, [0x91, 72, 127])])
    try stage.player.play()
    stage.render(1000)
    #expect(stage.audio[500...].contains { $0 != 0 })
    try stage.player.setMutedChannels(0b01)
    stage.render(1400)
    #expect(stage.audio[1200...].allSatisfy { $0 == 0 })
    stage.render(1000)
    #expect(stage.audio[2500...].contains { $0 != 0 })
    try stage.player.setMutedChannels(0b11)
    stage.render(1000)
    #expect(stage.audio[3600...].allSatisfy { $0 == 0 })
  }

  @Test("The level of a channel scales its notes, also those that sound, and no others")
  func levels() throws {
    let events: [(Int, [UInt8])] = [
      (0, [0xC0, 1]), (0, [0xC1, 1]), (0, [0x90, 69, 127]), (0, [0x91, 72, 127]),
    ]
    let (full, soft) = (try Stage(events), try Stage(events))
    try soft.player.setLevel(decibels: -6.020_599_913, ofChannel: 0)
    try soft.player.setLevel(decibels: 6, ofChannel: 0x1F)
    for stage in [full, soft] {
      try stage.player.setMutedChannels(0b10)
      try stage.player.play()
      stage.render(2000)
    }
    let pairs = zip(full.audio, soft.audio)
    #expect(full.audio.contains { $0 != 0 })
    #expect(pairs.allSatisfy { abs($1 - $0 / 2) < 1e-6 })
  }

  @Test("A command that a full queue cannot take throws, and so does a tempo of NaN")
  func fullQueue() throws {
    let stage = try Stage(Self.note(0), configuration: Self.configuration)
    var sent = 0
    while sent < 1000, (try? stage.player.seek(to: 0)) != nil { sent += 1 }
    #expect(sent == 256)
    let player = stage.player
    let commands: [() throws -> Void] = [
      { try player.play() },
      { try player.pause() },
      { try player.setRate(2) },
      { try player.setLoop(0..<100) },
      { try player.setTransposition(semitones: 1) },
      { try player.setMutedChannels(1) },
      { try player.setLevel(decibels: 1, ofChannel: 0) },
    ]
    for command in commands { #expect(throws: LiveCommandError.queueFull) { try command() } }
    stage.render(64)
    for command in commands { try command() }
    #expect(throws: LiveCommandError.notANumber) { try player.setRate(.nan) }
    #expect(throws: LiveCommandError.notANumber) {
      try player.setLevel(decibels: .nan, ofChannel: 0)
    }
    #expect("\(LiveCommandError.queueFull)" != "\(LiveCommandError.notANumber)")
  }
}
