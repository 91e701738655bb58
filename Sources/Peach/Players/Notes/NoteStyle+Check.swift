import PeachMusicUnits
import PeachPlayback
import PeachSynthesis

extension NoteStyle {
  /// Returns the preset, or the part of it, with the regions of a note; `nil` for a silent note.
  /// Throws if the note or its region is not playable, if the preset has no region for it, if it is
  /// outside the key's pitch-bend range, or if a sample cannot be decoded.
  @discardableResult func check(
    _ frequency: Frequency, amplitude: Double, region: RegionSelector?, of preset: PlayerPreset,
    isHeld: Bool = false
  ) throws -> PreparedPreset? {
    guard frequency.isPlayable else { throw NotePlayerError.notPlayable(hertz: frequency.hertz) }
    try checkPitch(frequency, region: region, isHeld: isHeld)
    let isBent = pitchMode == .midiBend && !isHeld
    let selector = region ?? RegionSelector(frequency: frequency, amplitude: amplitude)
    let key = selector.keyAndVelocity.key
    guard let level = Velocity(level: amplitude)?.value else { return nil }
    let velocity = isBent ? level : selector.keyAndVelocity.velocity
    let part = try preset.prepared(key: key, velocity: velocity)
    if !part.hasRegions(key: key, velocity: velocity) {
      throw NotePlayerError.noRegion(
        hertz: selector.frequency.hertz, key: key, velocity: velocity, ranges: preset.keyRanges)
    }
    return part
  }

  private func checkPitch(
    _ frequency: Frequency, region: RegionSelector?, isHeld: Bool
  ) throws(NotePlayerError) {
    if let region, !region.frequency.isPlayable {
      throw .notPlayable(hertz: region.frequency.hertz)
    }
    if pitchMode == .midiBend && !isHeld {
      // Without a region, the nearest key: out of range below key 0 and above key 127.
      let selector = region ?? RegionSelector(frequency: frequency)
      try PitchBendEncoder.check(frequency, key: selector.keyAndVelocity.key)
    }
  }
}
