package import PeachInstrumentFiles
import PeachInstrumentModel

/// Corrects the pitch of samples by fractions of a cent, which sample headers cannot represent.
///
/// ```swift
/// let left = retuning.residualCentsOfHeaders
/// var contents = try SoundFont.read(ByteStorage(copying: retuning.bytes())).contents()
/// let resampling = PitchResampling(contents, centsOfSamples: left)
/// resampling.apply(to: &contents)
/// ```
public struct PitchResampling: Sendable {
  package private(set) var plans: [Int: ResamplingPlan] = [:]
  /// The number of samples whose error remains above the limit: compressed samples, samples in ROM,
  /// samples with loop offsets, and short loops that must not be unrolled.
  public private(set) var uncorrectedCount = 0

  /// Plans the correction of each sample by `cents`. Omits corrections below `limitCents`.
  package init(
    _ contents: SoundFontContents, centsOfSamples cents: [Double], limitCents: Double = 0.01
  ) {
    precondition(cents.count == contents.samples.count, "Each sample needs a correction.")
    let uses = contents.sampleUses
    for (index, sample) in contents.samples.enumerated() where abs(cents[index]) > limitCents {
      let isInROM = if case .readOnlyMemory = sample.recording { true } else { false }
      let count = sample.recording.frameCount ?? 0
      let isLoopValid = sample.loop.map { $0.lowerBound >= 0 && $0.upperBound <= count } ?? true
      let hasLoopOffset = uses[index].hasLoopStartOffset || uses[index].hasLoopEndOffset
      if !isInROM, count > 0, isLoopValid, !hasLoopOffset {
        plans[index] = ResamplingPlan(
          raisedBy: cents[index], sampleRate: sample.sampleRate,
          loopFrameCount: sample.loop?.count, mayUnroll: !uses[index].playsPastLoop)
      }
      let correctedCents = plans[index]?.cents ?? 0
      if abs(cents[index] - correctedCents) > limitCents { uncorrectedCount += 1 }
    }
  }

  /// Resamples the planned samples, which no longer share data with others afterwards. Takes about
  /// a second for a million frames; not for the audio thread.
  package func apply(to contents: inout SoundFontContents) {
    let sinc = WindowedSinc()
    for (index, plan) in plans.sorted(by: { $0.key < $1.key }) {
      let sample = contents.samples[index]
      let is24Bit = if case .integer24 = sample.recording { true } else { false }
      let limit = is24Bit ? 8_388_608 : 32_768
      let result = ResampledSample(
        Self.frames(sample.recording), loop: sample.loop, plan: plan, sinc: sinc)
      contents.samples[index].recording = .init(is24Bit: is24Bit, frameCount: result.frames.count) {
        // Interpolation may exceed full scale between two frames.
        min(max(Int(result.frames[$0] + Double(limit) + 0.5), 0), 2 * limit - 1) - limit
      }
      contents.samples[index].loop = result.loop
      contents.samples[index].sampleRate = plan.sampleRate
      contents.samples[index].pitchCorrection = Int8(
        clamping: Int(sample.pitchCorrection) + plan.correctionCents)
    }
  }

  /// Returns the frames as integer values.
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

  private static func high(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Int16 {
    Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * index, as: Int16.self))
  }
}
