import PeachInstrumentFiles
import PeachInstrumentModel
import PeachSynthesis

// The functions that a page calls, on one thread. An unreadable bank is a fatal error.

/// A synthesizer and its preset.
private struct Engine: ~Copyable {
  var synthesizer: Synthesizer
  let preset: PreparedPreset
}

private let frameCount = 256
nonisolated(unsafe) private var engine: Engine?
nonisolated(unsafe) private var file = UnsafeMutableRawBufferPointer(start: nil, count: 0)
nonisolated(unsafe) private let block = UnsafeMutablePointer<Float>.allocate(
  capacity: 2 * frameCount)

/// Allocates memory for a bank's file of `count` bytes.
@_expose(wasm, "allocateBank") @_cdecl("allocateBank")
public func allocateBank(_ count: Int32) -> UnsafeMutableRawPointer? {
  file = .allocate(byteCount: Int(count), alignment: 16)
  return file.baseAddress
}

/// Starts voices of a preset of the bank, eight per note, as the native measurement does. Uses
/// portable kernels if `portable` is not 0.
@_expose(wasm, "startVoices") @_cdecl("startVoices")
public func startVoices(_ program: Int32, _ taps: Int32, _ voices: Int32, _ portable: Int32) {
  guard let bank = try? SoundFont.read(ByteStorage(copying: Array(file))).soundBank(),
    let index = bank.presets.firstIndex(where: { $0.program == UInt16(program) }),
    let quality = InterpolationQuality.allCases.first(where: { $0.tapCount == Int(taps) }),
    let preset = try? InstrumentLoader(bank: bank, interpolation: quality)
      .prepare(presetAt: index)
  else { fatalError() }
  var synthesizer = Synthesizer(
    SynthesizerConfiguration(
      maximumVoices: Int(voices), effects: false, interpolation: quality,
      kernels: portable == 0 ? .fastest : .portable))
  synthesizer.use(preset, onChannel: 0)
  for note in 0..<(Int(voices) / 8) {
    synthesizer.handle(
      .startNote(
        Note(id: UInt64(note + 1), noteNumber: 36 + Double(note * 22 % 61), velocity: 100)))
  }
  engine = Engine(synthesizer: synthesizer, preset: preset)
}

/// Renders blocks of 256 frames. Returns the number of active voices.
@_expose(wasm, "render") @_cdecl("render")
public func render(_ blocks: Int32) -> Int32 {
  for _ in 0..<blocks {
    engine?.synthesizer.render(left: block, right: block + frameCount, count: frameCount)
  }
  return Int32(engine?.synthesizer.soundingVoiceCount ?? 0)
}

/// Returns the last block: 256 frames of the left channel, then of the right channel.
@_expose(wasm, "lastBlock") @_cdecl("lastBlock")
public func lastBlock() -> UnsafeMutablePointer<Float> { block }
