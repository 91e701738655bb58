import PeachInstrumentModel
import PeachIntonation

extension SoundBank {
  /// True where the bank is more than one file.
  var hasOtherFiles: Bool { !sampleFiles.isEmpty || !includedFiles.isEmpty }
}

extension ContentHash {
  /// The hash of all that a bank sounds like: its own file's bytes, and where it takes in others, those
  /// of included files and what tells each audio file from its own later contents.
  init(of bank: SoundBank) {
    guard bank.hasOtherFiles else {
      self.init(of: bank.storage)
      return
    }
    var bytes = Array(ContentHash(of: bank.storage).text.utf8)
    for file in bank.includedFiles { bytes += Array(ContentHash(of: file).text.utf8) }
    for file in bank.sampleFiles {
      bytes += Array(file.path.utf8) + [0]
      guard let identity = file.storage.file else { continue }
      bytes += Array("\(identity.number) \(identity.byteCount) ".utf8)
      bytes += Array("\(identity.modifiedNanoseconds) \(identity.changedNanoseconds)".utf8)
    }
    self.init(of: ByteStorage(copying: bytes))
  }
}
