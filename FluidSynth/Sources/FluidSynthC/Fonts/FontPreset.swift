import PeachInstrumentModel
import PeachSynthesis

/// The object of a `fluid_preset_t`: a preset of a bank, or the callbacks of a program.
final class FontPreset: @unchecked Sendable {
  // Safe: used under the lock of the synthesizer that owns its font.

  /// The callbacks of a preset that a program defines.
  struct Callbacks {
    typealias GetName = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
    typealias GetNumber = @convention(c) (OpaquePointer?) -> Int32
    typealias NoteOn =
      @convention(c) (OpaquePointer?, OpaquePointer?, Int32, Int32, Int32) -> Int32
    typealias Free = @convention(c) (OpaquePointer?) -> Void

    var getName: GetName
    var getBank: GetNumber
    var getNumber: GetNumber
    var noteOn: NoteOn
    var free: Free
  }

  // Safe: a font lives longer than its presets.
  private(set) unowned(unsafe) var font: Font?
  var data: UnsafeMutableRawPointer?
  let callbacks: Callbacks?
  let name: CString
  private let index: Int
  private let identifier: PresetIdentifier
  private(set) lazy var prepared: PreparedPreset? = font?.prepare(at: index)

  init(_ font: Font, index: Int, _ preset: Preset) {
    self.font = font
    self.index = index
    callbacks = nil
    identifier = preset.identifier
    name = CString(preset.name)
  }

  init(_ font: Font?, _ callbacks: Callbacks) {
    self.font = font
    self.callbacks = callbacks
    index = 0
    identifier = PresetIdentifier(bank: 0, program: 0)
    name = CString("")
  }

  var handle: OpaquePointer { Handle.borrowed(self) }

  var namePointer: UnsafePointer<CChar>? {
    callbacks.map { $0.getName(handle) } ?? UnsafePointer(name.pointer)
  }

  var bank: Int32 { callbacks.map { $0.getBank(handle) } ?? Int32(identifier.bank) }
  var program: Int32 { callbacks.map { $0.getNumber(handle) } ?? Int32(identifier.program) }
}
