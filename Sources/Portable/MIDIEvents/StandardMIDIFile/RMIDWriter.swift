/// Writes RMID files: the song, its information and its bank, in the order of the SF2 RMIDI
/// specification.
package enum RMIDWriter {
  /// Returns the file up to the bank, whose bytes follow.
  ///
  /// - Parameters:
  ///   - song: A Standard MIDI File.
  ///   - information: Texts by their chunk IDs, in UTF-8; empty ones are omitted.
  ///   - bankByteCount: The size of the bank, a RIFF file.
  /// - Returns: `nil` if the file would be larger than 4 GiB.
  package static func head(
    song: some Collection<UInt8>, information: [(code: String, text: String)], bankByteCount: Int
  ) -> [UInt8]? {
    var list = Array("INFO".utf8)
    for (code, text) in information where !text.isEmpty {
      list += chunk(code, Array(text.utf8) + [0])
    }
    list += chunk("IENC", Array("utf-8".utf8) + [0])
    // The presets have the numbers by which the song selects them.
    list += chunk("DBNK", [0, 0])
    let content = Array("RMID".utf8) + chunk("data", Array(song)) + chunk("LIST", list)
    let count = content.count + bankByteCount
    guard count <= Int(clamping: UInt32.max) - 8 else { return nil }
    return Array("RIFF".utf8) + size(count) + content
  }

  private static func chunk(_ code: String, _ content: [UInt8]) -> [UInt8] {
    Array(code.utf8) + size(content.count) + content + (content.count % 2 == 1 ? [0] : [])
  }

  private static func size(_ count: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
  }
}
