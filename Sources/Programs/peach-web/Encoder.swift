import CFLACEncoder
import PeachWebEngine

/// Returns an encoder of FLAC files: libFLAC; `nil` without memory for it.
func flacEncoder(sampleRate: Int) -> LosslessEncoder? {
  guard let encoder = FLACEncoder(sampleRate: sampleRate) else { return nil }
  return LosslessEncoder(
    encode: { encoder.encode($0) }, finish: { encoder.finish() }, header: { encoder.header })
}

private final class FLACEncoder {
  private let address: OpaquePointer

  init?(sampleRate: Int) {
    guard let address = peach_flac_open(Int32(sampleRate)) else { return nil }
    self.address = address
  }

  deinit { peach_flac_close(address) }

  func encode(_ frames: [UInt8]) -> [UInt8] {
    let count = frames.withUnsafeBytes {
      peach_flac_encode(address, $0.baseAddress, Int32($0.count / 4))
    }
    return bytes(peach_flac_bytes(address), count)
  }

  func finish() -> [UInt8] {
    let count = peach_flac_finish(address)
    return bytes(peach_flac_bytes(address), count)
  }

  var header: [UInt8] {
    bytes(peach_flac_header(address), peach_flac_header_count(address))
  }

  private func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int32) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }
}
