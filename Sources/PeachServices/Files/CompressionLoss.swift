package import PeachBankEditing
import PeachBankFiles
package import PeachInstrumentFiles
import PeachInstrumentModel
package import PeachMusicUnits

/// The error of the samples of a bank that was compressed, relative to their signal.
package struct CompressionLoss: Sendable {
  /// The number of samples that were compressed.
  package private(set) var sampleCount = 0
  /// The level of the error of all samples together, relative to their signal.
  package private(set) var level = Decibels(0)
  /// The sample with the greatest relative error, and its level.
  package private(set) var worst: (name: String, level: Decibels)?

  /// Compares the samples of a bank with those of its compressed copy, which it decodes in
  /// parallel. `nil` if none was compressed.
  package init?(of original: SoundFontContents, _ compressed: SoundFontContents) throws {
    let pairs = zip(original.samples, compressed.samples).filter {
      $0.recording != $1.recording && $0.recording.plainFrameCount != nil
    }
    var known: Set<SoundFontContents.Sample.Recording> = []
    let distinct = pairs.filter { known.insert($0.0.recording).inserted }
    let energies = try ConcurrentMap.map(distinct, progress: { _ in }) { before, after in
      Self.energies(before.recording, after.recording)
    }
    var (signal, error) = (0.0, 0.0)
    for (pair, energy) in zip(distinct, energies) {
      guard let energy, energy.signal > 0 else { continue }
      sampleCount += 1
      signal += energy.signal
      error += energy.error
      let level = Decibels(amplitude: (energy.error / energy.signal).squareRoot())
      if level.value > worst?.level.value ?? -.infinity {
        worst = (pair.0.name.text, level)
      }
    }
    if sampleCount == 0 { return nil }
    level = Decibels(amplitude: (error / signal).squareRoot())
  }

  private static func energies(
    _ before: SoundFontContents.Sample.Recording, _ after: SoundFontContents.Sample.Recording
  ) -> (signal: Double, error: Double)? {
    guard case .compressed(let file) = after else { return nil }
    let frames = SoundFontContents.frames(of: before)
    guard let back = try? DefaultSampleDecoder.decoder(file.bytes, frames.count).firstChannel,
      back.count == frames.count
    else { return nil }
    var (signal, error) = (0.0, 0.0)
    for (frame, decoded) in zip(frames, back) {
      let difference = Double(decoded - frame)
      signal += Double(frame) * Double(frame)
      error += difference * difference
    }
    return (signal, error)
  }
}

extension CompressionLoss {
  /// The loss as conversions report it.
  package var conversionLoss: ConversionLoss {
    let samples = sampleCount == 1 ? "1 sample" : "\(sampleCount) samples"
    let extreme = worst.map { ", at most \(Self.text($0.level)) dB (\($0.name))" } ?? ""
    return ConversionLoss(
      what: "the frames of \(samples)",
      became:
        "Ogg Vorbis, with an error of \(Self.text(level)) dB relative to the signal\(extreme)",
      regionCount: 0)
  }

  /// Returns a level with one decimal place and a typographic minus.
  private static func text(_ level: Decibels) -> String {
    let tenths = Int((min(max(level.value, -300), 300) * 10).rounded())
    return (tenths < 0 ? "−" : "") + "\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}
