extension SoundBank {
  /// Returns whether the keys of a preset play pitches: unless it is in a percussion bank (128 of
  /// SoundFont files, 120 of GM 2, 126 and 127 of XG), or its keys do not change the pitch.
  package func isPitched(presetAt index: Int) -> Bool {
    if [120, 126, 127, 128].contains(presets[index].bank) { return false }
    // The first region is sufficient for nearly every preset.
    for limit in [1, Int.max] {
      let regions = regions(ofPresetAt: index, limit: limit)
      if regions.contains(where: { $0.generators[.scaleTuning] != 0 }) { return true }
    }
    return false
  }

  /// Returns the keys from the lowest to the highest region of a preset, or `nil` without regions.
  package func keys(ofPresetAt index: Int) -> ClosedRange<UInt8>? {
    if let keySource { return keySource(index) }
    let regions = regions(ofPresetAt: index)
    guard let low = regions.map({ $0.keys.lowerBound }).min(),
      let high = regions.map({ $0.keys.upperBound }).max()
    else { return nil }
    return low...high
  }
}

extension GeneralMIDICompass {
  /// Returns the keys of a preset within the range of the program's instrument, or all its keys if
  /// they are elsewhere.
  package static func keys(
    _ keys: ClosedRange<UInt8>, ofProgram program: UInt8
  ) -> ClosedRange<UInt8> {
    guard let range = Self.keys(ofProgram: program), range.overlaps(keys) else { return keys }
    return keys.clamped(to: range)
  }
}
