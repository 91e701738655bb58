import PeachBankFiles
import PeachFileIO
import PeachInstrumentModel
package import PeachPlugIn

extension BankAccess {
  /// Returns access to files, optionally restricted to some folders and their subfolders.
  ///
  /// - Parameter sampleFolders: Further folders in which separate sample files are searched.
  package static func reading(
    _ folders: [String]? = nil, sampleFolders: [String] = []
  ) -> BankAccess {
    BankAccess(
      allowedFolders: folders, decoder: DefaultSampleDecoder.decoder,
      resolve: { FileAccess.resolved($0) },
      open: { path throws(UnitLoadError) in
        do {
          return try SoundBank(contentsOf: path, sampleFolders: sampleFolders)
        } catch {
          throw .unreadable(path: path, reason: "\(error)")
        }
      })
  }
}
