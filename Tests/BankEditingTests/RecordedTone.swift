import Foundation

/// A recording of known pitch with a fade-in, a sustained tone and a fade-out.
struct RecordedTone {
  var hertz = 220.0
  var seconds = 1.6
  var sampleRate = 44_100.0
  var partials = [0.5]
  /// The vibrato depth in cents, at 5.3 Hz.
  var vibratoCents = 0.0
  /// The decay in decibels per second.
  var fallDecibels = 0.0
  /// The level of uniform noise, in dBFS.
  var noiseDecibels = -200.0

  static let vibratoHertz = 5.3

  var frames: [Float] {
    var frames = [Float](repeating: 0, count: Int(seconds * sampleRate))
    let modulationIndex =
      vibratoCents == 0 ? 0 : vibratoCents * log(2) / 1200 * hertz / Self.vibratoHertz
    let fall = pow(10, -fallDecibels / 20 / sampleRate)
    let noise = pow(10, noiseDecibels / 20)
    var level = 1.0
    var random: UInt64 = 1
    for index in frames.indices {
      let time = Double(index) / sampleRate
      let phase =
        2 * .pi * hertz * time - modulationIndex * cos(2 * .pi * Self.vibratoHertz * time)
      var value = 0.0
      for (number, amplitude) in partials.enumerated() {
        value += amplitude * sin(Double(number + 1) * phase + Double(number))
      }
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let hiss = noise * (Double(random >> 33) / Double(1 << 30) - 1)
      let rise = min(time / 0.05, 1, (seconds - time) / 0.08)
      frames[index] = Float(value * level * rise + hiss)
      level *= fall
    }
    return frames
  }

  /// Returns the frequency of a key with an offset in cents.
  static func hertz(_ key: Int, cents: Double = 0) -> Double {
    440 * pow(2, (Double(key - 69) + cents / 100) / 12)
  }
}
