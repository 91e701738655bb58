import PeachFileIO
import PeachInstrumentModel
public import PeachPlugIn

extension BankAccess {
  /// Returns access to files, optionally restricted to some folders and their subfolders.
  public static func files(in folders: [String]? = nil) -> BankAccess {
    BankAccess(
      allowedFolders: folders, decoder: DefaultSampleDecoder.decoder,
      resolve: { FileAccess.resolved($0) },
      open: { path throws(UnitLoadError) in
        do {
          return try SoundBank(contentsOf: path)
        } catch {
          throw .unreadable(path: path, reason: "\(error)")
        }
      })
  }
}
