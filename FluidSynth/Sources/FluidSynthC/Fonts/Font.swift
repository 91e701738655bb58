import FluidSynthPOSIX
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachLive
import PeachSynthesis

/// The object of a `fluid_sfont_t`: a bank, or the callbacks of a program.
final class Font: @unchecked Sendable {
  // Safe: used under the lock of the synthesizer that owns it.

  /// The callbacks of a font that a program defines.
  struct Callbacks {
    typealias GetName = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
    typealias GetPreset = @convention(c) (OpaquePointer?, Int32, Int32) -> OpaquePointer?
    typealias Start = @convention(c) (OpaquePointer?) -> Void
    typealias Next = @convention(c) (OpaquePointer?) -> OpaquePointer?
    typealias Free = @convention(c) (OpaquePointer?) -> Int32

    var getName: GetName
    var getPreset: GetPreset
    var start: Start?
    var next: Next?
    var free: Free
  }

  var id: Int32 = 0
  var bankOffset = 0
  var data: UnsafeMutableRawPointer?
  let callbacks: Callbacks?
  private(set) var presets: [FontPreset] = []
  private let name: CString
  private let loader: InstrumentLoader?
  private var indices: [PresetIdentifier: Int] = [:]
  private var next = 0

  /// Creates a font of a bank.
  init(_ bank: SoundBank, name: String) {
    callbacks = nil
    self.name = CString(name)
    loader = InstrumentLoader(
      bank: bank, decoder: DefaultSampleDecoder.decoder, interpolation: .cubic)
    presets = bank.presets.enumerated().map { FontPreset(self, index: $0, $1) }
    for (index, preset) in bank.presets.enumerated() where indices[preset.identifier] == nil {
      indices[preset.identifier] = index
    }
  }

  /// Creates a font of callbacks.
  init(_ callbacks: Callbacks) {
    self.callbacks = callbacks
    name = CString("")
    loader = nil
  }

  var handle: OpaquePointer { Handle.borrowed(self) }

  /// The name as a C string, which lives as long as the font.
  var namePointer: UnsafePointer<CChar>? {
    callbacks.map { $0.getName(handle) } ?? UnsafePointer(name.pointer)
  }

  /// Returns the preset of a bank, without the font's offset, and a program; `nil` if there is
  /// none.
  func preset(bank: Int, program: Int) -> FontPreset? {
    if let callbacks {
      let found = callbacks.getPreset(handle, Int32(bank), Int32(program))
      return use(found, FontPreset.self, or: nil) { $0 }
    }
    guard let bank = UInt16(exactly: bank), let program = UInt8(exactly: program) else {
      return nil
    }
    return indices[PresetIdentifier(bank: bank, program: program)].map { presets[$0] }
  }

  /// Prepares the preset at an index. Takes milliseconds.
  func prepare(at index: Int) -> PreparedPreset? {
    do {
      return try loader?.prepare(presetAt: index)
    } catch {
      Log.error("Preset \(presets[index].name.text) of \(name.text) cannot be played: \(error)")
      return nil
    }
  }

  /// Prepares all presets, so that selecting them on an audio thread neither reads nor allocates.
  func prepareAll() { for preset in presets { _ = preset.prepared } }

  func startIteration() {
    next = 0
    callbacks?.start?(handle)
  }

  func nextPreset() -> FontPreset? {
    if let callbacks {
      return use(callbacks.next?(handle), FontPreset.self, or: nil) { $0 }
    }
    guard next < presets.count else { return nil }
    next += 1
    return presets[next - 1]
  }
}
