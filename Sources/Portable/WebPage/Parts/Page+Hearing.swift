import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI
import PeachTrialRecords

/// The results of the trials, and their export and import.
extension Page {
  var hearingPart: String {
    var html = ""
    if hasThreshold {
      let profile = ListenerProfile(history)
      html += HTML.section("card", thresholdFacts(profile)) + keyboardCard(profile)
      let days = daysCard(profile)
      let sounds = soundsCard
      html += HTML.division(days.isEmpty || sounds.isEmpty ? "stack" : "split even", days, sounds)
    } else {
      html += emptyHearing
    }
    if history.matchingCount > 0 {
      html += HTML.section(
        "card", HTML.heading(text(.matchedNotes)),
        HTML.paragraph(trainer.texts.accuracy(history.matchings.errors)), matchedPlot)
    }
    return html + chordResults + transferPart
  }

  private var emptyHearing: String {
    let left = "\(Self.leastComparisons - history.comparisonCount)"
    let start = HTML.button(
      left == "1" ? text(.comparePair) : text(.comparePairs, left), "open comparison",
      style: "button main large", icon: "play")
    return HTML.section(
      "card today", HTML.icon("fruit", style: "art"),
      HTML.heading(left == "1" ? text(.earlyOne) : text(.emptyHearing, left)),
      HTML.paragraph(text(.emptyHearingMeaning)), HTML.row([start]))
  }

  private func thresholdFacts(_ profile: ListenerProfile) -> String {
    let facts = HTML.element(
      "dl", "facts",
      HTML.fact(text(.bandTerm), band(profile.level))
        + HTML.fact(text(.comparisons), "\(history.comparisonCount)")
        + HTML.fact(text(.matchedNotes), "\(history.matchingCount)"))
    return HTML.division(
      "split",
      HTML.division(
        "stack", figure(profile.level.cents), HTML.paragraph(trainer.texts[.profileMeaning]),
        HTML.paragraph(trainer.texts.trend(profile.trend), style: "soft")), facts)
  }

  private var transferPart: String {
    let count = trainer.texts.trials(
      history.comparisonCount + history.matchingCount + history.chords.trialCount)
    return HTML.section(
      "card plain", HTML.heading(text(.yourTrials)),
      HTML.paragraph(text(.onThisDevice, count), style: "soft small"),
      HTML.row([
        HTML.button(text(.exportCSV), "export csv", style: "button outline", icon: "save"),
        HTML.button(text(.exportJSON), "export json", style: "button outline", icon: "save"),
        HTML.fileInput(
          text(.importTrials), "trials", attributes: "accept=\".csv,.json,.jsonl\"",
          icon: "folder"),
      ]))
  }

  // MARK: Plots

  /// Returns both ends of a credible interval.
  static func ends(_ estimate: ThresholdEstimate) -> [Double] {
    [estimate.band?.lowerBound ?? estimate.cents, estimate.band?.upperBound ?? estimate.cents]
  }

  /// Adds the intervals and the values of positions, and dots where there are trials.
  private func add(
    _ estimates: [ThresholdEstimate?], isTried: (Int) -> Bool, to plot: inout PlotData
  ) {
    var (band, line, dots) = (PlotPoints(), PlotPoints(), PlotPoints())
    for (index, estimate) in estimates.enumerated() {
      guard let estimate else { continue }
      let ends = Self.ends(estimate)
      band.add(index, ends[0], ends[1])
      line.add(index, estimate.cents)
      if isTried(index) { dots.add(index, estimate.cents, text: "point") }
    }
    plot.add("end", "\(max(estimates.count - 1, 1))")
    plot.add("band", band)
    plot.add("line", line)
    plot.add("dots", dots)
  }

  /// The last 28 days of the threshold.
  func sparkline(_ profile: ListenerProfile) -> String {
    let estimates = profile.dayChart(count: 28).estimates
    guard estimates.count > 1 else { return "" }
    var plot = PlotData(unit: unit, height: 84)
    plot.add("bare", "true")
    add(estimates, isTried: { $0 == estimates.count - 1 }, to: &plot)
    return HTML.element("figure", "plot", plot.figure("", change(estimates)))
  }

