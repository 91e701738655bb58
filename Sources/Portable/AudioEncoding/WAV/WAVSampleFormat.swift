/// A sample format of audio files.
public enum WAVSampleFormat: Hashable, Sendable, CaseIterable {
  /// Signed integers of 16 bits: full scale is 32768.
  case integer16
  /// Signed integers of 24 bits: full scale is 8388608.
  case integer24
  /// Floating-point numbers of 32 bits: full scale is 1.
  case float32

  package var byteCount: Int {
    switch self {
    case .integer16: 2
    case .integer24: 3
    case .float32: 4
    }
  }
}
