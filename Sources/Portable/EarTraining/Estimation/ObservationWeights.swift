/// The weights of a ``SkillProfile``'s state variables whose sum is the log threshold of a
/// question.
struct ObservationWeights {
  /// Up to four indices into the state with their weights.
  let terms: [(index: Int, weight: Double)]

  /// Clamps pitches and sounds to the range of the state.
  init(_ question: Question) {
    let last = Double(SkillProfile.knotCount - 1)
    let position = (question.noteNumber - SkillProfile.firstKnot) / SkillProfile.knotDistance
    let clamped = min(max(position, 0), last)
    let knot = min(Int(clamped), SkillProfile.knotCount - 2)
    let fraction = clamped - Double(knot)
    var terms = [(index: knot, weight: 1 - fraction), (index: knot + 1, weight: fraction)]
    let semitones = question.interval.semitones
    if semitones != 0 {
      let slot = semitones > 0 ? 11 + semitones : 12 + semitones
      terms.append((index: SkillProfile.knotCount + slot, weight: 1))
    }
    let sound = min(max(question.sound, 0), SkillProfile.soundCount - 1)
    let first = SkillProfile.knotCount + SkillProfile.intervalCount
    terms.append((index: first + sound, weight: 1))
    self.terms = terms
  }
}
