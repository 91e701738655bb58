import Peach

/// The pitch of a recording, as `peach tune --analyze` prints it. Property names are JSON keys.
struct RecordingPitchReport: Encodable {
  private var path: String
  /// This and all following properties are `nil` if the recording has no pitch.
  private var hertz: Double?
  private var note: String?
  /// The deviation from that note.
  private var cents: Double?
  private var uncertainty: Double?
  /// The standard deviation of the pitch over time.
  private var spread: Double?

  /// Reads an audio file and measures the channel with the highest power.
  init(path: String) throws {
    self.path = path
    let audio = try DecodedAudio(contentsOf: path)
    let frames = Self.strongestChannel(audio)
    let measurement = frames.withUnsafeBufferPointer {
      PitchEstimator().measure($0, sampleRate: audio.sampleRate)
    }
    guard let pitch = measurement?.pitch else { return }
    let noteNumber = 69 + 12 * Exponential.log2(pitch.frequency.hertz / 440)
    let key = noteNumber.rounded()
    hertz = pitch.frequency.hertz
    note = Self.name(Int(key))
    cents = 100 * (noteNumber - key)
    uncertainty = pitch.uncertaintyCents
    spread = pitch.spreadCents
  }

  func print(asJSON: Bool) throws {
    if asJSON { return try Console.print(json: self) }
    guard let hertz, let note, let cents, let uncertainty else {
      throw CommandFailure(reason: "\(path) has no pitch.")
    }
    let sign = cents < 0 ? "−" : "+"
    Console.print(
      "\(hertz.decimals(3)) Hz  \(note) \(sign)\(abs(cents).decimals(2)) cents  "
        + "±\(uncertainty.decimals(2))")
  }

  private static func strongestChannel(_ audio: DecodedAudio) -> [Float] {
    let count = max(audio.channelCount, 1)
    var best: [Float] = []
    var peakPower = -1.0
    for channel in 0..<count {
      let frames = stride(from: channel, to: audio.values.count, by: count).map { audio.values[$0] }
      let power = frames.reduce(0.0) { $0 + Double($1) * Double($1) }
      if power > peakPower { (best, peakPower) = (frames, power) }
    }
    return best
  }

  private static func name(_ key: Int) -> String {
    let names = ["C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B"]
    let octave = (Double(key) / 12).rounded(.down) - 1
    return "\(names[(key % 12 + 12) % 12])\(Int(octave))"
  }
}
