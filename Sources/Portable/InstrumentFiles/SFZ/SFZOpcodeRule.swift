/// One of the opcodes that are known: what its value is, and what becomes of it.
package struct SFZOpcodeRule: Sendable {
  /// What becomes of an opcode.
  package enum Effect: Sendable {
    /// It is heard.
    case heard
    /// It says nothing about sound.
    case silent
    /// It is not done, and the bank's warnings say so.
    case notDone
  }

  /// Its name, with `N` for a number.
  package let name: String
  /// The unit of its value, or the words it may be.
  package let unit: String
  /// What becomes of it, in a few words.
  package let meaning: String
  /// What becomes of it.
  package let effect: Effect
  /// Other names for the same.
  package let aliases: [String]
  let apply: @Sendable (inout SFZSettings, SFZArgument) -> Void

  init(
    _ name: String, _ unit: String, _ meaning: String, _ effect: Effect = .heard,
    aliases: [String] = [],
    _ apply: @escaping @Sendable (inout SFZSettings, SFZArgument) -> Void = { _, _ in }
  ) {
    self.name = name
    self.unit = unit
    self.meaning = meaning
    self.effect = effect
    self.aliases = aliases
    self.apply = apply
  }

  /// All that are known, but for those by which controllers move others.
  package static let all: [SFZOpcodeRule] =
    samples + keys + conditions + groups + amplifier + crossfades + pitch + filter + envelopes
    + pointEnvelopes + bands + oscillators + effects + silent + notDone

  /// By name; numbers in names are `N`, so that `eqN_vel2gain` is found as `eqN_velNgain`.
  static let byName: [String: SFZOpcodeRule] = {
    var rules: [String: SFZOpcodeRule] = [:]
    for rule in all {
      for name in [rule.name] + rule.aliases {
        rules[name] = rule
        if name.utf8.contains(0x4E) { rules[SFZOpcodeName.pattern(name).0] = rule }
      }
    }
    return rules
  }()
}
