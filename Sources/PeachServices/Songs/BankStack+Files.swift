import PeachFileIO
package import PeachInstrumentModel
package import PeachSequencing

extension BankLayerText {
  /// Parses a text. One that is the path of a file, or that cannot be parsed, is a whole bank.
  package init(file text: String) { self.init(text) { FileAccess.resolved($0) != nil } }
}

extension BankStack {
  /// Opens the banks of texts such as `drums.sf2:128`. Later ones precede earlier ones.
  ///
  /// - Parameter open: Returns the bank at a path; `nil` to omit it.
  /// - Throws: ``BankLayerError``, or what `open` throws.
  package init(texts: [String], open: (String) throws -> SoundBank?) throws {
    self.init()
    for text in texts.reversed() {
      let parsed = BankLayerText(file: text)
      guard let bank = try open(parsed.path) else { continue }
      guard let layer = parsed.layer(of: bank) else {
        throw BankLayerError(path: parsed.path, presets: parsed.pattern?.description ?? "")
      }
      layers.append(layer)
    }
  }
}

/// A bank that lacks the presets of its layer.
package struct BankLayerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the bank.
  package var path: String
  /// The presets as they were written, such as `0:40-47`.
  package var presets: String

  /// `strings.sf2 has no preset 0:42.`
  package var description: String { "\(path) has no preset \(presets)." }
}
