import PeachBankTuning
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachIntonation
import PeachServices
import SoundFontFixtures
import Testing

@Suite("Plots of the tuning of banks")
struct IntonationPlotTests {
  private let tuned: RetunedBank

  init() throws {
    tuned = try RetunedBank(
      SoundFont.read(ByteStorage(copying: VibratoRecording.bank.chunks.file)),
      intonation: IntonationCache(folder: nil))
  }

  @Test("A panel has a dot for each note before and after")
  func panel() {
    let notes = tuned.presets[0].intonation.notes.filter { (60...71).contains($0.key) }
    #expect(notes.count == 12)
    let panel = IntonationPanel(
      before: notes.map { .init($0, after: false) }, after: notes.map { .init($0, after: true) })
    #expect(panel.svg.matches(of: #/<circle /#).count == 24)
    // Five horizontal lines, and two at the keys 60 and 72.
    #expect(panel.svg.matches(of: #/<line /#).count == 7)
    // C4 is MIDI key 60. Where both coincide, the ring is outside the dot.
    #expect(panel.svg.contains(">C4 · 60</text>") && panel.svg.contains(">C5 · 72</text>"))
    func radii(_ fill: String) -> [Double] {
      panel.svg.matches(of: #/r="([0-9.]+)" fill="([^"]+)"/#).filter { $0.2 == fill }
        .compactMap { Double($0.1) }
    }
    #expect(radii("none").count == 12 && radii("#2b6cb0").count == 12)
    // Half of the ring's line of 1.6 is inside.
    #expect((radii("none").min() ?? 0) - 0.8 > (radii("#2b6cb0").max() ?? 9))
    // The scale is ±10 cents for means of 7 cents.
    #expect(panel.svg.contains(">10</text>"))
  }

  @Test("The plot of a bank has a panel for each preset")
  func bank() {
    let svg = IntonationPlot(tuned, title: "a <b>.sf2") { "\($0 == .unpitched)" }.svg
    #expect(svg.contains("a &lt;b&gt;.sf2: cents above each key"))
    #expect(svg.contains("0:40 Violin (false)") && svg.contains("0:48 Strings (false)"))
    #expect(!svg.contains("Kit"))
  }
}
