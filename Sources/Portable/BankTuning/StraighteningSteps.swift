import PeachBankEditing
package import PeachInstrumentFiles
package import PeachInstrumentModel
import PeachIntonation
package import PeachStraightPresets

/// Straightens a bank in steps of one recording, between which a thread does other work.
///
/// ```swift
/// var steps = StraighteningSteps(font)
/// while try !steps.step(decoder: nil, tools) {}
/// steps.result?.contents()
/// ```
package struct StraighteningSteps {
  /// The stages; those of a finished bank have its tones.
  package private(set) var stages: StraighteningStages
  /// The bank, after the last step.
  package private(set) var result: StraightenedBank?
  private var stage = Stage.recordings
  /// The recordings, plans or headers that remain in the stage, in reverse order.
  private var remaining: [Int]
  private var count: Int
  private var straightening: BankStraightening?
  /// The measured pitches of recordings that are not replaced.
  private var map = IntonationMap()

  private enum Stage {
    case recordings, glides, corrections, samples, windows
  }

  package init(_ font: SoundFont) {
    stages = StraighteningStages(font)
    remaining = stages.unknownRecordings.reversed()
    count = remaining.count
  }

  /// The completed fraction, 0…1.
  package var fraction: Double {
    if result != nil { return 1 }
    let (start, length) =
      switch stage {
      case .recordings: (0.0, 0.6)
      case .glides: (0.6, 0.1)
      case .corrections: (0.7, 0.1)
      case .samples: (0.8, 0.1)
      case .windows: (0.9, 0.1)
      }
    return start + length * Double(count - remaining.count) / Double(max(count, 1))
  }

  /// Takes a step, and returns whether it was the last one.
  package mutating func step(
    decoder: SampleDecoder?, _ tools: MeasuringTools
  ) throws(BankTuningError) -> Bool {
    guard let number = remaining.popLast() else { return try nextStage() }
    switch stage {
    case .recordings, .glides:
      do throws(SampleCodecError) {
        stages.set(
          try stages.straightened(number, decoder: decoder, using: tools.straightener), at: number)
      } catch { throw .samples(error) }
    case .corrections:
      var map = map
      let bank = stages.bank
      do throws(SampleCodecError) {
        try stages.correct(planAt: number) { regions throws(SampleCodecError) in
          try map.measure(regions, of: bank, decoder: decoder, using: tools.estimator)
          return map
        }
      } catch { throw .samples(error) }
      self.map = map
    case .samples:
      if let straightening { stages.samples.append(straightening.sample(at: number)) }
    case .windows: stages.set(stages.windows(ofRecording: number), at: number)
    }
    return false
  }

  private mutating func nextStage() throws(BankTuningError) -> Bool {
    switch stage {
    case .recordings:
      stages.finishStraightening()
      stages.findPluckedPresets()
      begin(.glides, stages.unknownRecordings)
    case .glides:
      stages.finishStraightening()
      begin(.corrections, Array(stages.plans.indices))
    case .corrections:
      do throws(InstrumentFileError) { straightening = try stages.assignHeaders() } catch {
        throw .file(error)
      }
      begin(.samples, Array((straightening?.headers ?? []).indices))
    case .samples: begin(.windows, Array(stages.headersOfRecordings.indices))
    case .windows:
      result = stages.finished
      return true
    }
    return false
  }

  private mutating func begin(_ stage: Stage, _ work: [Int]) {
    self.stage = stage
    remaining = work.reversed()
    count = work.count
  }
}
