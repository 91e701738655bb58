import FluidSynthPOSIX
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachLive

/// The object of a `fluid_sfloader_t`: loads fonts by a callback, or banks from files or memory.
final class FontLoader {
  typealias Load = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> OpaquePointer?
  typealias Free = @convention(c) (OpaquePointer?) -> Void

  /// The callbacks that read a file.
  struct FileCallbacks {
    typealias Open = @convention(c) (UnsafePointer<CChar>?) -> UnsafeMutableRawPointer?
    typealias Read =
      @convention(c) (UnsafeMutableRawPointer?, Int64, UnsafeMutableRawPointer?) -> Int32
    typealias Seek = @convention(c) (UnsafeMutableRawPointer?, Int64, Int32) -> Int32
    typealias Tell = @convention(c) (UnsafeMutableRawPointer?) -> Int64
    typealias Close = @convention(c) (UnsafeMutableRawPointer?) -> Int32

    var open: Open
    var read: Read
    var seek: Seek
    var tell: Tell
    var close: Close
  }

  /// The callback that loads a font; `nil` for the default loader.
  private let load: Load?
  let free: Free?
  var files: FileCallbacks?
  var data: UnsafeMutableRawPointer?

  init(load: Load?, free: Free?) {
    self.load = load
    self.free = free
  }

  /// Loads a font, with a reference for the caller. Returns `nil` if the loader cannot.
  func font(_ name: String) -> Font? {
    if let load {
      guard let handle = name.withCString({ load(Handle.borrowed(self), $0) }) else { return nil }
      return Unmanaged<Font>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
    }
    do {
      let bank: SoundBank
      if let files {
        guard let bytes = files.contents(of: name) else { return nil }
        bank = try InstrumentFile.read(
          ByteStorage(copying: bytes), folders: nil, reading: .fluidSynth)
      } else {
        bank = try SoundBank(contentsOf: name, reading: .fluidSynth)
      }
      return Font(bank, name: name)
    } catch {
      Log.error("\(name) cannot be loaded: \(error)")
      return nil
    }
  }
}

extension FontLoader.FileCallbacks {
  /// Reads a file; `nil` if a callback fails.
  func contents(of name: String) -> [UInt8]? {
    guard let file = name.withCString({ open($0) }) else {
      Log.error("The loader's callback cannot open \(name).")
      return nil
    }
    defer { _ = close(file) }
    guard seek(file, 0, SEEK_END) == Result.ok else { return nil }
    let count = tell(file)
    guard count > 0, count < Int64(Int32.max), seek(file, 0, SEEK_SET) == Result.ok else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    let result = bytes.withUnsafeMutableBytes { read($0.baseAddress, count, file) }
    if result == Result.ok { return bytes }
    Log.error("The loader's callback cannot read \(count) bytes of \(name).")
    return nil
  }
}