  /// Returns the first and the last estimate.
  private func change(_ estimates: [ThresholdEstimate?]) -> String {
    var all: [String] = []
    for case let estimate? in estimates {
      all.append(text(.cents, trainer.texts.cents(estimate.cents)))
    }
    return all.isEmpty ? "" : text(.fromTo, all[0], all[all.count - 1])
  }

  private func keyboardCard(_ profile: ListenerProfile) -> String {
    let lowest = ListenerProfile.keys.lowerBound
    var estimates: [ThresholdEstimate?] = []
    var (rows, ticks) = ("", PlotPoints())
    var (finest, coarsest) = (0, 0)
    for key in ListenerProfile.keys {
      let estimate = profile.threshold(key: key)
      let index = key - lowest
      estimates.append(estimate)
      if estimate.cents < (estimates[finest]?.cents ?? 0) { finest = index }
      if estimate.cents > (estimates[coarsest]?.cents ?? 0) { coarsest = index }
      if key % 12 == 0 {
        let note = trainer.texts.note(key)
        ticks.add(index, text: note)
        rows += row(
          note, trainer.texts.cents(estimate.cents), band(estimate), "\(history.keyCounts[key])")
      }
    }
    var plot = PlotData(unit: unit, height: 330)
    plot.add("lowest", "\(lowest)")
    plot.add("ticks", ticks)
    let counts = history.keyCounts
    add(estimates, isTried: { counts[lowest + $0] > 0 }, to: &plot)
    let head = row(
      text(.note), text(.thresholdAxis), text(.bandTerm), text(.comparisons), isHead: true)
    return card(
      text(.acrossKeyboard),
      plot.figure(
        "",
        text(
          .finestCoarsest, name(lowest + finest, estimates[finest]),
          name(lowest + coarsest, estimates[coarsest]))),
      legend: sign(.line, text(.thresholdTerm)) + sign(.band, text(.bandTerm))
        + sign(.point, text(.ownTrials)),
      table: table(head, rows))
  }

  /// Returns a key with its threshold.
  private func name(_ key: Int, _ estimate: ThresholdEstimate?) -> String {
    trainer.texts.note(key) + ", " + text(.cents, trainer.texts.cents(estimate?.cents ?? 0))
  }

  private func daysCard(_ profile: ListenerProfile) -> String {
    let estimates = profile.dayChart(count: 366).estimates
    let count = estimates.count
    guard count > 1, let last = profile.days.last?.day else { return "" }
    var (rows, ticks) = ("", PlotPoints())
    var shown = 0
    for index in stride(from: count - 1, through: 0, by: -1) {
      let day = last - count + 1 + index
      if let estimate = estimates[index], shown < 14 {
        rows += row(date(day), trainer.texts.cents(estimate.cents), band(estimate))
        shown += 1
      }
    }
    let step = max((count + 5) / 6, 1)
    for index in stride(from: 0, to: count, by: step) {
      ticks.add(index, text: date(last - count + 1 + index))
    }
    var plot = PlotData(unit: unit, height: 280)
    plot.add("ticks", ticks)
    add(estimates, isTried: { _ in true }, to: &plot)
    return card(
      text(.overTime), plot.figure("", change(estimates)),
      legend: sign(.point, text(.aDay)) + sign(.band, text(.bandTerm)),
      table: table(
        row(text(.dayTerm), text(.thresholdAxis), text(.bandTerm), isHead: true), rows))
  }

  /// Returns a date: `27 Nov`, `27.11.`.
  private func date(_ day: Int) -> String {
    let date = CalendarDate(day: day)
    if language == .german { return "\(date.dayOfMonth).\(date.month)." }
    let names = "JanFebMarAprMayJunJulAugSepOctNovDec".utf8.dropFirst(3 * (date.month - 1))
    return "\(date.dayOfMonth)\u{A0}\(String(decoding: names.prefix(3), as: UTF8.self))"
  }

