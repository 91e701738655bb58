/// A way of rendering a note that listening tests compare.
package enum ListeningStyle: UInt8, Hashable, Sendable, CaseIterable {
  /// The recordings with their own pitch contour; only their mean pitch is corrected.
  case recorded
  /// The recordings without their pitch contour.
  case straight
  /// The recordings without their pitch contour, and with the levels of their partials smoothed.
  case smooth

  /// The name in files and on the command line.
  package var name: String {
    switch self {
    case .recorded: "recorded"
    case .straight: "straight"
    case .smooth: "smooth"
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

/// The two styles that a listening test compares.
package struct ListeningStylePair: Hashable, Sendable {
  /// The style that is compared with.
  package var baseline: ListeningStyle
  /// The style whose effect the test examines.
  package var candidate: ListeningStyle

  package init(baseline: ListeningStyle, candidate: ListeningStyle) {
    self.baseline = baseline
    self.candidate = candidate
  }

  /// Returns the pair with a name such as "recorded-straight", or `nil` if there is none. The
  /// candidate is further from the recording.
  package init?(name: String) {
    for baseline in ListeningStyle.allCases {
      for candidate in ListeningStyle.allCases where candidate.rawValue > baseline.rawValue {
        self.init(baseline: baseline, candidate: candidate)
        if self.name == name { return }
      }
    }
    return nil
  }

  /// The names of both styles.
  package var name: String { "\(baseline.name)-\(candidate.name)" }

  /// The recorded pitch contour, and none.
  package static var straightening: ListeningStylePair {
    ListeningStylePair(baseline: .recorded, candidate: .straight)
  }
}
