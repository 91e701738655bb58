import Foundation
import PeachAudio

/// An engine on an offline device, and sounds to measure.
struct Studio {
  let device: OfflineAudioDevice
  let engine: PlaybackEngine
  let rate = 48_000.0

  init(periodFrames: Int = 128) throws {
    device = OfflineAudioDevice(periodFrames: periodFrames, capturesSound: true)
    engine = try PlaybackEngine(device: device)
  }

  /// Advances the time, and returns the left channel.
  func render(_ frames: Int) -> [Float] {
    device.advance(frames: frames)
    return device.takeCapture().left
  }

  /// Returns a player of samples with a constant value: the output is 0 between notes only.
  func constantPlayer() throws -> SoundFontNotePlayer {
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString) A4.wav"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let frames = [Float](repeating: 0.5, count: 48_000)
    let writer = try AudioFileWriter(path: path, type: .wav, sampleRate: 48_000, format: .float32)
    try writer.write(left: frames, right: frames, frameCount: frames.count)
    try writer.complete()
    let bank = try SoundBank(named: "Constant", audioFiles: [path])
    return try SoundFontNotePlayer(
      playing: BankPreset(bank: bank, index: 0), on: engine,
      options: NoteOptions(intonation: nil, tone: .recorded))
  }

  /// Returns the number of frames of a note of ``constantPlayer()`` that are 0, before the sound.
  func silentFrames(_ player: SoundFontNotePlayer) async throws -> Int {
    let note = ScheduledNote(frequency: .hertz(440), duration: .milliseconds(20))
    _ = try await player.schedule([note], atFrame: engine.clock)
    return render(4_800).prefix { $0 == 0 }.count
  }
}

/// Collects the frames at which silence ends, and the peaks until it returns.
struct Onsets {
  private(set) var frames: [Int] = []
  private(set) var peaks: [Float] = []
  private var position = 0
  private var wasSilent = true

  mutating func add(_ audio: [Float]) {
    for value in audio {
      if value != 0 {
        if wasSilent {
          frames.append(position)
          peaks.append(0)
        }
        peaks[peaks.count - 1] = max(peaks[peaks.count - 1], abs(value))
      }
      wasSilent = value == 0
      position += 1
    }
  }
}

/// A sine that fits audio best: its phase difference between two windows is its frequency.
struct FittedSine {
  let hertz: Double
  let amplitude: Double
  /// At the first frame.
  let phase: Double

  init(_ audio: ArraySlice<Float>, near guess: Double, rate: Double) {
    let audio = Array(audio)
    var hertz = guess
    let half = audio.count / 2
    for _ in 0..<4 {
      let (first, second) = (
        Self.component(audio[..<half], hertz / rate), Self.component(audio[half...], hertz / rate)
      )
      let turned = (second.phase - first.phase).remainder(dividingBy: 2 * .pi)
      hertz += turned * rate / (2 * .pi * Double(half))
    }
    self.hertz = hertz
    (amplitude, phase) = Self.component(audio[...], hertz / rate)
  }

  func cents(above other: Double) -> Double { 1200 * log2(hertz / other) }

  /// The value of the sine at a frame.
  func value(at frame: Int, rate: Double) -> Double {
    amplitude * cos(2 * .pi * hertz * Double(frame) / rate + phase)
  }

  /// The amplitude and the phase at frame 0 of the array, with a Hann window.
  private static func component(
    _ audio: ArraySlice<Float>, _ cyclesPerFrame: Double
  ) -> (amplitude: Double, phase: Double) {
    var (real, imaginary, total) = (0.0, 0.0, 0.0)
    for frame in audio.indices {
      let place = (Double(frame - audio.startIndex) + 0.5) / Double(audio.count)
      let window = 0.5 - 0.5 * cos(2 * .pi * place)
      let angle = 2 * .pi * cyclesPerFrame * Double(frame)
      real += Double(audio[frame]) * window * cos(angle)
      imaginary -= Double(audio[frame]) * window * sin(angle)
      total += window
    }
    return (2 * hypot(real, imaginary) / total, atan2(imaginary, real))
  }
}
