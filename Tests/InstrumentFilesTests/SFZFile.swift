import PeachInstrumentFiles
import PeachInstrumentModel
import SoundMeasurement

/// SFZ texts with a few samples in their folder.
enum SFZFile {
  /// A folder with `mono.wav`, `stereo.wav` (1,000 frames each) and `loop.wav`, whose smpl chunk
  /// has key 62 and a loop from frame 100 to frame 899.
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

  /// Returns the bank of an SFZ text.
  static func bank(_ text: String, in folder: MemoryFolders = folder) throws -> SoundBank {
    try InstrumentFile.read(
      ByteStorage(copying: Array(text.utf8)), folders: folder.folders(own: "/i"))
  }

  /// Returns the regions of an SFZ text.
  static func regions(_ text: String) throws -> [Region] {
    try bank(text).regions(ofPresetAt: 0)
  }

  /// Returns the region of these opcodes with a mono sample.
  static func region(_ opcodes: String) throws -> Region {
    try regions("<region> sample=mono.wav \(opcodes)")[0]
  }
}
