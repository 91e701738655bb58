import PeachFileBytes
import PeachInstrumentModel
public import PeachPlugIn

extension BankAccess {
  /// Access to this machine's files: any of them, or only those in some folders and below.
  ///
  /// ```swift
  /// let unit = SamplerUnit(access: .files(in: ["/usr/share/sounds"]))
  /// ```
  public static func files(in folders: [String]? = nil) -> BankAccess {
    BankAccess(
      allowedFolders: folders, decoder: StandardDecoder.decoder,
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
