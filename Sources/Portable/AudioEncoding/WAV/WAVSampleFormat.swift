/// A sample format of WAV files.
package enum WAVSampleFormat: Hashable, Sendable, CaseIterable {
  /// Full scale is 32768 and 8388608.
  case integer16, integer24
  case float32

  package var byteCount: Int {
    switch self {
    case .integer16: 2
    case .integer24: 3
    case .float32: 4
    }
  }
}
