import Foundation
import PeachBankFiles
import PeachInstrumentModel
import PeachSynthesis
import PeachWebEngine
import PeachWebPage

/// Renders what the page's engine renders, natively, with the portable kernels:
/// `web-render SECONDS [FILE…] <LINES` reads banks and songs, then messages to the engine, and writes the
/// frames of both channels as 32-bit floats, left before right.
@main
struct WebRenderProgram {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let count = arguments.first.flatMap({ Double($0) }).map({ Int($0 * 48_000) }) else {
      fatalError("web-render SECONDS [FILE…] <LINES")
    }
    let engine = PageEngine(
      SynthesizerConfiguration(
        sampleRate: 48_000, channelCount: 2, effects: false, kernels: .portable),
      decoder: DefaultSampleDecoder.decoder)
    for path in arguments.dropFirst() {
      let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
      let name = URL(filePath: path).lastPathComponent
      if bytes.starts(with: "MThd".utf8) {
        try engine.loadSong(named: name, bytes)
      } else {
        try engine.addBank(named: name, ByteStorage(copying: bytes))
      }
    }
    while let line = readLine() {
      guard let message = EngineMessage(line: line) else { fatalError("Not a message: \(line)") }
      engine.handle(message)
    }
    var (left, right) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
    for start in stride(from: 0, to: count, by: 128) {
      let length = min(128, count - start)
      left.withUnsafeMutableBufferPointer { left in
        right.withUnsafeMutableBufferPointer { right in
          guard let left = left.baseAddress, let right = right.baseAddress else { return }
          PageEngine.render(
            engine.audioContext, left: left + start, right: right + start, count: length)
        }
      }
      _ = engine.reports()
    }
    for channel in [left, right] {
      FileHandle.standardOutput.write(channel.withUnsafeBytes { Data($0) })
    }
  }
}
