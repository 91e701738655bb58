public import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits

extension BankCheck {
  /// Checks the audio of all samples: silence, clipping, clicks at loop points and streams that
  /// cannot be decoded. Decodes each sample once, and samples that share their data together.
  ///
  /// - Parameters:
  ///   - limit: The maximum length of a decoded sample, in frames.
  ///   - shouldContinue: Called before each sample with the number of samples checked and their
  ///     total; `false` cancels.
  public mutating func checkSound(
    decoder: SampleDecoder?, limit: Int = 1 << 24,
    shouldContinue: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) {
    guard let bank else { return }
    var undecoded = 0
    var overlapping = 0
    var reader = CheckedSamples(bank, decoder: decoder, limit: limit)
    var loopBudget = FrameBudget(of: bank)
    for index in bank.samples.indices {
      guard shouldContinue(index, bank.samples.count) else { return }
      let sample = bank.samples[index]
      do throws(SampleCodecError) {
        try reader.read(sampleAt: index)
      } catch .noDecoder, .noWavPackDecoder {
        undecoded += 1
        continue
      } catch .tooManyFrames {
        overlapping += 1
        continue
      } catch {
        list.add(
          .notDecodable, "sample \(quoted: sample.name)", at: Self.offset(of: sample),
          Self.reason(error))
        continue
      }
      if let audio = reader.compressed { checkFormat(audio, sample) }
      check(reader, of: sample, index, &loopBudget)
    }
    if overlapping > 0 {
      list.add(
        .notDecoded, "",
        "\(overlapping) samples were not checked: all samples have more than "
          + "\(FrameBudget(of: bank).limit) frames, the limit for files of this size")
    }
    guard undecoded > 0 else { return }
    list.add(
      .notDecoded, "",
      "\(undecoded) compressed samples were not checked: this build has no decoder")
  }

  private mutating func check(
    _ reader: CheckedSamples, of sample: Sample, _ index: Int, _ loopBudget: inout FrameBudget
  ) {
    let frames = reader.frames
    // The header check has reported missing samples.
    if frames.isEmpty { return }
    let subject = "sample \(quoted: sample.name)"
    let level = reader.level
    if level.peak < SampleLevel.silence {
      return list.add(.silent, subject, "its \(frames.count) frames are silent")
    }
    if level.isClipped {
      let count = level.clipCount == 1 ? "once" : "\(level.clipCount) times"
      list.add(.clipped, subject, "it clips \(count), first at frame \(level.firstClip)")
    }
    var isReported = (click: false, outside: false)
    for region in played?[index] ?? [] where region.loops {
      if case .compressed = sample.encoding, let loop = sample.loop, !isReported.outside,
        loop.upperBound + Int(region.offsets.loopEnd) > frames.count
      {
        isReported.outside = true
        list.add(
          .loopOutside, subject,
          "its loop \(loop.lowerBound) to \(loop.upperBound) exceeds its \(frames.count) frames")
      }
      guard !isReported.click,
        let loop = region.offsets.frameRange(in: sample, frameCount: frames.count)?.loop,
        loopBudget.take(2 * loop.count),
        let discontinuity = LoopDiscontinuity(frames, loop: loop), discontinuity.isAudible
      else { continue }
      isReported.click = true
      let decibels = Self.text(Decibels(amplitude: Double(discontinuity.step)).value)
      list.add(
        .loopClick, subject,
        "its loop \(loop.lowerBound) to \(loop.upperBound) clicks: its ends differ by "
          + "\(decibels) dB relative to the sample's peak")
    }
  }

  private mutating func checkFormat(_ audio: DecodedAudio, _ sample: Sample) {
    if audio.sampleRate == sample.sampleRate && audio.channelCount == 1 { return }
    list.add(
      .streamFormat, "sample \(quoted: sample.name)",
      "its stream has \(audio.channelCount) channels at \(Self.text(audio.sampleRate)) Hz, its "
        + "header one at \(Self.text(sample.sampleRate)) Hz; the header is used")
  }

  private static func offset(of sample: Sample) -> Int? {
    if case .compressed(let range) = sample.encoding { range.lowerBound } else { nil }
  }

  private static func reason(_ error: SampleCodecError) -> String {
    switch error {
    case .tooManyFrames: "all samples have too many frames"
    case .noDecoder, .noWavPackDecoder: "it cannot be decoded: this build has no decoder"
    case .undecodable(let code): "it cannot be decoded (error \(code))"
    case .tooLong(let frames, let limit): "it decodes to \(frames) frames; the limit is \(limit)"
    }
  }
}
