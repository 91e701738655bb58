public import PeachInstrumentFiles
import PeachInstrumentModel

/// Samples that are stretched by parts of a cent, because their headers cannot say these.
///
/// ```swift
/// let left = retuning.residualCentsOfHeaders
/// var contents = try SoundFont.read(ByteStorage(copying: retuning.bytes())).contents()
/// let resampling = PitchResampling(contents, centsOfSamples: left)
/// resampling.apply(to: &contents)
/// ```
public struct PitchResampling: Sendable {
  /// How each sample is stretched, by its place; those that stay as they are have none.
  public private(set) var plans: [Int: ResamplingPlan] = [:]
  /// How many stay further from their pitch than the limit: compressed ones, those in ROM, those
  /// whose loops zones move frame by frame, and short loops that must not go round more often.
  public private(set) var leftCount = 0

  /// Plans for the samples that are to sound more than `limitCents` higher or lower; `cents` has a
  /// number for each of them.
  public init(
    _ contents: SoundFontContents, centsOfSamples cents: [Double], limitCents: Double = 0.01
  ) {
    precondition(cents.count == contents.samples.count, "One number for each sample.")
    let uses = Self.uses(contents)
    for (place, sample) in contents.samples.enumerated() where abs(cents[place]) > limitCents {
      var isStored = false
      switch sample.recording {
      case .integer16, .integer24: isStored = true
      case .compressed, .readOnlyMemory: break
      }
      let count = sample.recording.frameCount ?? 0
      let isWhole = sample.loop.map { $0.lowerBound >= 0 && $0.upperBound <= count } ?? true
      if isStored, count > 0, isWhole, !uses[place].movesLoop,
        let plan = ResamplingPlan(
          raisedBy: cents[place], sampleRate: sample.sampleRate,
          loopFrameCount: sample.loop?.count, mayUnroll: !uses[place].playsThrough)
      {
        plans[place] = plan
      }
      let reached = plans[place]?.cents ?? 0
      if abs(cents[place] - reached) > limitCents { leftCount += 1 }
    }
  }

  /// Stretches them. Samples that shared a recording have their own from then on. Takes about a
  /// second for a million frames; not for the audio thread.
  public func apply(to contents: inout SoundFontContents) {
    let sinc = WindowedSinc()
    for (place, plan) in plans.sorted(by: { $0.key < $1.key }) {
      let sample = contents.samples[place]
      let is24Bit = if case .integer24 = sample.recording { true } else { false }
      let result = ResampledSample(
        Self.frames(sample.recording), loop: sample.loop, plan: plan, sinc: sinc)
      contents.samples[place].recording = Self.recording(result.frames, is24Bit: is24Bit)
      contents.samples[place].loop = result.loop
      contents.samples[place].sampleRate = plan.sampleRate
      contents.samples[place].pitchCorrection = Int8(
        clamping: Int(sample.pitchCorrection) + plan.correctionCents)
    }
  }

  /// What zones do with a sample.
  private struct Use {
    /// They move its loop by frames, which are others once it is stretched.
    var movesLoop = false
    /// They play on behind it: what is in it must not get longer.
    var playsThrough = false
  }

  private static func uses(_ contents: SoundFontContents) -> [Use] {
    let movers: [Generator] = [
      .startLoopAddressOffset, .startLoopAddressCoarseOffset, .endLoopAddressOffset,
      .endLoopAddressCoarseOffset,
    ]
    var uses = [Use](repeating: Use(), count: contents.samples.count)
    for instrument in contents.instruments {
      let global = instrument.zones.global
      for zone in instrument.zones {
        guard let sample = zone.target, uses.indices.contains(sample) else { continue }
        func amount(_ generator: Generator) -> Int16 { zone[generator] ?? global?[generator] ?? 0 }
        if movers.contains(where: { amount($0) != 0 }) { uses[sample].movesLoop = true }
        if amount(.sampleModes) & 3 != 1 { uses[sample].playsThrough = true }
      }
    }
    return uses
  }

  /// In steps of the recording's own.
  private static func frames(_ recording: SoundFontContents.Sample.Recording) -> [Double] {
    switch recording {
    case .integer16(let frames):
      let bytes = frames.bytes
      return (0..<bytes.count / 2).map { Double(high(bytes, $0)) }
    case .integer24(let high, let low):
      let (high, low) = (high.bytes, low.bytes)
      return (0..<min(high.count / 2, low.count)).map {
        Double(Int(Self.high(high, $0)) * 256 + Int(low[$0]))
      }
    case .compressed, .readOnlyMemory: return []
    }
  }

  private static func high(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int16 {
    Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * place, as: Int16.self))
  }

  private static func recording(
    _ frames: [Double], is24Bit: Bool
  ) -> SoundFontContents.Sample.Recording {
    let limit = is24Bit ? 8_388_608 : 32_768
    var high: [UInt8] = []
    var low: [UInt8] = []
    high.reserveCapacity(2 * frames.count)
    for frame in frames {
      // What rises above the highest frame between two frames is cut.
      let number = min(max(Int(frame + Double(limit) + 0.5), 0), 2 * limit - 1) - limit
      if is24Bit { low.append(UInt8(truncatingIfNeeded: number)) }
      let own = is24Bit ? number >> 8 : number
      high.append(UInt8(truncatingIfNeeded: own))
      high.append(UInt8(truncatingIfNeeded: own >> 8))
    }
    let stored = StoredBytes(copying: high)
    return is24Bit ? .integer24(high: stored, low: StoredBytes(copying: low)) : .integer16(stored)
  }
}
