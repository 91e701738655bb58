public import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits

extension BankCheck {
  /// Checks what the samples sound like: silence, clipping, clicks at loops, streams that cannot be
  /// decoded. Decodes every sample once and lets it go again.
  ///
  /// `limit` bounds what one compressed sample may decode to, in frames. `shouldContinue` is asked
  /// before each sample with how many are done and how many there are; on false the rest is left.
  public mutating func checkSound(
    decoder: SampleDecoder?, limit: Int = 1 << 24,
    shouldContinue: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) {
    guard let bank else { return }
    var undecoded = 0
    for index in bank.samples.indices {
      guard shouldContinue(index, bank.samples.count) else { return }
      let sample = bank.samples[index]
      var frames: [Float] = []
      do throws(SampleCodecError) {
        if case .compressed(let range) = sample.encoding {
          guard let decoder else {
            undecoded += 1
            continue
          }
          let bytes = UnsafeRawBufferPointer(rebasing: bank.storage.bytes[range])
          let audio = try decoder(bytes, limit)
          checkFormat(audio, sample)
          frames = audio.firstChannel
        } else {
          frames = try bank.readFrames(ofSampleAt: index, decoder: nil, limit: limit)
        }
      } catch {
        list.add(
          .notDecodable, "sample ‘\(sample.name)’", at: Self.offset(of: sample),
          Self.reason(error))
        continue
      }
      check(frames, of: sample, index)
    }
    if undecoded > 0 {
      list.add(
        .notDecoded, "",
        "\(undecoded) compressed samples were not listened to: this build has no decoder")
    }
  }

  private mutating func check(_ frames: [Float], of sample: Sample, _ index: Int) {
    // What is missing was told of with its header.
    if frames.isEmpty { return }
    let subject = "sample ‘\(sample.name)’"
    let level = SampleLevel(frames)
    if level.peak < SampleLevel.silence {
      list.add(.silent, subject, "its \(frames.count) frames are silent")
      return
    }
    if level.isClipped {
      list.add(
        .clipped, subject,
        "it is cut off at full scale \(level.clipCount) times, first at frame \(level.firstClip)")
    }
    var isTold = (click: false, outside: false)
    for recording in played?.of(sample: index) ?? [] where recording.loops {
      let offsets = AddressOffsets(
        start: recording.startOffset, end: recording.endOffset,
        loopStart: recording.loopStartOffset, loopEnd: recording.loopEndOffset)
      if case .compressed = sample.encoding, let loop = sample.loop, !isTold.outside,
        loop.upperBound + Int(offsets.loopEnd) > frames.count
      {
        isTold.outside = true
        list.add(
          .loopOutside, subject,
          "its loop \(loop.lowerBound) to \(loop.upperBound) reaches beyond its "
            + "\(frames.count) frames")
      }
      guard let loop = offsets.place(in: sample, frameCount: frames.count)?.loop,
        let join = LoopDiscontinuity(frames, loop: loop), join.isAudible, !isTold.click
      else { continue }
      isTold.click = true
      let decibels = Decibels(amplitude: Double(join.step)).value
      list.add(
        .loopClick, subject,
        "going round its loop \(loop.lowerBound) to \(loop.upperBound) jumps by "
          + "\(OneDecimalFormat.text(decibels)) dB to its peak")
    }
  }

  private mutating func checkFormat(_ audio: DecodedAudio, _ sample: Sample) {
    if audio.sampleRate != sample.sampleRate || audio.channelCount != 1 {
      list.add(
        .streamFormat, "sample ‘\(sample.name)’",
        "its stream has \(audio.channelCount) channels at \(OneDecimalFormat.text(audio.sampleRate)) Hz, its "
          + "header one at \(OneDecimalFormat.text(sample.sampleRate)) Hz; the header counts")
    }
  }

  private static func offset(of sample: Sample) -> Int? {
    if case .compressed(let range) = sample.encoding { return range.lowerBound }
    return nil
  }

  private static func reason(_ error: SampleCodecError) -> String {
    switch error {
    case .noDecoder: "it cannot be decoded: this build has no decoder"
    case .notAudio(let code): "its bytes are no stream that can be decoded (error \(code))"
    case .tooLong(let frames, let limit):
      "it decodes to \(frames) frames, more than the \(limit) that are allowed"
    }
  }
}
