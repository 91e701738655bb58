import PeachInstrumentModel

/// Filters of more than two poles have several sections. The kernels know only the first.
extension VoicePool {
  static var extraSectionCount: Int { 2 }

  @inline(__always)
  private func section(_ section: Int, of index: Int) -> UnsafeMutablePointer<VoiceFilter> {
    section == 0
      ? filters + index : extraSections + (index &* Self.extraSectionCount &+ section &- 1)
  }

  /// Ramps a voice's filter to its coefficients at the end of the segment.
  func updateFilter(_ index: Int, frames: Int, modLFO: Double, perFrame: Float) {
    let voice = voices + index
    let isFirst = !renderStates[index].hasFilter
    renderStates[index].hasFilter = true
    for number in 0..<voice.pointee.filterType.sectionCount {
      let section = section(number, of: index)
      if isFirst {
        // A filter that starts while the voice is audible crossfades from bypass.
        section.pointee.reset(
          to: voice.pointee.filter(
            after: 0, modLFO: voice.pointee.modLFOValue(after: 0), tables: modulationTables,
            section: number),
          isBypassed: renderStates[index].hasGain)
      }
      section.pointee.setTarget(
        to: voice.pointee.filter(
          after: frames, modLFO: modLFO, tables: modulationTables, section: number),
        perFrame: perFrame)
    }
  }

  func finishFilterRamp(_ index: Int, isComplete: Bool) {
    for number in 0..<voices[index].filterType.sectionCount {
      section(number, of: index).pointee.finishRamp(isComplete: isComplete)
    }
  }

  func isFilterRamping(_ index: Int) -> Bool {
    for number in 0..<voices[index].filterType.sectionCount
    where section(number, of: index).pointee.isRamping { return true }
    return false
  }

  /// Filters a voice's frames in place, without a kernel.
  func filter(_ buffer: UnsafeMutablePointer<Float>, count: Int, of index: Int) {
    let type = voices[index].filterType
    for number in 0..<type.sectionCount {
      section(number, of: index).pointee.process(buffer, count: count, as: type.sectionResponse)
    }
  }
}
