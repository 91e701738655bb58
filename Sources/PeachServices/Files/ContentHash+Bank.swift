import PeachInstrumentModel
import PeachIntonation

extension SoundBank {
  var hasOtherFiles: Bool { !sampleFiles.isEmpty || !includedFiles.isEmpty }
}

extension ContentHash {
  /// Hashes the contents of all files, but only paths and identities of audio files.
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
