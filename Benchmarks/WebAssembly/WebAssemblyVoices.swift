import PeachInstrumentFiles
import PeachInstrumentModel
import PeachSynthesis

// What a page calls: memory for a bank's file, a synthesizer that holds voices of one of its presets,
// and blocks of them. One thread; it ends where the bank cannot be read.

/// A synthesizer and what it plays.
private struct Engine: ~Copyable {
  var synthesizer: Synthesizer
  let preset: PreparedPreset
}

private let frameCount = 256
nonisolated(unsafe) private var engine: Engine?
nonisolated(unsafe) private var file = UnsafeMutableRawBufferPointer(start: nil, count: 0)
nonisolated(unsafe) private let block = UnsafeMutablePointer<Float>.allocate(
  capacity: 2 * frameCount)

/// Room for a bank of so many bytes; gives where.
@_expose(wasm, "room") @_cdecl("room")
public func room(_ count: Int32) -> UnsafeMutableRawPointer? {
  file = .allocate(byteCount: Int(count), alignment: 16)
  return file.baseAddress
}

/// Holds voices of the bank's preset of that program: a note for each eight, as the native
/// measurement has them. By the kernels that there are everywhere, if `portable` is not 0.
@_expose(wasm, "hold") @_cdecl("hold")
public func hold(_ program: Int32, _ taps: Int32, _ voices: Int32, _ portable: Int32) {
  guard let bank = try? SoundFont.read(ByteStorage(copying: Array(file))).soundBank(),
    let index = bank.presets.firstIndex(where: { $0.program == UInt16(program) }),
    let preset = try? InstrumentLoader(bank: bank).prepare(presetAt: index),
    let quality = InterpolationQuality.allCases.first(where: { $0.tapCount == Int(taps) })
  else { fatalError() }
  var synthesizer = Synthesizer(
    SynthesizerConfiguration(
      maximumVoices: Int(voices), effects: false, interpolation: quality,
      kernels: portable == 0 ? .fastest : .portable))
  synthesizer.handle(.usePreset(channel: 0, preset: preset.handle))
  for note in 0..<(Int(voices) / 8) {
    synthesizer.handle(
      .startNote(
        Note(id: UInt64(note + 1), noteNumber: 36 + Double(note * 22 % 61), velocity: 100)))
  }
  engine = Engine(synthesizer: synthesizer, preset: preset)
}

/// Renders so many blocks of 256 frames; gives how many voices sound.
@_expose(wasm, "render") @_cdecl("render")
public func render(_ blocks: Int32) -> Int32 {
  for _ in 0..<blocks {
    engine?.synthesizer.render(left: block, right: block + frameCount, count: frameCount)
  }
  return Int32(engine?.synthesizer.soundingVoiceCount ?? 0)
}

/// Where the last block is: 256 frames of the left side, then as many of the right.
@_expose(wasm, "heard") @_cdecl("heard")
public func heard() -> UnsafeMutablePointer<Float> { block }
