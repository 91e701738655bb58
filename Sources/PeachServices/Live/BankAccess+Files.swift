public import PeachPlugIn
import PeachPlugInFiles

extension BankAccess {
  /// Returns access to files, optionally restricted to some folders and their subfolders.
  ///
  /// - Parameter sampleFolders: Further folders in which separate sample files are searched.
  public static func files(
    in folders: [String]? = nil, sampleFolders: [String] = []
  ) -> BankAccess { .reading(folders, sampleFolders: sampleFolders) }
}
