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

extension RegionFilter {
  var sectionResponse: VoiceFilter.Response {
    switch self {
    case .lowPass, .lowPass4Pole, .lowPass6Pole: .lowPass
    case .lowPass1Pole: .lowPass1Pole
    case .highPass, .highPass4Pole, .highPass6Pole: .highPass
    case .highPass1Pole: .highPass1Pole
    case .bandPass: .bandPass
    case .bandReject: .bandReject
    }
  }

  /// Returns the damping of a section, given that of a 2-pole filter with the same resonance.
  /// Without resonance the sections are those of a Butterworth filter of order 2n, with damping
  /// 2 sin(π (2k + 1) / 4n). Resonance scales that of the first section, which has the highest Q.
  @inline(__always) func damping(ofSection number: Int, _ damping: Double) -> Double {
    let half = 0.707106781186547524
    switch (sectionCount, number) {
    case (2, 0): return 0.765366864730179543 * half * damping
    case (2, _): return 1.84775906502257351
    case (3, 0): return 0.517638090205041525 * half * damping
    case (3, 1): return 2 * half
    case (3, _): return 1.93185165257813657
    default: return damping
    }
  }
}
