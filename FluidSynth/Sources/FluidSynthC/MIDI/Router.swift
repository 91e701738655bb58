import PeachMusicUnits

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
      let scaled = Int32(saturating: Double((Float(value) * factor + 0.5).rounded(.down)))
      let (sum, overflow) = scaled.addingReportingOverflow(offset)
      return overflow ? (offset < 0 ? .min : .max) : sum
    }
  }

  var channels = Range(high: 999_999)
  var parameter1 = Range(high: 999_999)
  var parameter2 = Range(high: 999_999)
}

/// The object of a `fluid_midi_router_t`.
final class Router: @unchecked Sendable {
  // Safe: the lock protects the rules.

  /// The number of types of rules in midi.h.
  static var typeCount: Int { 6 }

  /// Returns the type of the rules that match a status; `nil` if there is none.
  private static func type(ofStatus status: Int32) -> Int? {
    switch status {
    case 0x80, 0x90: 0
    case 0xB0: 1
    case 0xC0: 2
    case 0xE0: 3
    case 0xD0: 4
    case 0xA0: 5
    default: nil
    }
  }

  private let lock = Lock(isRecursive: true)
  private var rules: [[RouterRule]] = Array(repeating: [], count: Router.typeCount)
  private let handler: MIDIHandler
  private let data: UnsafeMutableRawPointer?
  private let channelCount: Int32
  private let events = ObjectPool(count: 16) { MIDIEventObject() }

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
    lock.withLock { rules = (0..<Self.typeCount).map { _ in [RouterRule()] } }
  }

  func clearRules() { lock.withLock { rules = Array(repeating: [], count: Self.typeCount) } }

  func add(_ rule: RouterRule, type: Int) { lock.withLock { rules[type].append(rule) } }

  /// Sends an event once for each rule that matches it. Returns the last failure, if there was any.
  func route(_ event: MIDIEventObject) -> Int32 {
    guard let type = Self.type(ofStatus: event.type) else {
      return handler(data, Handle.borrowed(event))
    }
    let matching = lock.withLock { rules[type] }
    var result = Result.ok
    for rule in matching {
      let isHandled = events.use { routed in
        !rule.route(event, to: routed, channelCount: channelCount)
          || handler(data, Handle.borrowed(routed)) == Result.ok
      }
      if !isHandled { result = Result.failed }
    }
    return result
  }
}

extension RouterRule {
  /// Whether events of a status have a second parameter.
  private static func hasTwoParameters(_ type: Int32) -> Bool {
    switch type {
    case 0x80, 0x90, 0xA0, 0xB0: true
    default: false
    }
  }

  /// Maps an event to `routed`. Returns `false` if the rule does not match, or the channel does not
  /// exist.
  func route(
    _ event: MIDIEventObject, to routed: MIDIEventObject, channelCount: Int32
  ) -> Bool {
    let hasTwo = Self.hasTwoParameters(event.type)
    guard channels.contains(event.channel), parameter1.contains(event.parameter1),
      !hasTwo || parameter2.contains(event.parameter2)
    else { return false }
    routed.type = event.type
    routed.channel = channels.mapped(event.channel)
    guard 0..<channelCount ~= routed.channel else { return false }
    let limit: Int32 = event.type == 0xE0 ? 16_383 : 127
    routed.parameter1 = min(max(parameter1.mapped(event.parameter1), 0), limit)
    routed.parameter2 =
      hasTwo ? min(max(parameter2.mapped(event.parameter2), 0), 127) : 0
    // A note-on with velocity 0 is a note-off, also if a rule makes the velocity 0.
    if routed.type == 0x90 && event.parameter2 == 0 {
      routed.type = 0x80
      routed.parameter2 = 127
    }
    return true
  }
}
