import Foundation
import PeachBankTuning
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachServices
import PeachTrainerUI
import PeachWebEngine
import PeachWebPage
import SoundFontFixtures
import SoundMeasurement
import Testing

@Suite("Analysis of banks for the page")
struct BankAnalysisTests {
  private static let file = VibratoRecording.bank.chunks.file
  private static let tags = ["sf2:my.sf2:0:40", "sf2:my.sf2:0:48"]

  private func analysis(_ file: [UInt8] = file) throws -> BankAnalysis {
    try BankAnalysis(
      named: "my.sf2", [AddedFile(path: "my.sf2", ByteStorage(copying: file))], decoder: nil)
  }

  private func perform(_ messages: [AnalysisMessage], _ analysis: BankAnalysis) -> [AnalysisReport]
  {
    for message in messages { analysis.handle(message) }
    var reports: [AnalysisReport] = []
    var isMore = true
    while isMore {
      isMore = analysis.step()
      for case .analysis(let report) in analysis.reports() { reports.append(report) }
    }
    return reports
  }

  private func proofs(_ reports: [AnalysisReport]) -> [PresetProof] {
    reports.compactMap { if case .preset(let proof) = $0 { proof } else { nil } }
  }

  @Test("All presets are measured, with progress, badges, figures and plots")
  func prove() throws {
    let reports = try perform([.prove], analysis())
    let percents = reports.compactMap { report -> Double? in
      if case .progress(let percent) = report { percent } else { nil }
    }
    #expect(percents.count >= 6 && percents == percents.sorted() && percents.last == 100)
    #expect(reports.last == .finished)
    let proofs = proofs(reports)
    #expect(proofs.map(\.tag) == Self.tags)
    let violin = proofs[0]
    guard case .straight(let deviation?)? = violin.badge,
      case .varying(_, _, _, .severalPlayers)? = proofs[1].badge
    else {
      Issue.record("\(proofs.map(\.badge))")
      return
    }
    #expect(deviation <= 0.1)
    // 7 cents sharp, with ±20 cents at 5.2 Hz: at the lowest key, 55, the mean over 100 ms of a
    // vibrato of 2.3 Hz is 18.3 cents. Straight and in tune as played.
    #expect(abs(violin.beforeCents - 7) < 3 && abs(violin.beforeWindowCents - 7 - 18.3) < 4)
    #expect(violin.afterCents < 0.05 && violin.afterWindowCents < 0.15)
    // Several players are corrected on average only.
    #expect(proofs[1].afterCents < 10 && proofs[1].afterWindowCents > 1)
    let notes = try Self.notes(violin)
    #expect(notes[0].count == 5 && notes.map { $0[0] } == notes.map { $0[0] }.sorted())
    // Of each note the mean and the reach of 100 ms, before and after.
    #expect(notes.allSatisfy { abs($0[1] - 7) < 3 && abs($0[3]) < 0.05 && $0[4] < 0.15 })
    #expect(notes[0][0] == 55 && abs(notes[0][2] - 18.3) < 4)
  }

  /// Returns the notes of a plot, as the script reads them.
  private static func notes(_ proof: PresetProof) throws -> [[Double]] {
    let json = try JSONSerialization.jsonObject(with: Data(proof.plot.utf8))
    return try #require(json as? [[Double]])
  }

  @Test("One preset is measured alone; a tag of another bank is not")
  func measure() throws {
    let reports = try perform(
      [.measure(tag: Self.tags[1]), .measure(tag: "sf2:x:0:0")], analysis())
    #expect(proofs(reports).map(\.tag) == [Self.tags[1]])
    #expect(reports.filter { $0 == .finished }.count == 2)
  }

  @Test("The banks that are written are those of the program, byte for byte")
  func write() throws {
    let analysis = try analysis()
    let font = try SoundFont.read(ByteStorage(copying: Self.file))
    let cache = IntonationCache(folder: nil)
    _ = perform([.prove, .write(straight: false)], analysis)
    let tuned = analysis.takeFile()
    #expect(try tuned == RetunedBank(font, intonation: cache).bytes() && tuned != Self.file)
    #expect(analysis.takeFile().isEmpty)
    let reports = perform([.straighten, .write(straight: true)], analysis)
    let straight = analysis.takeFile()
    #expect(
      try straight
        == SoundFontWriter(StraightenedBank(font, intonation: cache).contents()).bytes)
    // Without measurements before.
    let other = try self.analysis()
    _ = perform([.write(straight: true)], other)
    #expect(other.takeFile() == straight)
    _ = perform([.write(straight: false)], other)
    #expect(other.takeFile() == tuned)
    // As written: the violin is straight, the strings have corrected means.
    let proofs = proofs(reports)
    #expect(proofs.map(\.tag) == Self.tags && proofs.allSatisfy { $0.badge == nil })
    #expect(proofs[0].afterWindowCents < 0.2 && proofs[1].afterWindowCents > 1)
    #expect(abs(proofs[0].beforeCents - 7) < 3)
  }

  @Test("A bank is straightened alone with the figures that it has after all presets are measured")
  func straightenAlone() throws {
    let alone = try proofs(perform([.straighten], analysis()))
    let measured = try proofs(perform([.prove, .straighten], analysis())).suffix(2)
    #expect(alone.count == 2 && alone == Array(measured))
    #expect(abs(alone[0].beforeCents - 7) < 3)
    for proof in alone { #expect(try !Self.notes(proof).isEmpty) }
  }

  @Test("A preset that was measured before does not change the file that is written")
  func order() throws {
    // The second preset uses the recording of the first one, as the root key an octave higher.
    var builder = VibratoRecording.bank
    builder.instruments.append(
      .init(zones: [
        .init([.init(.sampleModes, 1), .init(.overridingRootKey, 81)], plays: 0)
      ]))
    builder.presets.append(
      .init("Octave", program: 80, zones: [.init(plays: UInt16(builder.instruments.count - 1))]))
    let file = builder.chunks.file
    let expected = try analysis(file)
    _ = perform([.write(straight: false)], expected)
    let other = try analysis(file)
    _ = perform([.measure(tag: "sf2:my.sf2:0:80"), .write(straight: false)], other)
    let written = other.takeFile()
    #expect(written == expected.takeFile() && !written.isEmpty)
  }

  @Test("A bank that is no SoundFont is measured, but not written; what is no bank is refused")
  func formats() throws {
    let frames = VibratoRecording().frames.map { Int16($0 * 30_000) }
    let analysis = try BankAnalysis(
      named: "A4.wav",
      [AddedFile(path: "A4.wav", ByteStorage(copying: WaveFile(frames).bytes))], decoder: nil)
    let reports = perform([.prove, .straighten, .write(straight: true)], analysis)
    #expect(proofs(reports).count == 1 && analysis.takeFile().isEmpty)
    #expect(reports.filter { $0 == .finished }.count == 3)
    #expect(throws: InstrumentFileError.self) { try self.analysis(Array("nothing".utf8)) }
  }

  @Test("A sample that cannot be decoded ends the requests with the reason")
  func failure() throws {
    var builder = VibratoRecording.bank
    builder.samples[0].compressed = Array("no stream".utf8)
    let reports = try perform([.prove, .write(straight: false)], analysis(builder.chunks.file))
    guard case .failed(let reason)? = reports.dropLast().last else {
      Issue.record("\(reports)")
      return
    }
    #expect(reason.hasPrefix("my.sf2: ") && reports.last == .finished)
  }
}
