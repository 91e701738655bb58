/// A rule of a MIDI router: ranges of channel and parameters, and their mapping.
final class RouterRule {
  struct Range {
    var low: Int32 = 0
    var high: Int32
    var factor: Float = 1
    var offset: Int32 = 0

    /// Whether a value is in the range; outside of it if the range is inverted.
    func contains(_ value: Int32) -> Bool {
      low > high ? value >= low || value <= high : low...high ~= value
    }

    func mapped(_ value: Int32) -> Int32 {
      Int32((Float(value) * factor + 0.5).rounded(.down)) + offset
    }
  }

  var channels = Range(high: 999_999)
  var parameter1 = Range(high: 999_999)
  var parameter2 = Range(high: 999_999)
}

/// The object of a `fluid_midi_router_t`.
final class Router: @unchecked Sendable {
  // Safe: the lock protects the rules.

  /// The types of rules in midi.h, and the status that they match.
  static var statuses: [[Int32]] { [[0x80, 0x90], [0xB0], [0xC0], [0xE0], [0xD0], [0xA0]] }

  private let lock = Lock(isRecursive: true)
  private var rules: [[RouterRule]] = Router.statuses.map { _ in [] }
  private let handler: MIDIHandler
  private let data: UnsafeMutableRawPointer?
  private let channelCount: Int32

  init(
    _ handler: @escaping MIDIHandler, _ data: UnsafeMutableRawPointer?, channelCount: Int32
  ) {
    self.handler = handler
    self.data = data
    self.channelCount = channelCount
    setDefaultRules()
  }

  /// Sets a rule of each type that passes all events.
  func setDefaultRules() {
    lock.withLock { rules = Self.statuses.map { _ in [RouterRule()] } }
  }

  func clearRules() { lock.withLock { rules = Self.statuses.map { _ in [] } } }

  func add(_ rule: RouterRule, type: Int) { lock.withLock { rules[type].append(rule) } }

  /// Sends an event once for each rule that matches it. Returns the last failure, if there was any.
  func route(_ event: MIDIEventObject) -> Int32 {
    guard let type = Self.statuses.firstIndex(where: { $0.contains(event.type) }) else {
      return handler(data, Handle.borrowed(event))
    }
    let matching = lock.withLock { rules[type] }
    var result = Result.ok
    for rule in matching {
      guard let routed = rule.route(event, channelCount: channelCount) else { continue }
      if handler(data, Handle.borrowed(routed)) != Result.ok { result = Result.failed }
    }
    return result
  }
}

extension RouterRule {
  /// Whether events of a status have a second parameter.
  private static func hasTwoParameters(_ type: Int32) -> Bool {
    [0x80, 0x90, 0xA0, 0xB0].contains(type)
  }

  /// Returns the mapped event; `nil` if the rule does not match, or the channel does not exist.
  func route(_ event: MIDIEventObject, channelCount: Int32) -> MIDIEventObject? {
    let hasTwo = Self.hasTwoParameters(event.type)
    guard channels.contains(event.channel), parameter1.contains(event.parameter1),
      !hasTwo || parameter2.contains(event.parameter2)
    else { return nil }
    let routed = MIDIEventObject()
    routed.type = event.type
    routed.channel = channels.mapped(event.channel)
    guard 0..<channelCount ~= routed.channel else { return nil }
    let limit: Int32 = event.type == 0xE0 ? 16_383 : 127
    routed.parameter1 = min(max(parameter1.mapped(event.parameter1), 0), limit)
    if hasTwo { routed.parameter2 = min(max(parameter2.mapped(event.parameter2), 0), 127) }
    // A note-on with velocity 0 is a note-off, also if a rule makes the velocity 0.
    if routed.type == 0x90 && event.parameter2 == 0 {
      routed.type = 0x80
      routed.parameter2 = 127
    }
    return routed
  }
}
