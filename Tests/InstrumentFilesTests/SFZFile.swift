import PeachInstrumentFiles
import PeachInstrumentModel
import SoundMeasurement

/// SFZ files made of a text, with a few recordings beside it.
enum SFZFile {
  /// A folder with `mono.wav`, `stereo.wav` (1,000 frames each) and `loop.wav`, whose chunk says key
  /// 62 and a loop from frame 100 to frame 899.
  static var folder: MemoryFolders {
    let frames = (0..<1000).map { Int16($0 * 30) }
    var loop = WaveFile(frames)
    loop.addSampler(key: 62, loop: 100...899)
    return MemoryFolders(files: [
      "/i/mono.wav": WaveFile(frames).bytes,
      "/i/stereo.wav": WaveFile(frames.flatMap { [$0, -$0] }, channels: 2).bytes,
      "/i/loop.wav": loop.bytes,
    ])
  }

  /// The bank of a text.
  static func bank(_ text: String, in folder: MemoryFolders = folder) throws -> SoundBank {
    try InstrumentFile.read(
      ByteStorage(copying: Array(text.utf8)), folders: folder.folders(own: "/i"))
  }

  /// The regions of a text.
  static func regions(_ text: String) throws -> [Region] {
    try bank(text).regions(ofPresetAt: 0)
  }

  /// The one region that these opcodes make with a mono recording.
  static func region(_ opcodes: String) throws -> Region {
    try regions("<region> sample=mono.wav \(opcodes)")[0]
  }
}
