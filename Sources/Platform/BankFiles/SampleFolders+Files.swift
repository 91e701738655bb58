package import PeachFileIO
public import PeachInstrumentFiles

extension FolderAccess {
  /// Access to the file system. Files are memory-mapped.
  package static var system: FolderAccess {
    FolderAccess(
      list: { folder, limit in
        FileAccess.names(in: folder, limit: limit)?.map {
          Entry(name: $0.name, isFolder: $0.isFolder)
        }
      },
      open: { path in try? FileAccess.map(path: path) },
      resolve: { path in FileAccess.resolved(path) })
  }
}

extension SampleFolders {
  /// The folders of samples of the instrument file at `path`: its own folder, the added ones, and
  /// for samples of Apple's formats ``StandardSampleFolders``.
  public init(ofInstrumentAt path: String, adding added: [String] = []) {
    self.init(
      ofInstrumentAt: path, adding: added,
      environment: UserFolders.environment, layout: .system)
  }

  package init(
    ofInstrumentAt path: String, adding added: [String] = [], environment: [String: String],
    layout: UserFolders.Layout, program: String? = CommandLine.arguments.first
  ) {
    self.init(own: FileAccess.folder(of: path), added: added, access: .system)
    let standard = StandardSampleFolders(
      environment: environment, layout: layout, program: program)
    findInStandardFolders = { standard.find($0, extensions: $1) }
  }
}

extension SFZDocument {
  /// Reads the SFZ file at `path`, and includes from its folder, subfolders and `sampleFolders`.
  package init(contentsOf path: String, sampleFolders: [String] = []) throws {
    self = SFZDocument.read(
      try FileAccess.map(path: path),
      folders: SampleFolders(ofInstrumentAt: path, adding: sampleFolders))
  }
}
