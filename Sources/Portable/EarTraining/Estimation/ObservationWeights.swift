/// Which parts of a ``SkillProfile``'s state a question's threshold is the sum of.
struct ObservationWeights {
  /// Indices into the state with their weights, at most four.
  let parts: [(index: Int, weight: Double)]

  /// Pitches beyond the knots have the last knot's threshold; sounds beyond the eighth share its.
  init(_ question: Question) {
    let last = Double(SkillProfile.knotCount - 1)
    let raw = (question.noteNumber - SkillProfile.firstKnot) / SkillProfile.knotDistance
    let place = min(max(raw, 0), last)
    let knot = min(Int(place), SkillProfile.knotCount - 2)
    let part = place - Double(knot)
    var parts = [(index: knot, weight: 1 - part), (index: knot + 1, weight: part)]
    let semitones = question.interval.semitones
    if semitones != 0 {
      let slot = semitones > 0 ? 11 + semitones : 12 + semitones
      parts.append((index: SkillProfile.knotCount + slot, weight: 1))
    }
    let sound = min(max(question.sound, 0), SkillProfile.soundCount - 1)
    let first = SkillProfile.knotCount + SkillProfile.intervalCount
    parts.append((index: first + sound, weight: 1))
    self.parts = parts
  }
}
