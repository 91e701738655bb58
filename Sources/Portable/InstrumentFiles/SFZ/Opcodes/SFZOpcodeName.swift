import PeachMusicUnits

/// The meaning of an opcode's name: a rule, a modulation or an initial controller value.
enum SFZOpcodeName {
  /// A parameter of a modulation by a controller; smoothing stands for a number of steps, too.
  enum ModulationParameter { case amount, curve, smoothing }

  case rule(SFZOpcodeRule, numbers: [Int])
  case modulation(SFZTarget, controller: Int, ModulationParameter)
  /// An initial controller value.
  case setting(controller: Int, isNormalized: Bool)
  case unknown

  /// Parses a name in lower case.
  init(_ name: String) {
    let (pattern, numbers) = Self.pattern(name)
    if let rule = SFZOpcodeRule.byName[name] ?? SFZOpcodeRule.byName[pattern] {
      self = .rule(rule, numbers: numbers)
    } else if pattern == "set_ccN" || pattern == "set_hdccN", let number = numbers.last {
      self = .setting(controller: number, isNormalized: pattern == "set_hdccN")
    } else if let modulation = Self.modulation(pattern, numbers) {
      self = modulation
    } else {
      let family = SFZOpcodeRule.families.first { pattern.hasPrefix($0.name.dropLast()) }
      self = family.map { .rule($0, numbers: numbers) } ?? .unknown
    }
  }

  /// Returns the name with `N` for each number, and the numbers.
  static func pattern(_ name: String) -> (String, [Int]) {
    var pattern: [UInt8] = []
    var numbers: [Int] = []
    var isInNumber = false
    for byte in name.utf8 {
      let isDigit = (0x30...0x39).contains(byte)
      if isDigit, isInNumber, let last = numbers.last {
        if last < 100_000 { numbers[numbers.count - 1] = last * 10 + Int(byte - 0x30) }
      } else {
        if isDigit { numbers.append(Int(byte - 0x30)) }
        pattern.append(isDigit ? 0x4E : byte)
      }
      isInNumber = isDigit
    }
    return (String(decoding: pattern, as: UTF8.self), numbers)
  }

  /// Parses `…_onccN`, `…_ccN`, `…ccN`, `…_curveccN`, `…_smoothccN` and `…_stepccN`.
  private static func modulation(_ pattern: String, _ numbers: [Int]) -> SFZOpcodeName? {
    guard pattern.hasSuffix("ccN"), let controller = numbers.last else { return nil }
    let stem = pattern.dropLast(3)
    let suffixes: [(String, ModulationParameter)] = [
      ("_curve", .curve), ("_smooth", .smoothing), ("_step", .smoothing), ("_on", .amount),
      ("_", .amount), ("", .amount),
    ]
    for (suffix, parameter) in suffixes where stem.hasSuffix(suffix) {
      let name = String(stem.dropLast(suffix.count))
      if let target = SFZTarget.byName[name]?.with(numbers) {
        return .modulation(target, controller: controller, parameter)
      }
    }
    return nil
  }
}
