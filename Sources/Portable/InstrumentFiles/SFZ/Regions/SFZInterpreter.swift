import PeachInstrumentModel
import PeachMusicUnits

/// Interprets the headers of a document in order, with inheritance. A region inherits from
/// `<global>`, `<master>` and `<group>`; later values replace earlier ones. A new header clears the
/// settings of its predecessor and of the levels below.
struct SFZInterpreter {
  private(set) var curves = SFZCurves()
  private(set) var embeddedSamples: [(name: String, bytes: [UInt8])] = []
  /// The last `sw_default` of the file, which applies to all regions; `nil` without one.
  private(set) var initialKeyswitch: UInt8?
  private var control = SFZControl()
  private var global = SFZSettings()
  private var master = SFZSettings()
  private var group = SFZSettings()
  /// The initial values of MIDI controllers.
  private var controllerValues = KeyedArray<Int, UInt8>()
  private var names = KeyedArray<String, SFZOpcodeName>()
  private var unknown: [String] = []
  private var unsupported: [String] = []
  private var reported: Set<String> = []
  private var invalid = WarningList()
  private static var listLimit: Int { 64 }

  /// Interprets a header, and returns the settings of a region; `nil` for other headers.
  @discardableResult
  mutating func read(_ section: SFZDocument.Section) -> SFZSettings? {
    switch section.header {
    case .control:
      control = SFZControl()
      for opcode in section.opcodes { setControl(opcode) }
    case .global:
      global = applied(section, to: SFZSettings())
      master = global
      group = global
    case .master:
      master = applied(section, to: global)
      group = master
    case .group: group = applied(section, to: master)
    case .region: return applied(section, to: group)
    case .curve:
      for opcode in curves.add(section) { addInvalid(opcode) }
    case .sample: embed(section)
    case .effect, .midi: addUnsupported("<\(section.header.rawValue)>", "not supported")
    }
    return nil
  }

  private mutating func applied(
    _ section: SFZDocument.Section, to inherited: SFZSettings
  ) -> SFZSettings {
    var settings = inherited
    for opcode in section.opcodes {
      switch meaning(of: opcode.name) {
      case .rule(let rule, let numbers):
        let argument = SFZArgument(numbers: numbers, text: opcode.value, control: control)
        if rule.rejects(argument) {
          addInvalid(opcode)
          continue
        }
        rule.apply(&settings, argument)
        if rule.name == "sw_default" { initialKeyswitch = argument.switchKey ?? initialKeyswitch }
        if rule.support == .unsupported { addUnsupported(opcode.name, rule.meaning) }
      case .modulation(let target, let controller, .amount):
        if let amount = number(opcode) {
          settings.modulate(target, by: controller, amount: amount)
        }
      case .modulation(let target, let controller, .curve):
        if number(opcode) != nil {
          settings.modulate(target, by: controller, curve: SFZNumber.whole(opcode.value))
        }
      case .modulation(_, _, .smoothing):
        addUnsupported(opcode.name, "controllers take effect immediately")
      case .setting(let controller, let isNormalized):
        set(controller, to: opcode, isNormalized: isNormalized)
      case .unknown: addUnknown(opcode.name)
      }
    }
    return settings
  }

  private mutating func setControl(_ opcode: SFZOpcode) {
    switch opcode.name {
    case "default_path":
      // Precedes the name of each sample.
      control.defaultPath = String(
        decoding: opcode.value.utf8.prefix(SampleCollection.nameLimit / 4), as: UTF8.self)
    case "note_offset": control.noteOffset = offset(opcode, limit: 127)
    case "octave_offset": control.octaveOffset = offset(opcode, limit: 10)
    case "sw_note_offset": control.switchNoteOffset = offset(opcode, limit: 127)
    case "sw_octave_offset": control.switchOctaveOffset = offset(opcode, limit: 10)
    default:
      switch meaning(of: opcode.name) {
      case .setting(let controller, let isNormalized):
        set(controller, to: opcode, isNormalized: isNormalized)
      case .rule(let rule, _) where rule.support == .silent: break
      case .rule(let rule, _) where rule.support == .unsupported:
        addUnsupported(opcode.name, rule.meaning)
      default: addUnknown(opcode.name)
      }
    }
  }

  /// Returns the opcode's value; `nil`, with a warning, if it is not a number.
  private mutating func number(_ opcode: SFZOpcode) -> Float? {
    let number = SFZNumber.real(opcode.value)
    if number == nil { addInvalid(opcode) }
    return number
  }

  /// Returns the opcode's value within ±`limit`; 0, with a warning, if it is not a number.
  private mutating func offset(_ opcode: SFZOpcode, limit: Int) -> Int {
    let limit = Float(limit)
    return number(opcode).map { Int(min(max($0, -limit), limit)) } ?? 0
  }

  private mutating func set(_ controller: Int, to opcode: SFZOpcode, isNormalized: Bool) {
    guard let value = number(opcode) else { return }
    let normalized = min(max(isNormalized ? value : value / 127, 0), 1)
    guard controller < 128 else { return }
    controllerValues.setValue(UInt8(normalized * 127 + 0.5), for: controller)
  }

  private mutating func embed(_ section: SFZDocument.Section) {
    var name: String?
    var bytes: [UInt8] = []
    for opcode in section.opcodes {
      if opcode.name == "name" { name = opcode.value }
      if opcode.name == "base64data" { bytes = Base64.decode(opcode.value.utf8) }
    }
    if let name, !bytes.isEmpty { embeddedSamples.append((name, bytes)) }
  }

  private mutating func meaning(of name: String) -> SFZOpcodeName {
    if let known = names[name] { return known }
    let meaning = SFZOpcodeName(name)
    names.setValue(meaning, for: name)
    return meaning
  }

  /// The controller values to set when the preset is selected.
  var controllers: [ControllerSetting] {
    controllerValues.pairs.sorted(byKey: { SortKey($0.key) }).map {
      ControllerSetting(controller: UInt8($0.key), value: $0.value)
    }
  }

  private mutating func addUnknown(_ name: String) {
    if reported.insert(name).inserted, unknown.count < Self.listLimit {
      unknown.append(String(shortening: name))
    }
  }

  private mutating func addUnsupported(_ name: String, _ meaning: String) {
    guard reported.insert(name).inserted, unsupported.count < Self.listLimit else { return }
    unsupported.append("Ignored \(String(shortening: name)): \(meaning).")
  }

  private mutating func addInvalid(_ opcode: SFZOpcode) {
    guard reported.insert(opcode.name).inserted else { return }
    invalid.add(
      .key,
      "Ignored \(String(shortening: opcode.name))=\(String(shortening: opcode.value)): "
        + "the value is invalid.")
  }

  /// Messages about unsupported, invalid and unknown opcodes, each once.
  var warnings: [String] {
    let known = unsupported + invalid.all
    return unknown.isEmpty
      ? known : known + ["Ignored unknown opcodes: \(unknown.joined(separator: ", "))."]
  }
}
