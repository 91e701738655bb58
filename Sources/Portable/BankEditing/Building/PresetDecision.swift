import PeachInstrumentFiles
import PeachMusicUnits

/// The decisions of all recordings of a preset: the kind of their tones and their root keys.
package struct PresetDecision: Sendable {
  /// Whether tones decay, and are not looped.
  let isDecaying: Bool
  /// The indices of recordings without a root key.
  package private(set) var unusable: [Int] = []
  /// User-facing warnings.
  package private(set) var warnings: [String] = []

  /// Decides, and sets the root keys of `recordings`.
  package init(_ recordings: inout [AnalyzedRecording], _ settings: BuildRecipe.Settings) {
    switch settings.tones {
    case .measured, .single:
      let decays = recordings.compactMap { $0.decay?.decibelsHalfway }
      isDecaying = Levels.median(decays) > ToneDecay.maxSustainedDecibels
    case .sustained: isDecaying = false
    case .decaying: isDecaying = true
    }
    if settings.rootChoice == .agreed {
      agree(&recordings)
    } else {
      for index in recordings.indices {
        let decision = RootDecision(
          declared: recordings[index].declared, measured: recordings[index].measured,
          choice: settings.rootChoice)
        recordings[index].root = decision.root
        recordings[index].declaredKey = decision.declaredKey
        recordings[index].isRootDeclared = decision.isRootDeclared
        recordings[index].warnings += decision.warnings
      }
    }
    unusable = recordings.indices.filter { recordings[$0].root == nil }
  }

  private mutating func agree(_ recordings: inout [AnalyzedRecording]) {
    var layers: [VelocityLayer?] = []
    let free = recordings.indices.filter { recordings[$0].declared.first?.key == nil }
    let candidates = free.map { index in
      let recording = recordings[index]
      let layer = layers.firstIndex(of: recording.layer) ?? layers.count
      if layer == layers.count { layers.append(recording.layer) }
      return RootConsensus.Candidate(
        labels: recording.declared.dropFirst().map { $0.key }, layer: layer,
        pitch: recording.pitch, partials: { Self.partials(recording) })
    }
    for index in recordings.indices where recordings[index].declared.first?.key != nil {
      recordings[index].root = recordings[index].declared.first?.key
      recordings[index].declaredKey = recordings[index].root
      recordings[index].isRootDeclared = true
    }
    var shifts: [Int: Int] = [:]
    var ignoredCount = 0
    for (index, result) in zip(free, RootConsensus.results(of: candidates)) {
      recordings[index].root = result.root
      recordings[index].declaredKey = result.label
      recordings[index].isRootDeclared = result.root == result.label && result.root != nil
      if let reason = result.reason { recordings[index].reasons.append(reason.text) }
      if case .shifted(let keys)? = result.reason { shifts[keys, default: 0] += 1 }
      if case .soundsDifferent? = result.reason, let root = result.root {
        recordings[index].warnings += Self.warnings(recordings[index], result.label, root)
      } else if recordings[index].declared.contains(where: {
        $0.key != nil && $0.key != result.label
      }) {
        ignoredCount += 1
      }
    }
    for keys in shifts.keys.sorted() {
      let direction = keys < 0 ? "high" : "low"
      warnings.append(
        "\(Self.count(shifts[keys] ?? 0)) labeled \(abs(keys)) keys too \(direction), as the "
          + "pitches of their neighbors confirm")
    }
    if ignoredCount > 0 {
      warnings.append(
        "\(Self.count(ignoredCount)) labeled with two keys; the source that agrees with more "
          + "pitches is used")
    }
  }

  private static func count(_ count: Int) -> String {
    count == 1 ? "1 recording is" : "\(count) recordings are"
  }

  /// Returns the warning that the pitch of a recording replaces its label.
  private static func warnings(
    _ recording: AnalyzedRecording, _ label: UInt8?, _ root: UInt8
  ) -> [String] {
    guard let pitch = recording.pitch else { return [] }
    return recording.declared.filter { $0.key == label && label != nil }.prefix(1).map { entry in
      let cents = RecordingPreparation.cents(100 * (pitch.noteNumber - Double(label ?? 0)))
      return "measured \(cents) key \(label ?? 0) from \(entry.source); "
        + "key \(root) is used instead"
    }
  }

  private static func partials(_ recording: AnalyzedRecording) -> SpectralPartials {
    let start = ((recording.onset?.attackSeconds ?? 0) + 0.03) * recording.sampleRate
    return SpectralPartials(
      recording.channels[recording.strongestChannel], from: Int(start),
      sampleRate: recording.sampleRate)
  }
}
