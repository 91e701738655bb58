package import PeachMIDIEvents

/// The loops that a song marks. Of several kinds, the first of these applies:
///
/// | Marks | Loop |
/// |---|---|
/// | markers or texts `loopStart` and `loopEnd` | of the song |
/// | controllers 118 and 119 (EMIDI) | of the song |
/// | controllers 116 and 117 (EMIDI, XMIDI) | of each track; they may be nested |
/// | controllers 110, once, and 111 (HMI) | of the song |
/// | controller 111, without 110 and 112–119 (RPG Maker) | of the song, to its end |
///
/// Without a start, a loop begins with the song; without an end, it is that of the song.
package struct SongLoops: Sendable {
  /// A loop of all tracks.
  struct Loop: Hashable, Sendable {
    let start: Int64
    let end: Int64
    /// The number of repetitions; `nil` for a loop without end.
    var count: Int?
  }

  /// The loop of all tracks.
  let whole: Loop?
  /// Whether tracks have loops of their own.
  let hasTrackLoops: Bool

  /// Whether the song marks a loop that is not empty.
  package var isEmpty: Bool { whole == nil && !hasTrackLoops }

  /// The value of the controller at the end of a loop (EMIDI API 1.1). XMIDI has 64 and more.
  private static var smallestEndValue: UInt8 { 64 }

  package init(_ file: MIDIFile) {
    let marks = Marks(file)
    hasTrackLoops = file.format != .independentPatterns && marks.kind == .tracks
    guard file.format != .independentPatterns else {
      whole = nil
      return
    }
    let (start, end, count): (Int64?, Int64?, Int?)
    switch marks.kind {
    case .markers: (start, end, count) = (marks.markerStart, marks.markerEnd, nil)
    case .global: (start, end, count) = (marks.globalStart, marks.globalEnd, marks.globalCount)
    case .pair: (start, end, count) = (marks.first110, marks.first111, nil)
    case .rpgMaker: (start, end, count) = (marks.first111, nil, nil)
    case .tracks, nil:
      whole = nil
      return
    }
    let loop = Loop(start: start ?? 0, end: end ?? file.endTick, count: count)
    whole = loop.start < loop.end ? loop : nil
  }

  /// A controller that starts or ends a loop of a track.
  enum TrackMark {
    /// The number of repetitions; `nil` without end.
    case start(count: Int?)
    case end

    init?(_ content: MIDIFile.Content) {
      guard case .message(let message) = content,
        case .controlChange(let controller, let value) = message.kind
      else { return nil }
      if controller == 116 {
        self = .start(count: value == 0 ? nil : Int(value))
      } else if controller == 117, value >= SongLoops.smallestEndValue {
        self = .end
      } else {
        return nil
      }
    }
  }
}

/// The first marks of each kind in a song.
private struct Marks {
  enum Kind { case markers, global, tracks, pair, rpgMaker }

  private(set) var markerStart: Int64?
  private(set) var markerEnd: Int64?
  private(set) var globalStart: Int64?
  private(set) var globalEnd: Int64?
  private(set) var globalCount: Int?
  private(set) var first110: Int64?
  private(set) var first111: Int64?
  private var count110 = 0
  private var hasTrackEnd = false
  private var isExpanded = false

  init(_ file: MIDIFile) {
    for track in file.tracks {
      for event in track.events {
        switch event.content {
        case .message(let message):
          if case .controlChange(let controller, let value) = message.kind {
            add(controller: controller, value, at: event.tick)
          }
        case .meta(.text(let kind, let range)):
          if [.text, .marker, .cuePoint].contains(kind) && range.count <= 32 {
            add(text: file.bytes[range.offset..<range.offset + range.count], at: event.tick)
          }
        default: break
        }
      }
    }
  }

  var kind: Kind? {
    if markerStart != nil || markerEnd != nil { return .markers }
    if globalStart != nil && globalEnd != nil { return .global }
    if hasTrackEnd { return .tracks }
    guard let first111, !isExpanded else { return nil }
    guard let first110 else { return .rpgMaker }
    return count110 == 1 && first110 < first111 ? .pair : nil
  }

  private mutating func add(controller: UInt8, _ value: UInt8, at tick: Int64) {
    /// Keeps the earliest tick.
    func keep(_ first: inout Int64?) { first = min(first ?? .max, tick) }
    if 112...119 ~= controller { isExpanded = true }
    switch controller {
    case 110:
      count110 += 1
      keep(&first110)
    case 111: keep(&first111)
    case 117: hasTrackEnd = hasTrackEnd || value >= 64
    case 118:
      if tick < globalStart ?? .max { globalCount = value == 0 ? nil : Int(value) }
      keep(&globalStart)
    case 119: if value >= 64 { keep(&globalEnd) }
    default: break
    }
  }

  /// Adds a marker `loopStart` or `loopEnd`, in any case, with or without a space or underscore.
  private mutating func add(text: ArraySlice<UInt8>, at tick: Int64) {
    let letters = text.map { $0 | 0x20 }.filter { 0x61...0x7A ~= $0 }
    let others = text.count(where: { !(0x61...0x7A ~= $0 | 0x20) && ![0x20, 0x5F, 0].contains($0) })
    if others > 0 { return }
    if letters.elementsEqual("loopstart".utf8) { markerStart = min(markerStart ?? .max, tick) }
    if letters.elementsEqual("loopend".utf8) { markerEnd = min(markerEnd ?? .max, tick) }
  }
}
