import PeachInstrumentModel

/// The filters of the pool's voices. Only steep ones have sections behind the first, which is all
/// that the kernels know.
extension VoicePool {
  /// How many sections there may be behind the first.
  static var extraSectionCount: Int { 2 }

  /// A section of a voice's filter.
  @inline(__always)
  private func section(_ number: Int, of index: Int) -> UnsafeMutablePointer<VoiceFilter> {
    number == 0
      ? filters + index : extraSections + (index &* Self.extraSectionCount &+ number &- 1)
  }

  /// Plans where a voice's filter goes in its next segment.
  func updateFilter(_ index: Int, frames: Int, swing: Double, perFrame: Float) {
    let voice = voices + index
    let begins = !plans[index].hasFilter
    plans[index].hasFilter = true
    for number in 0..<voice.pointee.filter.sectionCount {
      let section = section(number, of: index)
      if begins {
        let swingNow = voice.pointee.swing(after: 0)
        // A filter that comes in while the voice sounds is faded in.
        section.pointee.reset(
          to:
            voice.pointee.filter(after: 0, swing: swingNow, tables: control, section: number),
          isBypassed: plans[index].hasGain)
      }
      section.pointee.setTarget(
        to: voice.pointee.filter(
          after: frames, swing: swing, tables: control, section: number),
        perFrame: perFrame)
    }
  }

  /// Ends a voice's segment for its filter.
  func finishFilterRamp(_ index: Int, isAtEnd: Bool) {
    for number in 0..<voices[index].filter.sectionCount {
      section(number, of: index).pointee.finishRamp(isComplete: isAtEnd)
    }
  }

  /// True while anything but what a voice's filter remembers changes.
  func isFilterRamping(_ index: Int) -> Bool {
    for number in 0..<voices[index].filter.sectionCount
    where section(number, of: index).pointee.isRamping { return true }
    return false
  }

  /// Filters a voice's frames in place, where no kernel does.
  func filter(_ row: UnsafeMutablePointer<Float>, count: Int, of index: Int) {
    let filter = voices[index].filter
    for number in 0..<filter.sectionCount {
      section(number, of: index).pointee.process(row, count: count, as: filter.sectionResponse)
    }
  }
}
