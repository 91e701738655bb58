import PeachEarTraining
import PeachMusicUnits
import Testing

@Suite("Plans of listening tests")
struct ListeningPlanTests {
  @Test("Pairs of styles have names, with the style closer to the recording, or to equal, first")
  func pairs() {
    let names = [
      "recorded-straight", "recorded-smooth", "straight-smooth", "equal-vallotti",
      "equal-meantone", "equal-just", "vallotti-meantone", "vallotti-just", "meantone-just",
    ]
    #expect(ListeningStylePair.all.map(\.name) == names)
    #expect(names.map { ListeningStylePair(name: $0)?.name } == names)
    let temperaments = ListeningStylePair.all.filter(\.comparesTemperaments)
    #expect(temperaments.map(\.name) == Array(names.dropFirst(3)))
    for name in ["straight-recorded", "smooth-smooth", "just-equal", "just-just", "straight", ""] {
      #expect(ListeningStylePair(name: name) == nil)
    }
    #expect(ListeningStylePair.straightening.name == "recorded-straight")
  }

  @Test("A tone and a temperament have nothing in common to compare")
  func mixedPairs() throws {
    for tone in ["recorded", "straight", "smooth"] {
      for temperament in ["equal", "vallotti", "meantone", "just"] {
        for name in ["\(tone)-\(temperament)", "\(temperament)-\(tone)"] {
          #expect(ListeningStylePair(name: name) == nil)
        }
        let pair = ListeningStylePair(
          baseline: try #require(ListeningStyle(name: tone)),
          candidate: try #require(ListeningStyle(name: temperament)))
        #expect(!pair.isComparable)
      }
    }
    #expect(!ListeningStylePair(baseline: .just, candidate: .just).isComparable)
    #expect(ListeningStylePair(baseline: .just, candidate: .equal).isComparable)
  }

  private static let conditions = (0..<6).map {
    ListeningCondition(sound: $0 / 3, frequency: .hertz(Double(220 + 110 * ($0 % 3))))
  }

  private func plan(
    _ kind: ListeningTestKind = .abx, count: Int = 16, seed: UInt64 = 1,
    conditions: [ListeningCondition] = conditions
  ) -> ListeningPlan {
    ListeningPlan(
      kind: kind, pair: .straightening, conditions: conditions, count: count, seed: seed)
  }

  @Test("Styles follow from the assignment: A and B differ, and X is one of them")
  func assignment() {
    for kind in ListeningTestKind.allCases {
      for trial in plan(kind, count: 200).trials {
        #expect(trial.kind == kind)
        #expect(Set([trial.style(of: .a), trial.style(of: .b)]) == [.recorded, .straight])
        #expect((trial.style(of: .a) == .straight) == trial.isSwapped)
        #expect(trial.style(of: .x) == trial.style(of: trial.isXEqualToB ? .b : .a))
      }
    }
    #expect(plan(.preference, count: 200).trials.allSatisfy { !$0.isXEqualToB })
  }

  @Test("Sounds, pitches and the labels of ABX trials are balanced to one trial")
  func balance() {
    for count in [1, 5, 16, 17, 40] {
      for seed in 0..<20 {
        let trials = plan(count: count, seed: UInt64(seed)).trials
        #expect(trials.count == count)
        let counts = Self.conditions.map { condition in
          trials.count { $0.sound == condition.sound && $0.frequency == condition.frequency }
        }
        #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
        #expect(abs(2 * trials.count(where: \.isSwapped) - count) <= 1)
      }
    }
  }

  @Test("Equal seeds give equal plans, and both kinds ask in the same order of conditions")
  func determinism() {
    #expect(plan(seed: 5).trials == plan(seed: 5).trials)
    #expect(plan(seed: 5).trials != plan(seed: 6).trials)
    let order = plan(seed: 5).trials.map(\.frequency)
    #expect(order != plan(seed: 6).trials.map(\.frequency))
    #expect(order == plan(.preference, seed: 5).trials.map(\.frequency))
  }

  @Test("X is a fair coin at every position, independent of its neighbors, labels and conditions")
  func fairness() {
    let (planCount, count) = (4000, 16)
    var ones = [Int](repeating: 0, count: count)
    var (repeats, asLabel, asPreference) = (0, 0, 0)
    var bySound = [0, 0]
    for seed in 0..<planCount {
      let trials = plan(count: count, seed: UInt64(seed)).trials
      for (index, trial) in trials.enumerated() {
        if trial.isXEqualToB { ones[index] += 1 }
        if trial.isXEqualToB == trial.isSwapped { asLabel += 1 }
        if index > 0, trial.isXEqualToB == trials[index - 1].isXEqualToB { repeats += 1 }
        bySound[trial.sound] += trial.isXEqualToB ? 1 : -1
      }
      asPreference += plan(.preference, count: 1, seed: UInt64(seed)).trials.count { $0.isSwapped }
    }
    // Four standard errors of a fair coin; 4.5 for the extremes of 16 positions.
    func error(_ count: Int) -> Double { 0.5 * Double(count).squareRoot() }
    for one in ones { #expect(abs(Double(one - planCount / 2)) < 4.5 * error(planCount)) }
    let all = planCount * count
    #expect(abs(Double(asLabel - all / 2)) < 4 * error(all))
    #expect(abs(Double(repeats - planCount * (count - 1) / 2)) < 4 * error(all))
    #expect(abs(Double(asPreference - planCount / 2)) < 4 * error(planCount))
    for sum in bySound { #expect(abs(Double(sum)) < 8 * error(all / 2)) }
  }

  @Test("Keys are at a quarter, half and three quarters of a compass, without repetitions")
  func keys() {
    #expect(ListeningCondition.keys(in: 36...84) == [48, 60, 72])
    #expect(ListeningCondition.keys(in: 60...60) == [60])
    #expect(ListeningCondition.keys(in: 0...127) == [32, 64, 95])
    #expect(ListeningCondition.keys(in: 60...61) == [60, 61])
  }

  @Test("All notes of a cadence are within the compass, unless it is too small")
  func tonics() {
    // From a fifth above the lowest key to an octave below the highest: 43 to 72.
    #expect(ListeningCondition.tonics(in: 36...84) == [50, 58, 65])
    #expect(ListeningCondition.tonics(in: 0...127) == [34, 61, 88])
    #expect(ListeningCondition.tonics(in: 60...79) == [67])
    #expect(ListeningCondition.tonics(in: 60...78) == ListeningCondition.keys(in: 60...78))
    for low in UInt8(0)...108 {
      for high in (low + 19)...127 {
        let isWithin = ListeningCondition.tonics(in: low...high).allSatisfy { tonic in
          Int(tonic) + Cadence.keys.lowerBound >= Int(low)
            && Int(tonic) + Cadence.keys.upperBound <= Int(high)
        }
        #expect(isWithin, "\(low)...\(high)")
      }
    }
  }
}
