import PeachInstrumentModel

/// Goes through the headers of a document: each hands its opcodes on to those below it.
///
/// A region has what `<global>`, `<master>`, `<group>` and it itself say, the last word counting. A
/// new header of one kind clears what its predecessor and those below it said.
struct SFZInterpreter {
  /// A sample within the file.
  struct Embedded {
    var name: String
    var bytes: [UInt8]
  }

  private(set) var regions: [SFZSettings] = []
  private(set) var curves = SFZCurves()
  private(set) var embedded: [Embedded] = []
  private var control = SFZControl()
  private var global = SFZSettings()
  private var master = SFZSettings()
  private var group = SFZSettings()
  private var positions: [Int: UInt8] = [:]
  /// What controllers beyond MIDI's stand at for good, 0…1.
  private(set) var constants: [Int: Float] = [:]
  private var names: [String: SFZOpcodeName] = [:]
  private var unknown: [String] = []
  private var undone: [String] = []
  private var isTold: Set<String> = []
  private static var listLimit: Int { 64 }

  mutating func read(_ section: SFZDocument.Section) {
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
    case .group:
      group = applied(section, to: master)
    case .region:
      regions.append(applied(section, to: group))
    case .curve: curves.add(section)
    case .sample: embed(section)
    case .effect, .midi: note("<\(section.header.rawValue)>", "is not done")
    }
  }

  private mutating func applied(
    _ section: SFZDocument.Section, to inherited: SFZSettings
  ) -> SFZSettings {
    var settings = inherited
    for opcode in section.opcodes {
      switch meaning(of: opcode.name) {
      case .rule(let rule, let numbers):
        let argument = SFZArgument(numbers: numbers, text: opcode.value, control: control)
        rule.apply(&settings, argument)
        if rule.effect == .notDone { note(opcode.name, rule.meaning) }
      case .modulation(let target, let controller, let part):
        modulate(&settings, target, by: controller, part, opcode)
      case .setting: set(opcode)
      case .unknown: noteUnknown(opcode.name)
      }
    }
    return settings
  }

  private mutating func modulate(
    _ settings: inout SFZSettings, _ target: SFZTarget, by controller: Int,
    _ part: SFZOpcodeName.Part, _ opcode: SFZOpcode
  ) {
    switch part {
    case .amount:
      settings.modulate(target, by: controller, amount: SFZNumber.real(opcode.value) ?? 0)
    case .curve:
      settings.modulate(target, by: controller, curve: SFZNumber.whole(opcode.value) ?? 0)
    case .manner: note(opcode.name, "controllers move at once")
    }
  }

  private mutating func setControl(_ opcode: SFZOpcode) {
    switch opcode.name {
    case "default_path": control.defaultPath = opcode.value
    case "note_offset":
      control.noteOffset = min(max(SFZNumber.whole(opcode.value) ?? 0, -127), 127)
    case "octave_offset":
      control.octaveOffset = min(max(SFZNumber.whole(opcode.value) ?? 0, -10), 10)
    default:
      switch meaning(of: opcode.name) {
      case .setting: set(opcode)
      case .rule(let rule, _) where rule.effect == .silent: break
      case .rule(let rule, _) where rule.effect == .notDone:
        note(opcode.name, rule.meaning)
      default: noteUnknown(opcode.name)
      }
    }
  }

  private mutating func set(_ opcode: SFZOpcode) {
    guard case .setting(let controller, let isFine) = meaning(of: opcode.name) else { return }
    let value = SFZNumber.real(opcode.value) ?? 0
    let place = min(max(isFine ? value : value / 127, 0), 1)
    if controller < 128 {
      positions[controller] = UInt8(place * 127 + 0.5)
    } else if constants.count < 1024 {
      constants[controller] = place
    }
  }

  private mutating func embed(_ section: SFZDocument.Section) {
    var name: String?
    var bytes: [UInt8] = []
    for opcode in section.opcodes {
      if opcode.name == "name" { name = opcode.value }
      if opcode.name == "base64data" { bytes = Base64.decode(opcode.value.utf8) }
    }
    if let name, !bytes.isEmpty { embedded.append(Embedded(name: name, bytes: bytes)) }
  }

  private mutating func meaning(of name: String) -> SFZOpcodeName {
    if let known = names[name] { return known }
    let meaning = SFZOpcodeName(name)
    names[name] = meaning
    return meaning
  }

  /// Where MIDI's controllers stand when the preset is chosen.
  var controllers: [ControllerSetting] {
    positions.sorted { $0.key < $1.key }.map {
      ControllerSetting(controller: UInt8($0.key), value: $0.value)
    }
  }

  private mutating func noteUnknown(_ name: String) {
    if isTold.insert(name).inserted, unknown.count < Self.listLimit { unknown.append(name) }
  }

  private mutating func note(_ name: String, _ reason: String) {
    guard isTold.insert(name).inserted, undone.count < Self.listLimit else { return }
    undone.append("\(name): \(reason)")
  }

  /// What is not done and what is not known, each once.
  var complaints: [String] {
    var all = undone.map { "Opcode \($0)." }
    if !unknown.isEmpty {
      all.append("Opcodes that are not known: \(unknown.joined(separator: ", ")).")
    }
    return all
  }
}
