import PeachMusicUnits

/// A known opcode: its value and its effect.
package struct SFZOpcodeRule: Sendable {
  /// The support of an opcode: silent ones do not affect the sound, unsupported ones cause a
  /// warning.
  package enum Support: Sendable { case supported, silent, unsupported }

  /// The name, with `N` for a number.
  package let name: String
  /// The unit of the value, or its choices.
  package let unit: String
  /// A short description; for an unsupported opcode, what applies instead.
  package let meaning: String
  package let support: Support
  package let aliases: [String]
  private let valueKind: SFZValueKind
  let apply: @Sendable (inout SFZSettings, SFZArgument) -> Void

  /// - Parameter meaning: Only the documentation has those of supported opcodes, which the page
  ///   leaves out.
  @inline(__always)
  init(
    _ name: String, _ unit: String, _ meaning: @autoclosure () -> String,
    _ support: Support = .supported, aliases: [String] = [],
    _ apply: @escaping @Sendable (inout SFZSettings, SFZArgument) -> Void = { _, _ in }
  ) {
    #if hasFeature(Embedded)
      let meaning = support == .unsupported ? meaning() : ""
    #else
      let meaning = meaning()
    #endif
    self.init(
      name: name, unit: unit, meaning: meaning, support: support, aliases: aliases, apply: apply)
  }

  @inline(never)
  private init(
    name: String, unit: String, meaning: String, support: Support, aliases: [String],
    apply: @escaping @Sendable (inout SFZSettings, SFZArgument) -> Void
  ) {
    self.name = name
    self.unit = unit
    self.meaning = meaning
    self.support = support
    self.aliases = aliases
    valueKind = SFZValueKind(name: name, unit: unit)
    self.apply = apply
  }

  /// Returns whether the opcode does not accept the value, and is therefore ignored.
  func rejects(_ argument: SFZArgument) -> Bool { !valueKind.accepts(argument) }

  /// All known opcodes except those of controllers that modulate a target.
  package static let all: [SFZOpcodeRule] =
    samples + keys + conditions + groups + amplifier + crossfades + pitch + filter + envelopes
    + flexEnvelopes + bands + lfos + effects + silent + unsupported
  /// The names of all modulation targets, with their units.
  package static let targets = SFZTarget.names.map { (name: $0.name, unit: $0.unit) }

  /// The rules by name, with `N` for each number: `eqN_vel2gain` is stored as `eqN_velNgain`.
  static let byName = {
    var rules = KeyedArray<String, SFZOpcodeRule>()
    for rule in all {
      for name in [rule.name] + rule.aliases {
        rules.setValue(rule, for: name)
        if name.utf8.contains(0x4E) { rules.setValue(rule, for: SFZOpcodeName.pattern(name).0) }
      }
    }
    return rules
  }()
  /// The rules whose names end with `*`.
  static let families: [SFZOpcodeRule] = all.filter { $0.name.utf8.last == 0x2A }
}
