import Foundation
import PeachEarTraining
import PeachTrainerSimulation
import TestEnvironment
import Testing

@Suite("Trends")
struct TrendTests {
  /// Days of a listener with thresholds in cents, 40 trials a day.
  private func history(_ cents: [Double], firstDay: Int = 100) -> LevelHistory {
    var random = RandomSource(seed: 21)
    var procedure = GridProcedure()
    let question = TrialQuestion(noteNumber: 60)
    for (index, threshold) in cents.enumerated() {
      let listener = SimulatedListener(thresholdCents: threshold, lapse: 0.02)
      procedure.beginDay(firstDay + index)
      for _ in 0..<40 {
        let direction: PitchDirection = random.coin() ? .higher : .lower
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
    #expect(history([40, 10]).trend.label == .uncertain)
    #expect(history([40, 10]).trend.change == nil)
    #expect(LevelHistory().trend.label == .uncertain)
    let old = [60, 40, 25, 15] + [Double](repeating: 10, count: 15)
    #expect(abs(history(old).trend.slopePerDay) < 0.04)
  }

  @Test("a day that does not follow, as when a clock was set back, begins nothing")
  func clock() {
    var procedure = GridProcedure()
    procedure.beginDay(5)
    procedure.record(
      ComparisonResponse(question: TrialQuestion(noteNumber: 60), offsetCents: 5, heard: .higher))
    let level = procedure.grid.level
    procedure.beginDay(5)
    procedure.beginDay(3)
    #expect(procedure.grid.level == level && procedure.history.days.count == 1)
    procedure.beginDay(6)
    #expect(procedure.grid.level.variance > level.variance)
  }

  /// Returns the trend of a simulated listener who trains all keys with the adaptive procedure.
  private func trend(
    seed: UInt64, days: [Int], trialsPerDay: Int, logThreshold: (Int) -> Double
  ) -> Trend {
    var random = RandomSource(seed: seed)
    var procedure = ProfileProcedure()
    var listener = SimulatedListener(random: &random)
    let start = listener.logThreshold
    for day in days {
      listener.logThreshold = start + logThreshold(day)
      procedure.beginDay(day)
      for _ in 0..<trialsPerDay {
        let question = TrialQuestion(noteNumber: Double(36 + random.index(below: 49)))
        let direction: PitchDirection = random.coin() ? .higher : .lower
        let offset = procedure.offsetCents(for: question, direction: direction, random: &random)
        let heard = listener.answer(offsetCents: offset, random: &random)
        procedure.record(ComparisonResponse(question: question, offsetCents: offset, heard: heard))
      }
    }
    return procedure.history.trend
  }

  private func labels(
    _ count: Int, days: [Int] = Array(0..<14), trialsPerDay: Int, logThreshold: (Int) -> Double
  ) -> [Trend.Label] {
    (0..<count).map {
      trend(
        seed: UInt64($0), days: days, trialsPerDay: trialsPerDay, logThreshold: logThreshold
      ).label
    }
  }

  @Test("two minutes of trials, or three days, are too early to tell")
  func tooEarly() {
    for days in [[0], [0, 1, 2]] {
      let labels = labels(50, days: days, trialsPerDay: 25) { _ in 0 }
      #expect(labels.allSatisfy { $0 == .uncertain })
    }
  }

  private static func runs(_ full: Int) -> Int { TestScale.cases(short: full / 2, full: full) }

  @Test("at most 5 % of constant listeners are called finer; with many trials, most are the same")
  func constant() {
    let groups =
      [20, 60].map { labels(Self.runs(400), trialsPerDay: $0) { _ in 0 } }
      + [5, 10, 30].map { labels(Self.runs(300), days: Array(0..<$0), trialsPerDay: 40) { _ in 0 } }
    let all = groups.flatMap { $0 }
    let count = Double(all.count)
    #expect(Double(all.count { $0 == .improving }) <= 0.05 * count)
    // As the model's false alarms: 5 %, with three standard errors.
    let limit = 0.05 + 3 * (0.05 * 0.95 / count).squareRoot()
    #expect(Double(all.count { $0 == .declining }) <= limit * count)
    let precise = labels(100, trialsPerDay: 200) { _ in 0 }
    #expect(precise.count { $0 == .stable } > 50)
  }

  @Test("a threshold that halves every 14 days is called finer, and never about the same")
  func halving() {
    let halved: (Int) -> Double = { -log(2.0) / 14 * Double($0) }
    let truth = exp(-log(2.0) * 13 / 14)
    for (trialsPerDay, days, share) in [
      (40, 14, 0.75), (60, 14, 0.9), (100, 14, 0.97), (60, 28, 0.9),
    ] {
      let trends = (0..<150).map {
        trend(
          seed: UInt64($0), days: Array(0..<days), trialsPerDay: trialsPerDay, logThreshold: halved)
      }
      #expect(trends.allSatisfy { $0.label == .improving || $0.label == .uncertain })
      #expect(Double(trends.count { $0.label == .improving }) >= share * 150, "\(trialsPerDay)")
      #expect(trends.allSatisfy { $0.spanDays == 13 })
      let changes = trends.compactMap(\.change)
      // A nominal coverage of 95 %, with three standard errors of 150 runs.
      #expect(changes.count { $0.band.contains(truth) } >= 134)
      let mean = exp(changes.reduce(0) { $0 + log($1.factor) } / 150)
      #expect(abs(log(mean / truth)) < 0.1, "\(mean)")
    }
  }
}
