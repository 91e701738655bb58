import PeachBankTuning
package import PeachInstrumentFiles
package import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits
import PeachStraightPresets
import PeachTrainerUI
package import PeachWebPage

/// Measures and tunes a bank in steps, in a separate worker, so that notes are not delayed.
///
/// ```swift
/// let analysis = try BankAnalysis(named: "my.sf2", files, decoder: nil)
/// analysis.handle(.prove)
/// while analysis.step() { show(analysis.reports()) }
/// analysis.handle(.write(straight: false))
/// _ = analysis.step()
/// analysis.takeFile()  // the bytes that `peach tune my.sf2 -o …` writes
/// ```
package final class BankAnalysis {
  private let name: String
  private let instruments: [OpenedInstrument]
  private let decoder: SampleDecoder?
  private let tools = MeasuringTools()
  /// The measured pitches of each instrument, in the order of the presets, as natively: the first
  /// region of a sample determines its octave. Others only while a preset is measured alone.
  private var maps: [IntonationMap]
  /// Whether ``maps`` has the pitches of all presets.
  private var hasAllPitches = false
  private var work: [Work] = []
  /// The presets of the present request that are measured.
  private var doneCount = 0
  private var percent = 0.0
  private var pending: [AnalysisReport] = []
  private var straight: StraightenedBank?
  /// Whether the bank is straightened by one of the requests.
  private var isStraightening = false
  private var file: [UInt8] = []

  /// A preset of an instrument, one of `count`.
  private struct Target {
    var index: Int
    var instrument: Int
    var tag: String
    var count: Int
  }

  private enum Work {
    case begin(Target)
    case preset(PresetMeasurement, Target)
    /// The pitches of a preset that is not shown.
    case pitches(preset: Int, instrument: Int)
    case steadiness(Target)
    /// All pitches are known.
    case completePitches
    case dropIncompletePitches
    case straighten(StraighteningSteps)
    case write(isStraight: Bool)
    case end
  }

  /// - Throws: An error if the files are no bank.
  package init(
    named name: String, _ files: [AddedFile], decoder: SampleDecoder?
  ) throws(InstrumentFileError) {
    self.name = name
    self.decoder = decoder
    instruments = try OpenedInstrument.open(named: name, files)
    maps = instruments.map { _ in IntonationMap() }
  }

  /// Adds a request, which ``step()`` performs.
  package func handle(_ message: AnalysisMessage) {
    switch message {
    case .measure(let tag):
      add { $0 == tag }
      work.append(.dropIncompletePitches)
    case .checkSteadiness(let tag): check(tag)
    case .prove:
      add { _ in true }
      work.append(.completePitches)
    case .straighten: addStraightening()
    case .write(let isStraight):
      if !isStraight { addPitches() }
      if isStraight && straight == nil && !isStraightening { addStraightening() }
      work.append(.write(isStraight: isStraight))
    }
    work.append(.end)
  }

  private func check(_ tag: String) {
    for (number, instrument) in instruments.enumerated() {
      for preset in instrument.presets where preset.tag == tag {
        let target = Target(index: preset.index, instrument: number, tag: tag, count: 1)
        work.append(.steadiness(target))
      }
    }
  }

  private func addStraightening() {
    guard let font = instruments.first?.font else { return }
    addPitches()
    work.append(.straighten(StraighteningSteps(font)))
    isStraightening = true
  }

  /// Adds the measurement of all pitches. Known pitches take no time.
  private func addPitches() {
    for (number, instrument) in instruments.enumerated() {
      for index in instrument.bank.presets.indices
      where instrument.bank.presets[index].bank != 128 {
        work.append(.pitches(preset: index, instrument: number))
      }
    }
    work.append(.completePitches)
  }

  private func add(where isIncluded: (String?) -> Bool) {
    var added: [Work] = []
    let count = instruments.reduce(0) { $0 + $1.presets.filter { isIncluded($0.tag) }.count }
    for (number, instrument) in instruments.enumerated() {
      let tags = instrument.presets
      for index in instrument.bank.presets.indices where instrument.bank.presets[index].bank != 128
      {
        let tag = tags.first { $0.index == index }?.tag
        guard isIncluded(tag) else { continue }
        if let tag {
          added.append(
            .begin(Target(index: index, instrument: number, tag: tag, count: count)))
        } else {
          added.append(.pitches(preset: index, instrument: number))
        }
      }
    }
    work += added
  }

  /// Performs a step of the requests. Returns whether there are more.
  package func step() -> Bool {
    guard !work.isEmpty else { return false }
    do throws(BankTuningError) {
      switch work.removeFirst() {
      case .begin(let target):
        let bank = instruments[target.instrument].bank
        work.insert(.preset(PresetMeasurement(presetAt: target.index, of: bank), target), at: 0)
      case .preset(let measurement, let target): try step(measurement, target)
      case .pitches(let preset, let instrument): try measure(preset, instrument)
      case .steadiness(let target): try checkSteadiness(target)
      case .completePitches: hasAllPitches = true
      case .dropIncompletePitches: dropIncompletePitches()
      case .straighten(let steps): try step(steps)
      case .write(let isStraight): file = try written(isStraight: isStraight)
      case .end: end()
      }
    } catch {
      work.removeAll()
      isStraightening = false
      dropIncompletePitches()
      pending.append(.failed("\(name): \(error.description)"))
      end()
    }
    return !work.isEmpty
  }

  private func dropIncompletePitches() {
    if !hasAllPitches { maps = instruments.map { _ in IntonationMap() } }
  }

  private func end() {
    (doneCount, percent) = (0, 0)
    pending.append(.finished)
  }

  /// Returns what has happened since the last call.
  package func reports() -> [EngineReport] {
    defer { pending = [] }
    return pending.map { .analysis($0) }
  }

  /// Returns the file that was written, once; empty without one.
  package func takeFile() -> [UInt8] {
    defer { file = [] }
    return file
  }

  private func step(
    _ measurement: PresetMeasurement, _ target: Target
  ) throws(BankTuningError) {
    var measurement = measurement
    let isLast: Bool
    do throws(SampleCodecError) {
      isLast = try measurement.step(&maps[target.instrument], decoder: decoder, tools)
    } catch { throw .samples(error) }
    progress((Double(doneCount) + measurement.fraction) / Double(target.count))
    if !isLast {
      work.insert(.preset(measurement, target), at: 0)
    } else if let result = measurement.result {
      doneCount += 1
      report(
        result.badge, target.tag, before: result.recorded,
        after: result.played ?? result.recorded)
    }
  }

  private func measure(_ preset: Int, _ instrument: Int) throws(BankTuningError) {
    let bank = instruments[instrument].bank
    do throws(SampleCodecError) {
      try maps[instrument].measure(
        bank.regions(ofPresetAt: preset), of: bank, decoder: decoder, using: tools.estimator)
    } catch { throw .samples(error) }
  }

  private func checkSteadiness(_ target: Target) throws(BankTuningError) {
    let bank = BankSteadiness(bank: instruments[target.instrument].bank, decoder: decoder)
    do throws(SampleCodecError) {
      let steadiness = try bank.steadiness(ofPresetAt: target.index)
      pending.append(.steadiness(tag: target.tag, steadiness))
    } catch { throw .samples(error) }
  }

  private func step(_ steps: StraighteningSteps) throws(BankTuningError) {
    var steps = steps
    let isLast = try steps.step(decoder: decoder, tools)
    progress(steps.fraction)
    if !isLast { return work.insert(.straighten(steps), at: 0) }
    straight = steps.result
    isStraightening = false
    let instrument = instruments[0]
    let tags = instrument.presets
    for plan in steps.stages.plans {
      guard let tag = tags.first(where: { $0.index == plan.index })?.tag else { continue }
      let regions = instrument.bank.regions(ofPresetAt: plan.index)
      let keys = PlayedIntonation.keys(ofPresetAt: plan.index, of: instrument.bank, regions)
      report(
        nil, tag,
        before: MeasuredPreset(regions, in: instrument.bank, map: maps[0]).intonation(keys: keys),
        after: plan.intonation(steps.stages.tones, map: maps[0], keys: keys))
    }
  }

  private func report(
    _ badge: IntonationBadge?, _ tag: String, before: PresetIntonation, after: PresetIntonation
  ) {
    pending.append(
      .preset(
        PresetProof(
          tag: tag, badge: badge,
          beforeCents: before.worstCents(after: false),
          beforeWindowCents: Self.windowCents(before, after: false),
          afterCents: after.worstCents(after: true),
          afterWindowCents: Self.windowCents(after, after: true),
          plot: before.notes.isEmpty ? "" : Self.plot(before, after))))
  }

  /// Returns the notes as ``PresetProof/plot`` has them.
  private static func plot(_ before: PresetIntonation, _ after: PresetIntonation) -> String {
    var json = ""
    for note in before.notes {
      let changed = after.notes.first { $0.key == note.key } ?? note
      json += json.isEmpty ? "[[" : ",["
      json += "\(note.key)"
      for cents in [
        note.beforeCents, note.variationCents, changed.afterCents, changed.variationCents,
      ] {
        json += ","
        json += cents.decimals(2)
      }
      json += "]"
    }
    return json + "]"
  }

  /// Returns the largest deviation of a window of 100 ms of all notes, in cents.
  private static func windowCents(_ intonation: PresetIntonation, after: Bool) -> Double {
    intonation.notes.map { abs(after ? $0.afterCents : $0.beforeCents) + $0.variationCents }.max()
      ?? 0
  }

  private func progress(_ fraction: Double) {
    let percent = (100 * fraction).rounded(.down)
    if percent > self.percent { pending.append(.progress(percent: percent)) }
    self.percent = max(percent, self.percent)
  }

  /// Returns the corrected or straightened bank as a file.
  private func written(isStraight: Bool) throws(BankTuningError) -> [UInt8] {
    if isStraight {
      guard let contents = straight?.contents() else { return [] }
      do throws(SoundFontWritingError) { return try SoundFontWriter(contents).bytes } catch {
        throw .writing(error)
      }
    }
    guard let instrument = instruments.first, let font = instrument.font else { return [] }
    let bank = instrument.bank
    let measured = bank.presets.indices.filter { bank.presets[$0].bank != 128 }.map { index in
      (
        index: index,
        preset: MeasuredPreset(bank.regions(ofPresetAt: index), in: bank, map: maps[0])
      )
    }
    do throws(InstrumentFileError) {
      return try RetunedBank(font, bank, measured: measured).retuning.bytes()
    } catch { throw .file(error) }
  }
}
