import Foundation
import PeachBankFiles
import PeachInstrumentModel
import PeachSynthesis
import PeachWebEngine
import PeachWebPage

/// Renders what the page's engine renders, natively, with the portable kernels:
/// `web-render SECONDS [FILE|FOLDER…] <LINES` reads banks and songs, then messages to the engine,
/// and writes the frames of both channels as 32-bit floats, left before right. A line `@FRAME`, a
/// tab and a message are handled before the block that starts at this frame.
@main
struct WebRenderProgram {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let count = arguments.first.flatMap({ Double($0) }).map({ Int($0 * 48_000) }) else {
      fatalError("web-render SECONDS [FILE|FOLDER…] <LINES")
    }
    let engine = PageEngine(
      SynthesizerConfiguration(
        sampleRate: 48_000, channelCount: 2, effects: false, kernels: .portable),
      decoder: DefaultSampleDecoder.decoder)
    for path in arguments.dropFirst() {
      let name = URL(filePath: path).lastPathComponent
      if let files = try? FileManager.default.contentsOfDirectory(atPath: path) {
        let added = try files.sorted().map { file in
          let bytes = try [UInt8](Data(contentsOf: URL(filePath: "\(path)/\(file)")))
          return AddedFile(path: "\(name)/\(file)", ByteStorage(copying: bytes))
        }
        try engine.addBank(named: name, added)
        continue
      }
      let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
      if bytes.starts(with: "MThd".utf8) {
        try engine.loadSong(named: name, bytes)
      } else {
        try engine.addBank(named: name, ByteStorage(copying: bytes))
      }
    }
    var messages = messages().sorted { $0.frame < $1.frame }[...]
    var (left, right) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
    for start in stride(from: 0, to: count, by: 128) {
      let length = min(128, count - start)
      while let next = messages.first, next.frame <= start {
        engine.handle(next.message)
        messages.removeFirst()
      }
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

  /// Reads the messages and their frames.
  private static func messages() -> [(frame: Int, message: EngineMessage)] {
    var messages: [(Int, EngineMessage)] = []
    while let line = readLine() {
      let fields = line.split(separator: "\t", maxSplits: 1)
      let frame = line.hasPrefix("@") ? fields.first.flatMap { Int($0.dropFirst()) } : 0
      guard let frame, let text = line.hasPrefix("@") ? fields.last : line[...],
        let message = EngineMessage(line: String(text))
      else { fatalError("Not a message: \(line)") }
      messages.append((frame, message))
    }
    return messages
  }
}
