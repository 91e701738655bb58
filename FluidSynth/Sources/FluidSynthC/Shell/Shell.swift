import FluidSynthPOSIX

/// Input and output of shells: file descriptors.
enum Shell {
  static func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes {
        FluidSynthPOSIX.write(descriptor, $0.baseAddress, $0.count)
      }
      if count <= 0 { return }
      done += count
    }
  }

  /// Returns the next line without its end; `nil` at the end of the input.
  static func readLine(_ descriptor: Int32) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1 {
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Runs a shell until the input ends or `quit`.
  static func run(
    _ handler: CommandHandler, prompt: String, input: Int32, output: Int32
  ) {
    while true {
      if !prompt.isEmpty { write(prompt, to: output) }
      guard let line = readLine(input) else { return }
      if handler.run(line, output: output) == CommandHandler.quit { return }
    }
  }
}
