import PeachMIDIEvents

/// The deviations of the notes of a song that was tuned: see `SongTuning` of `PeachTuning`. Players
/// apply each at its note-on, so that jumps, loops and stems do not change it.
package struct NoteTunings: Hashable, Sendable {
  /// The cents of the note-ons of each port, in the order in which they are played.
  private let centsOfNoteOns: [[Float]]

  /// Returns the cents of each event of a port; empty if no note of it is tuned.
  func cents(ofPort port: Int, _ events: UnsafeBufferPointer<SequencedEvent>) -> [Float] {
    guard port < centsOfNoteOns.count, !centsOfNoteOns[port].isEmpty else { return [] }
    let own = centsOfNoteOns[port]
    var noteOn = 0
    return events.map { event in
      guard event.startsNote else { return 0 }
      defer { noteOn += 1 }
      return noteOn < own.count ? own[noteOn] : 0
    }
  }

  #if hasFeature(Embedded)
    package init(centsOfNoteOns: [[Float]] = []) { self.centsOfNoteOns = centsOfNoteOns }
  #else
    /// A time in which the pitch of a note changes evenly.
    package struct Glide: Hashable, Sendable {
      /// The number of the note-on among those of its port.
      var noteOn: Int
      var startSeconds: Double
      var endSeconds: Double
      var startCents: Float
      var endCents: Float

      package init(
        noteOn: Int, startSeconds: Double, endSeconds: Double, startCents: Float, endCents: Float
      ) {
        (self.noteOn, self.startSeconds, self.endSeconds) = (noteOn, startSeconds, endSeconds)
        (self.startCents, self.endCents) = (startCents, endCents)
      }
    }

    /// The glides of each port, sorted by note-on and then by time.
    private let glides: [[Glide]]

    package init(centsOfNoteOns: [[Float]] = [], glides: [[Glide]] = []) {
      self.centsOfNoteOns = centsOfNoteOns
      self.glides = glides.map { port in
        port.enumerated().sorted {
          ($0.element.noteOn, $0.offset) < ($1.element.noteOn, $1.offset)
        }.map { $0.element }
      }
    }

    /// Returns the glides of the events of a port.
    func glides(
      ofPort port: Int, _ events: UnsafeBufferPointer<SequencedEvent>, sampleRate: Int
    ) -> [ActiveGlides.Glide] {
      guard port < glides.count, !glides[port].isEmpty else { return [] }
      let noteOns = events.indices.filter { events[$0].startsNote }
      let rate = Double(sampleRate)
      return glides[port].compactMap { glide in
        guard glide.noteOn < noteOns.count else { return nil }
        return ActiveGlides.Glide(
          event: noteOns[glide.noteOn], startFrame: glide.startSeconds * rate,
          endFrame: glide.endSeconds * rate, startCents: glide.startCents,
          endCents: glide.endCents)
      }
    }
  #endif
}

/// The encoding for another WebAssembly module on the same machine, without glides: of each port
/// the number of its note-ons, and their cents.
extension NoteTunings {
  /// The bytes that ``init(bytes:)`` decodes to the same tunings.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for port in centsOfNoteOns {
      withUnsafeBytes(of: Int32(port.count)) { bytes.append(contentsOf: $0) }
      port.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  /// Returns `nil` if the bytes are not tunings.
  package init?(bytes: UnsafeRawBufferPointer) {
    var ports: [[Float]] = []
    var offset = 0
    while offset < bytes.count {
      guard bytes.count - offset >= 4 else { return nil }
      let count = Int(bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
      offset += 4
      guard 0 <= count, count <= (bytes.count - offset) / 4 else { return nil }
      let start = offset
      ports.append(
        (0..<count).map { bytes.loadUnaligned(fromByteOffset: start + 4 * $0, as: Float.self) })
      offset += 4 * count
    }
    self.init(centsOfNoteOns: ports)
  }
}

extension SequencedEvent {
  fileprivate var startsNote: Bool {
    guard case .message(let message) = content else { return false }
    return message.startsNote
  }
}
