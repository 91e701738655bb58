import Foundation
import PeachEarTraining
import PeachTrainerSimulation
import Testing

@Suite("Trends")
struct TrendTests {
  /// Days of a listener with thresholds in cents, 40 trials a day.
  private func history(_ cents: [Double], firstDay: Int = 100) -> LevelHistory {
    var random = RandomSource(seed: 21)
    var procedure = GridProcedure()
    let question = Question(noteNumber: 60)
    for (index, threshold) in cents.enumerated() {
      let listener = SimulatedListener(thresholdCents: threshold, lapse: 0.02)
      procedure.beginDay(firstDay + index)
      for _ in 0..<40 {
        let direction: Direction = random.coin() ? .higher : .lower
        let offset = procedure.offsetCents(for: question, direction: direction, random: &random)
        let heard = listener.answer(offsetCents: offset, random: &random)
        procedure.record(
          ComparisonResponse(question: question, offsetCents: offset, heard: heard))
      }
    }
    return procedure.history
  }

  @Test("steady learning is called improving, its reverse declining, with about the true slope")
  func steady() {
    let falling = (0..<14).map { 30 * exp(-0.1 * Double($0)) }
    let down: Trend = history(falling).trend
    #expect(down.label == .improving && down.improvingProbability > 0.99)
    #expect(abs(down.slopePerDay + 0.1) < 0.05)
    let up = history(falling.reversed()).trend
    #expect(up.label == .declining && abs(up.slopePerDay - 0.1) < 0.05)
  }

  @Test("nothing is said after two days, and only the last 14 days count")
  func window() {
    #expect(history([40, 10]).trend.label == .stable)
    #expect(LevelHistory().trend.label == .stable)
    let old = [60, 40, 25, 15] + [Double](repeating: 10, count: 15)
    #expect(abs(history(old).trend.slopePerDay) < 0.04)
  }

  @Test("a day that does not follow, as when a clock was set back, begins nothing")
  func clock() {
    var procedure = GridProcedure()
    procedure.beginDay(5)
    procedure.record(
      ComparisonResponse(question: Question(noteNumber: 60), offsetCents: 5, heard: .higher))
    let level = procedure.grid.level
    procedure.beginDay(5)
    procedure.beginDay(3)
    #expect(procedure.grid.level == level && procedure.history.days.count == 1)
    procedure.beginDay(6)
    #expect(procedure.grid.level.variance > level.variance)
  }
}
