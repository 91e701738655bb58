package import PeachInstrumentModel
package import PeachMIDIEvents

extension MIDIFile {
  /// The offset of an embedded SoundFont's banks without the chunk DBNK (SF2 RMIDI specification).
  private static var defaultBankOffset: Int { 1 }

  /// Whether the song brings a sound bank.
  package var hasEmbeddedBank: Bool { embeddedBank != nil }

  /// Returns the sound bank of an RMID file; `nil` without one. The banks of a SoundFont have the
  /// offset of the chunk DBNK, those of DLS have none (SF2 RMIDI specification). With an offset of
  /// 0, presets that the bank does not have are substituted by its own with the same program.
  ///
  /// - Parameter read: Reads an instrument file.
  package func embeddedLayer<Failure: Error>(
    read: (ByteStorage) throws(Failure) -> SoundBank
  ) throws(Failure) -> BankStack.Layer? {
    guard let range = embeddedBank else { return nil }
    let content = Array(bytes[range.offset..<range.offset + range.count])
    let isDLS = content.count >= 12 && content[8..<12].elementsEqual("DLS ".utf8)
    let bank = try read(ByteStorage(copying: content))
    let offset = isDLS ? 0 : information.bankOffset ?? Self.defaultBankOffset
    var layer = BankStack.Layer(bank, bankOffset: offset)
    layer.substitutesFirst = offset == 0
    return layer
  }
}
