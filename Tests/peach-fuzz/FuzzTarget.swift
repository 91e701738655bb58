import HostileFiles
import RandomMusic

/// The code under test for a fuzzer's input.
enum FuzzTarget {
  /// A reader of files.
  case format(HostileFormat)
  /// The synthesizer and the plug-in, which render random music; the input selects the case.
  case music
  /// The decoder of Ogg Vorbis in Swift; the reader of SoundFonts decodes by libsndfile where it
  /// can.
  case vorbis
  /// A read out of bounds, which the address sanitizer must report.
  case overrun

  /// Creates the target of a name: a format's, `music`, `vorbis` or `overrun`.
  init?(name: String) {
    switch name {
    case "music": self = .music
    case "vorbis": self = .vorbis
    case "overrun": self = .overrun
    default:
      guard let format = HostileFormat(rawValue: name) else { return nil }
      self = .format(format)
    }
  }

  /// The inputs to start from.
  var seeds: [[UInt8]] {
    switch self {
    case .format(let format): format.seeds
    case .vorbis:
      OggFile.streams(inBank: "/usr/share/sounds/sf3/FluidR3Mono_GM.sf3", count: 30)
    case .music, .overrun: [[0]]
    }
  }

  /// Processes an input. An error that a file causes is expected; a crash is not.
  func play(_ bytes: [UInt8]) {
    switch self {
    case .format(let format): format.play(bytes)
    case .music: Self.render(seed: bytes.reduce(0xcbf2_9ce4_8422_2325) { Self.hash($0, $1) })
    case .vorbis: OggFile(bytes).decode()
    case .overrun: Self.overrun(by: bytes.count + 4)
    }
  }

  /// FNV-1a.
  private static func hash(_ state: UInt64, _ byte: UInt8) -> UInt64 {
    (state ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  private static func render(seed: UInt64) {
    guard let random = try? RandomCase(seed: seed) else { fatalError("case \(seed) is invalid") }
    let frames = UnsafeMutablePointer<Float>.allocate(capacity: 2 * random.frameCount)
    defer { frames.deallocate() }
    var synthesizer = random.makeSynthesizer()
    let plan = random.cut
    plan.play(on: &synthesizer, left: frames, right: frames + random.frameCount)
    withExtendedLifetime((random, plan)) {}
  }

  private static func overrun(by count: Int) {
    let frames = UnsafeMutablePointer<Float>.allocate(capacity: 4)
    frames.initialize(repeating: 0, count: 4)
    defer { frames.deallocate() }
    print(frames[count])
  }
}
