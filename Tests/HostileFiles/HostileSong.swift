import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachSongFormats
import PeachSynthesis
import SoundMeasurement

/// Plays the beginning of a song, or reads its bytes as a stream of messages.
enum HostileSong {
  private static let bank = TestBank.bank(
    samples: [((0..<100).map { Int16($0 * 300) }, 0..<100, 48_000, 60)],
    presets: [[Region(sample: 0)]])

  static func play(_ bytes: [UInt8]) {
    guard let file = try? SongFile(bytes: bytes).song else { return }
    precondition(file.tracks.allSatisfy { $0.endTick >= 0 && $0.endTick <= MIDIFile.largestTick })
    // The last byte, as the number of repetitions, is as good as any.
    let looped = try? LoopedSong(file, repeating: Int(bytes[bytes.count - 1]), fadeSeconds: 1)
    precondition(looped.map { $0.song.endTick <= MIDIFile.largestTick } ?? true)
    let configuration = SynthesizerConfiguration(sampleRate: 8000, maximumVoices: 8)
    let song = try? SongRenderer(file, bank: bank, decoder: nil, configuration: configuration)
    guard var song else { return }
    let frames = UnsafeMutablePointer<Float>.allocate(capacity: 2 * 512)
    defer { frames.deallocate() }
    for _ in 0..<16 {
      if !song.render(left: frames, right: frames + 512, count: 512) { return }
      precondition(abs(frames[0]) < 1e9 && abs(frames[1023]) < 1e9)
    }
  }

  static func parse(_ bytes: [UInt8]) {
    var parser = MIDIParser(systemExclusiveCapacity: 512)
    for byte in bytes {
      if parser.step(byte) == .systemExclusive {
        var decoder = SystemExclusiveDecoder(parser.systemExclusive)
        while decoder.next() != nil {}
      }
    }
    bytes.withUnsafeBytes {
      var decoder = SystemExclusiveDecoder($0)
      while decoder.next() != nil {}
    }
  }
}