  /// The thresholds of the sounds that were trained, at middle C, the finest first.
  private var soundsCard: String {
    var (thresholds, rows, labels): ([Double], [String], [String]) = ([], [], [])
    for (index, tag) in history.sounds.names.enumerated() {
      let count = history.soundCounts[index]
      guard count >= Self.leastComparisons else { continue }
      let sound = trainer.sounds.first { $0.tag == tag }
      let name = sound.map { self.name(of: $0) } ?? tag
      let estimate = history.profile.threshold(
        for: TrialQuestion(noteNumber: 60, interval: .unison, sound: index))
      let behind = trainer.texts.cents(estimate.cents) + " (\(count))"
      let place = thresholds.firstIndex { $0 > estimate.cents } ?? thresholds.count
      thresholds.insert(estimate.cents, at: place)
      rows.insert(PlotData.row(name, Self.ends(estimate), estimate.cents, behind), at: place)
      labels.insert(name + ": " + trainer.texts.estimate(estimate), at: place)
    }
    if rows.isEmpty { return "" }
    var plot = PlotData(unit: text(.thresholdAxis), height: 0)
    plot.add("rows", "[" + rows.joined(separator: ",") + "]")
    let label = labels.joined(separator: ". ")
    return card(
      text(.bySound), plot.figure("", label), legend: sign(.whisker, text(.soundsLegend)))
  }

  /// The errors of the last 60 matched notes, with the mean and the spread of ten.
  var matchedPlot: String {
    let cents = Array(history.matchings.cents.suffix(60))
    guard !cents.isEmpty else { return "" }
    var (band, line, dots) = (PlotPoints(), PlotPoints(), PlotPoints())
    for index in cents.indices {
      dots.add(index, cents[index], text: "point")
      guard index >= 9 else { continue }
      var errors = ErrorStatistics()
      for error in cents[(index - 9)...index] { errors.add(error) }
      let spread = errors.deviation ?? 0
      band.add(index, errors.mean - spread, errors.mean + spread)
      line.add(index, errors.mean)
    }
    var plot = PlotData(unit: unit, height: 250)
    plot.add("limit", ErrorChart.limit(of: cents).decimals(0))
    plot.add("end", "\(max(cents.count - 1, 1))")
    plot.add("band", band)
    plot.add("line", line)
    plot.add("dots", dots)
    return figure(
      plot.figure("", trainer.texts.accuracy(history.matchings.errors)),
      legend: sign(.point, text(.aNote)) + sign(.line, text(.runningMean))
        + sign(.band, text(.spread)))
  }

  // MARK: Elements

  /// A sign of a plot, by the class and the path of its picture.
  enum PlotSign: String {
    case line = "curve\" d=\"M1 8h22"
    case band = "band\" d=\"M1 2h22v12H1z"
    case point = "point\" d=\"M7 8a5 5 0 1 0 10 0a5 5 0 1 0-10 0"
    case second = "point second\" d=\"M7 3h10v10H7z"
    case right = "point met\" d=\"M7 8a5 5 0 1 0 10 0a5 5 0 1 0-10 0"
    case wrong = "point missed\" d=\"M7 8a5 5 0 1 0 10 0a5 5 0 1 0-10 0"
    case whisker = "whisker\" d=\"M1 8h22M1 3v10M23 3v10"
  }

  /// Returns a sign with its meaning.
  func sign(_ sign: PlotSign, _ meaning: String) -> String {
    var html = "<svg viewBox=\"0 0 24 16\" aria-hidden=\"true\"><path class=\""
    html += sign.rawValue
    html += "\"/></svg>"
    html += HTML.escaped(meaning)
    return HTML.element("span", "", html)
  }

  /// Returns a card with a plot.
  private func card(
    _ heading: String, _ plot: String, legend: String, table: String = ""
  ) -> String {
    HTML.section("card", HTML.heading(heading), figure(plot, legend: legend), table)
  }

  /// Returns a plot and what its signs mean.
  func figure(_ plot: String, legend: String) -> String {
    return HTML.element("figure", "plot", plot + HTML.element("p", "legend", legend))
  }

  /// Returns a row of a table.
  private func row(_ cells: String..., isHead: Bool = false) -> String {
    var html = ""
    for (index, cell) in cells.enumerated() {
      html += isHead ? "<th scope=\"col\"" : index == 0 ? "<th scope=\"row\"" : "<td"
      html += index == 0 ? ">" : " class=\"number\">"
      html += HTML.escaped(cell)
      html += isHead || index == 0 ? "</th>" : "</td>"
    }
    return HTML.element("tr", "", html)
  }

  /// Returns the values of a plot.
  private func table(_ head: String, _ rows: String) -> String {
    HTML.details(
      text(.asTable),
      HTML.element(
        "table", "", HTML.element("thead", "", head) + HTML.element("tbody", "", rows)))
  }
}
