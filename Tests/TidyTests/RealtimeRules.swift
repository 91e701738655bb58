/// The rules for functions that audio devices and hosts call on their audio thread.
///
/// The compiler verifies what is marked, so a callback that nobody marked is verified by nobody.
enum RealtimeRules {
  /// A place where a function is handed to a device or a host.
  struct Handover {
    /// The text with which such a place begins.
    let opening: String
    /// The whole place, which names the function.
    let whole: Regex<(Substring, function: Substring)>
  }

  static var handovers: [Handover] {
    [
      // The devices of this package; a closure cannot be marked.
      Handover(
        opening: " AudioRenderer(",
        whole: /[^{};]*?render: (?:\w+\.)?(?<function>\w+)\)+(?! *\{)/),
      Handover(
        opening: " MIDIRenderer(",
        whole: /[^{};]*?render: (?:\w+\.)?(?<function>\w+)\)+(?! *\{)/),
      Handover(opening: " jack_set_process_callback(", whole: /\w+, (?<function>\w+)/),
      // LV2's "audio" threading class.
      Handover(opening: " LV2_Descriptor(", whole: /[^;]*?\brun: (?<function>\w+)/),
      Handover(opening: " connect_port:", whole: /\ (?<function>\w+)/),
      Handover(opening: " work_response:", whole: /\ (?<function>\w+)/),
      // Blocks of Apple's systems capture a pointer and call one function.
      Handover(opening: " AVAudioSourceNode(", whole: /format[^{]*\{[^\n]*\n *(?<function>\w+)\(/),
      Handover(
        opening: " AUInternalRenderBlock {",
        whole: /[^{}]*return \{[^\n]*\n *(?:let \w+ = )?(?:\w+\.)?(?<function>\w+)\(/),
    ]
  }

  /// Every function that is handed to a device or a host is marked as real-time code. `marked` are
  /// the marked functions of the file's module.
  static func callbacks(path: String, text: String, marked: Set<Substring>) -> [LintViolation] {
    guard path.hasPrefix("Sources/") else { return [] }
    let handovers = handovers.filter { text.containsBytes(of: $0.opening.dropFirst()) }
    if handovers.isEmpty { return [] }
    // A place may begin its line.
    let code = SwiftText(text).lines.map { " \($0)" }.joined(separator: "\n")
    return handovers.flatMap { handover in
      code.ranges(of: handover.opening).compactMap { place in
        let line = code[..<place.lowerBound].count { $0 == "\n" } + 1
        guard let whole = code[place.upperBound...].prefixMatch(of: handover.whole) else {
          return LintViolation(
            path: path, line: line,
            message: "hands a closure to the audio thread; name a function with "
              + "`@_noLocks @_noAllocation`.")
        }
        if marked.contains(whole.function) { return nil }
        return LintViolation(
          path: path, line: line,
          message: "hands `\(whole.function)` to the audio thread, which is not marked "
            + "`@_noLocks @_noAllocation`.")
      }
    }
  }

  /// Returns the names of the functions in a text that are marked as real-time code. A name that is
  /// declared without marks, too, is not one of them.
  static func markedFunctions(in text: String) -> Set<Substring> {
    let lines = SwiftText(text).lines
    var (marked, unmarked): (Set<Substring>, Set<Substring>) = ([], [])
    for (index, line) in lines.enumerated() {
      guard line.containsBytes(of: "func "),
        let name = line.firstMatch(of: /^ *(?:[^\/\/]* )?func (?<name>\w+)\(/)?.name
      else { continue }
      // Attributes precede the declaration, within a condition of compilation.
      let attributes = lines[..<index].reversed().prefix { line in
        let text = line.drop { $0 == " " }
        if line.containsBytes(of: "func ") { return false }
        return text.hasPrefix("@") || text.hasPrefix("#if") || text.hasPrefix("#endif")
      }
      let isMarked = ([line] + attributes).contains {
        $0.contains("@_noLocks") && $0.contains("@_noAllocation")
      }
      if isMarked { marked.insert(name) } else { unmarked.insert(name) }
    }
    return marked.subtracting(unmarked)
  }
}
