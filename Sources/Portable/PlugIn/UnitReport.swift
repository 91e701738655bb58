/// What came of messages that asked for something that takes time.
public enum UnitReport: Hashable, Sendable {
  /// A bank was loaded from a file.
  case loaded(path: String)
  /// A file was not loaded; everything is as it was.
  case notLoaded(UnitLoadError)
  /// A preset was chosen; nil where the bank has none of that number, so that nothing sounds.
  case chosen(preset: Int?)
  /// A message began as one of ``UnitMessages`` and was none; everything is as it was.
  case notUnderstood(byteCount: Int)
}
