/// A way of rendering a stimulus that listening tests compare: a tone of single notes, or a
/// temperament of the chords of a ``Cadence``.
package enum ListeningStyle: UInt8, Hashable, Sendable, CaseIterable {
  /// The recordings with their own pitch contour; only their mean pitch is corrected.
  case recorded
  /// The recordings without their pitch contour.
  case straight
  /// The recordings without their pitch contour, and with the levels of their partials smoothed.
  case smooth
  /// Twelve equal semitones.
  case equal
  /// Vallotti's temperament, with the tonic as its root.
  case vallotti
  /// Meantone with fifths a quarter of the syntonic comma narrow, and so pure major thirds.
  case meantone
  /// Pure chords of 4:5:6 on pure roots.
  case just

  /// The name in files and on the command line.
  package var name: String {
    switch self {
    case .recorded: "recorded"
    case .straight: "straight"
    case .smooth: "smooth"
    case .equal: "equal"
    case .vallotti: "vallotti"
    case .meantone: "meantone"
    case .just: "just"
    }
  }

  /// Whether the stimulus is a ``Cadence`` in a temperament. Otherwise it is a note.
  package var isTemperament: Bool {
    switch self {
    case .recorded, .straight, .smooth: false
    case .equal, .vallotti, .meantone, .just: true
    }
  }

  /// Returns the style with a name, or `nil` if there is none.
  package init?(name: String) {
    for style in Self.allCases where style.name == name {
      self = style
      return
    }
    return nil
  }
}

/// The two styles that a listening test compares: two tones or two temperaments.
package struct ListeningStylePair: Hashable, Sendable {
  /// The style that is compared with.
  package var baseline: ListeningStyle
  /// The style whose effect the test examines.
  package var candidate: ListeningStyle

  package init(baseline: ListeningStyle, candidate: ListeningStyle) {
    self.baseline = baseline
    self.candidate = candidate
  }

  /// Returns the pair with a name such as "recorded-straight" or "equal-just", or `nil` if there is
  /// none.
  package init?(name: String) {
    for pair in Self.all where pair.name == name {
      self = pair
      return
    }
    return nil
  }

  /// The pairs that have a name. The candidate is further from the recording, or from equal
  /// temperament.
  package static var all: [ListeningStylePair] {
    var pairs: [ListeningStylePair] = []
    for baseline in ListeningStyle.allCases {
      for candidate in ListeningStyle.allCases where candidate.rawValue > baseline.rawValue {
        let pair = ListeningStylePair(baseline: baseline, candidate: candidate)
        if pair.isComparable { pairs.append(pair) }
      }
    }
    return pairs
  }

  /// The names of both styles.
  package var name: String { "\(baseline.name)-\(candidate.name)" }

  /// Whether the styles differ, and are two tones or two temperaments.
  package var isComparable: Bool {
    baseline != candidate && baseline.isTemperament == candidate.isTemperament
  }

  /// Whether the styles are temperaments.
  package var comparesTemperaments: Bool { candidate.isTemperament }

  /// The recorded pitch contour, and none.
  package static var straightening: ListeningStylePair {
    ListeningStylePair(baseline: .recorded, candidate: .straight)
  }
}
