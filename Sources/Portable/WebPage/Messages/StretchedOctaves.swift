/// The stretch of the octaves of pianos, of the keyboard and of songs.
package struct StretchedOctaves: Hashable, Sendable {
  /// The partials of the lower and of the upper note that coincide.
  package enum Octave: String, Hashable, Sendable, CaseIterable {
    case off, mixed
    case twoToOne = "2:1"
    case fourToTwo = "4:2"
    case sixToThree = "6:3"
  }

  package var octave: Octave
  /// The amount of the stretch, 0…200; 100 if the partials coincide.
  package var percent: Double

  package init(_ octave: Octave = .off, percent: Double = 100) {
    (self.octave, self.percent) = (octave, min(max(percent, 0), 200))
  }
}

extension StretchedOctaves: MessageField {
  package init?(from fields: inout MessageReader) {
    guard let octave = fields.next().flatMap({ Octave(rawValue: $0) }),
      let percent = fields.number()
    else { return nil }
    self.init(octave, percent: percent)
  }

  package func write(to fields: inout MessageWriter) {
    fields.append(octave.rawValue)
    fields.add(percent)
  }
}
