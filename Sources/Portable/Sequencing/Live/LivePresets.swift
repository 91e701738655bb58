import PeachSynthesis

/// The presets that a live synthesizer keeps alive. Used on its control thread only.
///
/// The audio thread may use a preset from the batch that selects it until no channel, voice or
/// scheduled event refers to it. The control thread asks about a preset once no channel is meant to
/// play it; the audio thread answers when it is unused. A preset that has been selected again since
/// the question stays: its serial number has changed.
struct LivePresets {
  /// A question to the audio thread, and its answer.
  struct Release: BitwiseCopyable, Sendable {
    /// The serial number of the preset's last selection.
    var serial: UInt64
    /// The address of the preset.
    var address: UInt
  }

  private struct Kept {
    let preset: PreparedPreset
    var serial: UInt64
    var isAsked = false
  }

  /// The maximum number of questions without an answer.
  static var questionLimit: Int { 256 }

  private var kept: [Kept] = []
  /// The address of the preset that each channel plays once all batches are handled; 0 for none.
  private var selected: [UInt] = []
  private var lastSerial: UInt64 = 0
  private var questionCount = 0

  var count: Int { kept.count }

  /// Notes that a batch selects a preset.
  mutating func select(_ preset: PreparedPreset, onChannel channel: UInt8) {
    let missing = Int(channel) + 1 - selected.count
    if missing > 0 { selected += [UInt](repeating: 0, count: missing) }
    selected[Int(channel)] = preset.handle.address
    lastSerial += 1
    if let index = kept.firstIndex(where: { $0.preset === preset }) {
      kept[index].serial = lastSerial
      kept[index].isAsked = false
    } else {
      kept.append(Kept(preset: preset, serial: lastSerial))
    }
  }

  /// Notes that a batch deselects the preset of a channel.
  mutating func deselect(channel: UInt8) {
    if Int(channel) < selected.count { selected[Int(channel)] = 0 }
  }

  /// Asks about presets that no channel is meant to play. `send` returns whether the question could
  /// be sent.
  mutating func ask(_ send: (Release) -> Bool) {
    for index in kept.indices where !kept[index].isAsked {
      let address = kept[index].preset.handle.address
      if selected.contains(address) { continue }
      guard questionCount < Self.questionLimit,
        send(Release(serial: kept[index].serial, address: address))
      else { return }
      kept[index].isAsked = true
      questionCount += 1
    }
  }

  /// Releases a preset that the audio thread does not use, unless it has been selected again.
  mutating func release(_ answer: Release) {
    questionCount -= 1
    kept.removeAll { $0.serial == answer.serial }
  }
}
