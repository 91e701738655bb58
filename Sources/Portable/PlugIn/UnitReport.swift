public import PeachStraightPresets

/// The result of blocking work that a message or a parameter requested.
public enum UnitReport: Hashable, Sendable {
  /// A bank was loaded from a file.
  case loaded(path: String)
  /// A file was not loaded; nothing changed.
  case notLoaded(UnitLoadError)
  /// A preset was selected; `nil` if the bank has no such preset: channels are silent.
  case selected(preset: Int?)
  /// A preset is prepared for straight tones: it is played straight, or as recorded for a reason.
  case straightened(preset: Int, AppliedTone)
  /// A preset is prepared in tune.
  case corrected(preset: Int)
  /// A message began like one of ``UnitMessages`` and was malformed; nothing changed.
  case malformed(byteCount: Int)
}
