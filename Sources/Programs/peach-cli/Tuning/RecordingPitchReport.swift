import PeachServices

/// The pitch of a recording, as `peach tune --analyze` prints it.
enum RecordingPitchReport {
  /// Measures the channel of an audio file with the highest power, and prints its pitch. JSON
  /// contains nothing but the path if there is no pitch.
  static func print(path: String, _ referencePitch: Frequency, asJSON: Bool) throws {
    let audio = try DecodedAudio(contentsOf: path)
    let measurement = strongestChannel(audio).withUnsafeBufferPointer {
      PitchEstimator().measure($0, sampleRate: audio.sampleRate)
    }
    guard let pitch = measurement?.pitch else {
      if asJSON { return try Console.print(json: ["path": path] as JSON) }
      throw CommandFailure(reason: "\(path) has no pitch.")
    }
    let hertz = pitch.frequency.hertz
    let (note, cents) = note(hertz, referencePitch)
    if asJSON {
      let json: JSON = [
        "path": path, "hertz": hertz, "note": note, "cents": cents,
        "referencePitch": referencePitch.hertz,
        "uncertainty": pitch.uncertaintyCents, "spread": pitch.spreadCents,
      ]
      return try Console.print(json: json)
    }
    Console.print(
      "\(hertz.decimals(3)) Hz  \(note) \(signed(cents)) cents  "
        + "±\(pitch.uncertaintyCents.decimals(2))\(suffix(referencePitch))")
  }

  /// Returns the end of a line with a note: the frequency of A4, unless it is 440 Hz.
  static func suffix(_ referencePitch: Frequency) -> String {
    referencePitch == FrequencyCalculation.concertPitch
      ? "" : "  (A4 = \(referencePitch.hertz.brief) Hz)"
  }

  /// Returns a number with its sign and two decimal places.
  static func signed(_ value: Double) -> String {
    (value < 0 ? "−" : "+") + abs(value).decimals(2)
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

  /// Returns the nearest note and the deviation from it, in cents.
  static func note(
    _ hertz: Double, _ referencePitch: Frequency
  ) -> (name: String, cents: Double) {
    let noteNumber = FrequencyCalculation.noteNumber(
      frequency: .hertz(hertz), referencePitch: referencePitch)
    let key = noteNumber.rounded()
    return (name(Int(saturating: key)), 100 * (noteNumber - key))
  }

  /// Returns the name of a key, such as `F♯4`.
  static func name(_ key: Int) -> String {
    let names = ["C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B"]
    let octave = (Double(key) / 12).rounded(.down) - 1
    return "\(names[(key % 12 + 12) % 12])\(Int(saturating: octave))"
  }
}
