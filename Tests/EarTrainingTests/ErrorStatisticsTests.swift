import PeachEarTraining
import Testing

@Suite("Errors of matched notes")
struct ErrorStatisticsTests {
  // statistics.mean, statistics.stdev and the mean of abs() of Python 3.
  @Test(
    "Mean, standard deviation and mean magnitude are Python's",
    arguments: [
      ([1, -2, 4], 1, 3, 7.0 / 3), ([0.1, 0.3, -0.5, 12.4], 3.075, 6.225953742198861, 3.325),
      ([200, -200], 0, 282.842712474619, 200),
    ] as [([Double], Double, Double, Double)])
  func values(cents: [Double], mean: Double, deviation: Double, magnitude: Double) throws {
    var errors = ErrorStatistics()
    for cents in cents { errors.add(cents) }
    #expect(errors.count == cents.count && abs(errors.mean - mean) < 1e-9)
    #expect(abs(try #require(errors.deviation) - deviation) < 1e-9)
    #expect(abs(errors.meanMagnitude - magnitude) < 1e-9)
  }

  @Test("No errors have the mean 0, and one has no deviation")
  func few() {
    var errors = ErrorStatistics()
    #expect(errors.mean == 0 && errors.meanMagnitude == 0 && errors.deviation == nil)
    errors.add(-3)
    #expect(errors.mean == -3 && errors.meanMagnitude == 3 && errors.deviation == nil)
  }
}
