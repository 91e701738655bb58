import Foundation
import PeachInstrumentModel
import PeachMusicUnits
import SoundMeasurement
import Testing

@testable import PeachSynthesis

@Suite("Voice stealing")
struct VoiceStealingTests {
  private static func start(_ id: UInt64, _ noteNumber: Double, at frame: Int) -> TimedEvent {
    let note = Note(id: id, noteNumber: noteNumber, velocity: 127)
    return TimedEvent(frame: frame, event: .startNote(note))
  }

  @Test(
    "A stolen voice fades out by a raised cosine of 5 ms, whatever its segments are",
    arguments: [0, 8000, 10_000] as [Float], [1024, 1100, 1279])
  func fade(cutoff: Float, stolenAt: Int) throws {
    let bank = TestBank.tone {
      // Filtered voices have a tremolo too.
      guard cutoff > 0 else { return }
      $0.generators[.initialFilterCutoff] = cutoff
      $0.generators[.modulationLFOToVolume] = 60
    }
    let (first, second) = (Self.start(1, 69, at: 0), Self.start(2, 57, at: stolenAt))
    func render(_ events: [TimedEvent], blocks: [Int]) throws -> [Float] {
      try Render(
        bank, events, frames: 2000, blocks: blocks, maximumVoices: 1, effects: false
      ).left
    }
    let alone = try render([first], blocks: [2000])
    let other = try render([second], blocks: [2000])
    #expect(Level.peak(alone[1000...]) > 0.1)
    for blocks in [[2000], [7, 64, 1]] {
      let both = try render([first, second], blocks: blocks)
      for frame in 0..<2000 {
        let x = min(max(Double(frame - stolenAt) / 240, 0), 1)
        let expected = Double(alone[frame]) * (0.5 + 0.5 * cos(Double.pi * x))
        let difference = Double(both[frame] - other[frame]) - expected
        #expect(abs(difference) < 1e-6, "frame \(frame) of \(blocks)")
      }
    }
  }

  @Test("The slot of a stolen voice is free again after its fade-out and one segment")
  func slots() throws {
    let preset = try InstrumentLoader(bank: TestBank.tone()).prepare(presetAt: 0)
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(sampleRate: Render.rate, maximumVoices: 1))
    synthesizer.use(preset, onChannel: 0)
    var (left, right) = ([Float](repeating: 0, count: 300), [Float](repeating: 0, count: 300))
    for id: UInt64 in 1...3 {
      synthesizer.handle(Self.start(id, 60, at: 0).event)
      synthesizer.render(left: &left, right: &right, count: 100)
    }
    #expect(synthesizer.soundingVoiceCount == 1 && synthesizer.pool.activeCount == 3)
    // Fades of 240 frames from frames 100 and 200 on; control blocks of 64.
    synthesizer.render(left: &left, right: &right, count: 85)
    #expect(synthesizer.pool.activeCount == 2)
    synthesizer.render(left: &left, right: &right, count: 64)
    #expect(synthesizer.soundingVoiceCount == 1 && synthesizer.pool.activeCount == 1)
    withExtendedLifetime(preset) {}
  }

  @Test("Slots are found in the order of allocation", arguments: [64, 320, 4608])
  func order(capacity: Int) {
    let slots = VoiceSlots(capacity: capacity)
    defer { slots.deallocate() }
    for order in 0..<capacity {
      let index = VoicePartition.voiceIndex(order: order, capacity: capacity)
      #expect(VoicePartition.order(ofVoice: index, capacity: capacity) == order)
      #expect(slots.firstFree == index && slots.usedCount == order)
      slots.set(index, to: .used)
    }
    #expect(slots.firstFree == nil)
    slots.set(17, to: .stolen)
    #expect(slots.usedCount == capacity - 1 && slots.firstFree == nil)
    slots.set(17, to: .free)
    #expect(slots.firstFree == 17)
  }
}
