import PeachServices
import PeachTrainerUI

enum DemoCommand: AsyncCommand {
  static let syntax = Syntax(
    name: "demo", summary: "Play four chords, straight and arpeggiated",
    purpose:
      "Plays C major and A minor, straight and arpeggiated, as the app SoundBankPlayer does.",
    usage: ["[options]"],
    groups: [
      "Output": [
        .value("output", "FILE", "audio file with all four chords", short: "o"), .rate, .format,
        .device, .nullAudio,
      ],
      "Instruments": [.noteBanks, .samplePath],
    ],
    notes: [
      "The first preset of the bank plays: usually a piano. At a terminal, the keys 1 to 4 play a\n"
        + "chord, and Q quits. Without a terminal, all chords are played once."
    ],
    examples: [
      "peach demo": "Play chords with the keys 1 to 4.",
      "peach demo --bank Piano.plist": "Play a bank of SoundBankPlayer.",
      "peach demo -o chords.wav": "Write all four chords to a file, one every 2.3 seconds.",
    ])

  static func runAsync(_ arguments: Arguments) async throws {
    let output = arguments.value("output")
    if let output {
      if output == StandardStream.name {
        throw UsageError(reason: "--output must be a file.")
      }
      try arguments.checkAudioOutput(output)
    }
    if output == nil, arguments.has("format") {
      throw UsageError(reason: "--format requires --output.")
    }
    let preset = try arguments.firstPreset()
    let rate = try arguments.rate()
    if let output {
      try await write(preset, to: output, rate: rate, format: arguments.format())
      return
    }
    let device = try arguments.openDevice(CommonOptions.settings(), sampleRate: Double(rate))
    let player = SoundBankPlayer(on: try PlaybackEngine(device: device))
    try player.setPreset(preset)
    Interruption.watch()
    if Console.isInteractive { try await playKeys(player) } else { try await playAll(player) }
    try player.allNotesOff()
    device.stop(.drain)
  }

  /// Renders all chords, each followed by its release.
  private static func write(
    _ preset: BankPreset, to path: String, rate: Int, format: WAVWriter.SampleFormat
  ) async throws {
    let device = OfflineAudioDevice(sampleRate: Double(rate), capturesSound: true)
    let player = SoundBankPlayer(on: try PlaybackEngine(device: device))
    try player.setPreset(preset)
    func advance(_ seconds: Double) {
      device.advance(frames: FrameCount.frames(clampingSeconds: seconds, rate: Double(rate)))
    }
    for chord in DemoChord.all {
      try await chord.play(on: player) { advance($0) }
      advance(DemoChord.release)
    }
    let audio = device.takeCapture()
    Interruption.watch()
    let writer = try AudioFileWriter(
      path: path, type: AudioFileType(ofPath: path) ?? .wav, sampleRate: rate, format: format)
    try writer.write(left: audio.left, right: audio.right, frameCount: audio.left.count)
    try writer.complete()
    Console.info("\(path): \(DemoChord.all.count) chords, \(audio.left.count) frames")
  }

  private static func playAll(_ player: SoundBankPlayer) async throws {
    for chord in DemoChord.all {
      Console.info(chord.name)
      try await chord.play(on: player) { try await sleep($0) }
      try await sleep(DemoChord.release)
    }
  }

  private static func playKeys(_ player: SoundBankPlayer) async throws {
    let terminal = SongTerminal()
    for (index, chord) in DemoChord.all.enumerated() { Console.info("\(index + 1)  \(chord.name)") }
    Console.info("Q  quit")
    terminal.enter()
    defer { terminal.restore() }
    var playing: Task<Void, any Error>?
    defer { playing?.cancel() }
    while true {
      try Interruption.check()
      for key in terminal.keys(milliseconds: 40) {
        switch key.letter {
        case "q"?: return
        case "1"?: playing = restart(playing, DemoChord.all[0], player)
        case "2"?: playing = restart(playing, DemoChord.all[1], player)
        case "3"?: playing = restart(playing, DemoChord.all[2], player)
        case "4"?: playing = restart(playing, DemoChord.all[3], player)
        default: if key == .interrupt || key == .escape { return }
        }
      }
    }
  }

  /// Plays a chord after the notes of the previous one are off.
  private static func restart(
    _ previous: Task<Void, any Error>?, _ chord: DemoChord, _ player: SoundBankPlayer
  ) -> Task<Void, any Error> {
    previous?.cancel()
    return Task {
      _ = await previous?.result
      try player.allNotesOff()
      try await chord.play(on: player) { try await Task.sleep(for: .seconds($0)) }
    }
  }

  private static func sleep(_ seconds: Double) async throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      try Interruption.check()
      let rest = end - ContinuousClock.now
      try await Task.sleep(for: min(rest, .milliseconds(20)))
    }
  }
}
