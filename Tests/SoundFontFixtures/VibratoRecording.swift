import Foundation
import PeachInstrumentModel

/// A recording of a harmonic tone with vibrato, of one player or several.
public struct VibratoRecording {
  /// The mean pitch, in hertz.
  public var hertz = 440.0
  /// The sample rate, in hertz.
  public var rate = 44_100.0
  /// The length; the loop begins after half of it.
  public var seconds = 1.4
  /// The amplitude of the vibrato in cents, at ``vibratoHertz``.
  public var vibratoCents = 20.0
  /// The rate of the vibrato.
  public var vibratoHertz = 5.2
  /// The detuning of each player, in cents. Each has a vibrato of its own rate.
  public var players = [0.0]
  /// The decay in decibels per second.
  public var decay = 0.0
  /// The peak, 0…1.
  public var level = 0.6

  /// Creates a recording of one player.
  public init() {}

  /// The loop, a whole number of cycles of the vibrato.
  public var loop: Range<Int> {
    let cycles = (0.5 * seconds * vibratoHertz).rounded(.down)
    let count = Int((cycles / vibratoHertz * rate).rounded())
    let end = Int(seconds * rate) - 20
    return end - count..<end
  }

  /// The frames, −1…1.
  public var frames: [Double] {
    let count = Int(seconds * rate)
    var sum = [Double](repeating: 0, count: count)
    for (number, cents) in players.enumerated() {
      let speed = vibratoHertz * (1 + 0.11 * Double(number))
      var phase = 0.37 * Double(number)
      for index in 0..<count {
        let time = Double(index) / rate
        let contour = cents + vibratoCents * sin(2 * .pi * (speed * time + 0.3 * Double(number)))
        phase += hertz * exp2(contour / 1200) / rate
        // Chebyshev's recurrence of the partials.
        let (turn, first) = (2 * cos(2 * .pi * phase), sin(2 * .pi * phase))
        var (before, own) = (0.0, first)
        for partial in 1...12 where Double(partial) * hertz < 0.4 * rate {
          sum[index] += own / Double(partial)
          (before, own) = (own, turn * own - before)
        }
      }
    }
    for index in 0..<count {
      let time = Double(index) / rate
      sum[index] *= min(time / 0.04, 1) * pow(10, -decay * time / 20)
    }
    let peak = sum.reduce(0) { max($0, abs($1)) }
    return sum.map { level * $0 / peak }
  }

  /// Returns the recording as a sample of a bank.
  public func sample(root: UInt8) -> SoundFontSample {
    SoundFontSample(
      frames: frames.map { Int16(($0 * 32_767).rounded()) }, loop: loop, rate: UInt32(rate),
      root: root)
  }

  /// A bank with a violin 0:40, 7 cents sharp, strings 0:48 of three players, and a kit that plays
  /// the sample of the violin.
  public static var bank: SoundFontBuilder {
    var violin = VibratoRecording()
    violin.hertz = 440 * exp2(7.0 / 1200)
    var strings = VibratoRecording()
    strings.players = [-9, 1, 8]
    strings.vibratoCents = 12
    var builder = SoundFontBuilder()
    builder.samples = [violin.sample(root: 69), strings.sample(root: 69)]
    builder.instruments = [
      .init("Violin", zones: [.init([.init(.sampleModes, 1)], plays: 0)]),
      .init("Strings", zones: [.init([.init(.sampleModes, 1)], plays: 1)]),
      .init("Kit", zones: [.init([.init(.sampleModes, 1)], plays: 0)]),
    ]
    builder.presets = [
      .init("Violin", program: 40, zones: [.init(plays: 0)]),
      .init("Strings", program: 48, zones: [.init(plays: 1)]),
      .init("Kit", bank: 128, zones: [.init(plays: 2)]),
    ]
    return builder
  }
}
