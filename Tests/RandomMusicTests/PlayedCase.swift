import Foundation
import PeachMusicUnits
import PeachSynthesis
import RandomMusic

/// A case rendered in one block, in many blocks, and by many threads, with the detected faults.
struct PlayedCase {
  private let random: RandomCase
  private let whole: [Float]
  private let cut: [Float]
  private let multithreaded: [Float]
  /// The largest number of active voices after any event, and at the end.
  let mostVoices: Int

  init(seed: UInt64) throws {
    random = try RandomCase(seed: seed)
    (whole, _) = Self.play(random, random.whole)
    let voicesAtEnd: Int
    (cut, voicesAtEnd) = Self.play(random, random.cut)
    multithreaded = Self.playMultithreaded(random)
    mostVoices = max(voicesAtEnd, Self.mostVoices(random))
  }

  var peak: Float { whole.reduce(0) { max($0, abs($1)) } }

  /// The descriptions of violated properties.
  var faults: [String] {
    var found: [String] = []
    if let index = whole.firstIndex(where: { !$0.isFinite }) {
      found.append("frame \(index % random.frameCount) is \(whole[index])")
    }
    if let index = whole.indices.first(where: { whole[$0].bitPattern != cut[$0].bitPattern }) {
      found.append(
        "frame \(index % random.frameCount) is \(whole[index]), and \(cut[index]) in other blocks")
    }
    if let index = whole.indices.first(where: {
      whole[$0].bitPattern != multithreaded[$0].bitPattern
    }) {
      found.append(
        "frame \(index % random.frameCount) is \(whole[index]), "
          + "and \(multithreaded[index]) with several threads"
      )
    }
    if Double(peak) > limit { found.append("the peak is \(peak), over \(limit)") }
    if mostVoices > random.configuration.maximumVoices {
      found.append(
        "\(mostVoices) voices are active; the limit is \(random.configuration.maximumVoices)")
    }
    return found.map { "Case \(random.seed): \($0)." }
  }

  /// A limit that only a fault exceeds.
  ///
  /// A filter's gain is at most the sum of magnitudes of its impulse response: for a second-order
  /// low-pass of damping ζ in continuous time coth(πζ / 2√(1 − ζ²)) for any cutoff modulation,
  /// which only scales its time; doubled for discrete time. Its peak is at most 96 dB (SoundFont
  /// 2.04 §8.1.3, generator 9), half of which the level compensates, possibly late. A tremolo
  /// raises the level by at most 96 dB (generator 13). The pool has more voices than the polyphony
  /// limit, for stolen voices, and a multiple of 64. The weights of interpolation, with a sum of
  /// magnitudes below 2, and the effects count as a factor of 4.
  private var limit: Double {
    let amplification = random.amplifies ? pow(10, 96.0 / 20) : 1
    let squared = amplification * amplification
    let quality = ((squared + (squared * (squared - 1)).squareRoot()) / 2).squareRoot()
    let damping = 1 / (2 * quality)
    let filter = 1 / tanh(Double.pi * damping / (2 * (1 - damping * damping).squareRoot()))
    let most = random.configuration.maximumVoices
    let voices = Double((most + max(8, most / 8) + 63) / 64 * 64)
    return voices * 4 * 2 * filter * amplification * random.configuration.gain.amplitude
  }

  private static func play(_ random: RandomCase, _ plan: BlockPlan) -> ([Float], voices: Int) {
    var synthesizer = random.makeSynthesizer()
    // Frames that are not written stay NaN.
    var output = [Float](repeating: .nan, count: 2 * random.frameCount)
    output.withUnsafeMutableBufferPointer { output in
      guard let left = output.baseAddress else { return }
      plan.play(on: &synthesizer, left: left, right: left + random.frameCount)
    }
    return (output, synthesizer.soundingVoiceCount)
  }

  /// Renders with as many threads as processors, in voice partitions.
  private static func playMultithreaded(_ random: RandomCase) -> [Float] {
    var synthesizer = random.makeSynthesizer()
    let runner = MultiThreadRunner()
    var output = [Float](repeating: .nan, count: 2 * random.frameCount)
    output.withUnsafeMutableBufferPointer { output in
      guard let left = output.baseAddress else { return }
      let right = left + random.frameCount
      func play(to frame: Int) {
        let done = Int(synthesizer.frame)
        synthesizer.render(
          left: left + done, right: right + done, count: frame - done, with: runner,
          minimumWork: 0)
      }
      for timed in random.events {
        play(to: timed.frame)
        synthesizer.handle(timed.event)
      }
      play(to: random.frameCount)
      synthesizer.finishSpans()
    }
    return output
  }

  /// Returns the largest number of active voices after any event.
  private static func mostVoices(_ random: RandomCase) -> Int {
    var synthesizer = random.makeSynthesizer()
    var output = [Float](repeating: 0, count: 2 * random.frameCount)
    var most = 0
    output.withUnsafeMutableBufferPointer { output in
      guard let left = output.baseAddress else { return }
      for timed in random.events {
        synthesizer.render(
          left: left, right: left + random.frameCount, count: timed.frame - Int(synthesizer.frame))
        synthesizer.handle(timed.event)
        most = max(most, synthesizer.soundingVoiceCount)
      }
    }
    return most
  }
}
