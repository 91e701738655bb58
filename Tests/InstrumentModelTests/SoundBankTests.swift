import PeachInstrumentModel
import Synchronization
import Testing

@Suite("Sound banks")
struct SoundBankTests {
  @Test("Presets are sorted by bank and program, and found by both")
  func presets() {
    let identifiers = [(128, 0), (0, 42), (0, 7), (1, 0)].map {
      PresetIdentifier(bank: $0.0, program: $0.1)
    }
    let bank = SoundBank(
      information: SoundBank.Information(name: "Four"),
      presets: identifiers.sorted().map { Preset(identifier: $0, name: "") }, samples: [],
      storage: ByteStorage(copying: []), regionSource: { preset, _ in [Region(sample: preset)] })
    #expect(bank.presets.map(\.identifier.bank) == [0, 0, 1, 128])
    #expect(bank.presets.map(\.identifier.program) == [7, 42, 0, 0])
    #expect(bank.index(of: PresetIdentifier(bank: 0, program: 42)) == 1)
    #expect(bank.index(of: PresetIdentifier(bank: 0, program: 43)) == nil)
    #expect(bank.regions(ofPresetAt: 2).map(\.sample) == [2])
  }

  @Test("Bytes live as long as their owner and are released once")
  func storage() {
    let releases = Atomic(0)
    do {
      let owner = ByteStorage(bytes: UnsafeRawBufferPointer(start: nil, count: 0)) {
        releases.add(1, ordering: .relaxed)
      }
      let another = owner
      #expect(another.bytes.isEmpty)
      #expect(releases.load(ordering: .relaxed) == 0)
    }
    #expect(releases.load(ordering: .relaxed) == 1)
    let copy = ByteStorage(copying: [1, 2, 255])
    #expect(Array(copy.bytes) == [1, 2, 255])
  }

  @Test("Generator 54 selects the loop mode, regardless of the sample")
  func looping() {
    var region = Region(sample: 0)
    #expect(region.looping == SampleLooping.none)
    let expected: [(Float, SampleLooping)] = [
      (1, .continuous), (2, .fromRelease), (3, .untilRelease), (-7, .none), (1e9, .untilRelease),
    ]
    for (value, looping) in expected {
      region.generators[.sampleModes] = value
      #expect(region.looping == looping)
    }
  }

  @Test("The sample length follows from its bytes, two per frame and separate low bytes")
  func frames() {
    let lengths: [(Sample.Encoding, Int?)] = [
      (.integer16(100..<300), 100), (.integer24(high: 100..<300, low: 400..<500), 100),
      (.compressed(0..<9), nil), (.missing, 0),
    ]
    for (encoding, frames) in lengths {
      let sample = Sample(name: "", encoding: encoding, sampleRate: 44_100, rootKey: 60)
      #expect(sample.frameCount == frames)
    }
  }
}
