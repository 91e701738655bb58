import FluidSynthPOSIX
import PeachLive
import PeachMusicUnits

/// A file that receives stereo audio: WAV and raw samples directly, other types by Peach's writer.
final class AudioSink {
  /// The sample formats of `audio.file.format`.
  enum Format: String {
    case s16, s24, float

    var byteCount: Int {
      switch self {
      case .s16: 2
      case .s24: 3
      case .float: 4
      }
    }

    var encoding: WAVSampleFormat {
      switch self {
      case .s16: .integer16
      case .s24: .integer24
      case .float: .float32
      }
    }
  }

  private let format: Format
  private let isRaw: Bool
  private let sampleRate: Int
  private var file: UnsafeMutablePointer<FILE>?
  private var writer: AudioFileWriter?
  private var byteCount = 0
  private var buffer: [UInt8] = []

  /// Creates the file of the settings. Returns `nil` if it cannot.
  init?(_ settings: Settings, sampleRate: Double, quality: Double = 0.6) {
    let path = settings.string("audio.file.name")
    let typeName = settings.string("audio.file.type")
    guard let format = Format(rawValue: settings.string("audio.file.format")) else {
      Log.error("There is no sample format \"\(settings.string("audio.file.format"))\".")
      return nil
    }
    self.format = format
    self.sampleRate = Int(saturating: sampleRate.rounded())
    let type = typeName == "auto" ? AudioFileType(ofPath: path) : AudioFileType(named: typeName)
    isRaw = typeName == "raw" || (typeName == "auto" && path.hasSuffix(".raw"))
    if !isRaw && typeName != "auto" && type == nil {
      Log.error("There is no file type \"\(typeName)\".")
      return nil
    }
    guard !isRaw, let type, type != .wav else {
      file = path == "-" ? fdopen(dup(1), "wb") : fopen(path, "wb")
      if file == nil {
        Log.error("\(path) cannot be created: \(String(cString: strerror(errno)))")
        return nil
      }
      if !isRaw { writeHeader() }
      return
    }
    do {
      writer = try AudioFileWriter(
        path: path, type: type, sampleRate: self.sampleRate, format: format.encoding,
        quality: quality)
    } catch {
      Log.error("\(path) cannot be created: \(error)")
      return nil
    }
  }

  deinit { finish() }

  /// Writes frames. Returns whether it could.
  func write(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int
  ) -> Bool {
    if let writer {
      do throws(FileAccessError) {
        try writer.write(left: left, right: right, frameCount: count)
        return true
      } catch {
        Log.error("\(error)")
        return false
      }
    }
    buffer.removeAll(keepingCapacity: true)
    for index in 0..<count {
      append(left[index])
      append(right[index])
    }
    byteCount += buffer.count
    return fwrite(buffer, 1, buffer.count, file) == buffer.count
  }

  @inline(__always) private func append(_ sample: Float) {
    switch format {
    case .s16: append(Int32(Int16(saturating: Double((sample * 32_768).rounded()))), 2)
    case .s24: append(Self.integer24(sample), 3)
    case .float: append(Int32(bitPattern: sample.bitPattern), 4)
    }
  }

  private static func integer24(_ sample: Float) -> Int32 {
    let value = Int32(saturating: Double((sample * 8_388_608).rounded()))
    return min(max(value, -8_388_608), 8_388_607)
  }

  @inline(__always) private func append(_ value: Int32, _ count: Int) {
    for index in 0..<count { buffer.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }

  /// Writes the RIFF header, with the sizes so far.
  private func writeHeader() {
    buffer.removeAll(keepingCapacity: true)
    let size = min(byteCount, Int(UInt32.max) - 64)
    buffer += Array("RIFF".utf8)
    append(Int32(truncatingIfNeeded: size + 36), 4)
    buffer += Array("WAVEfmt ".utf8)
    append(16, 4)
    append(format == .float ? 3 : 1, 2)
    append(2, 2)
    append(Int32(clamping: sampleRate), 4)
    append(Int32(clamping: sampleRate * 2 * format.byteCount), 4)
    append(Int32(2 * format.byteCount), 2)
    append(Int32(8 * format.byteCount), 2)
    buffer += Array("data".utf8)
    append(Int32(truncatingIfNeeded: size), 4)
    fwrite(buffer, 1, buffer.count, file)
  }

  private func finish() {
    if let file {
      if !isRaw && fseek(file, 0, SEEK_SET) == 0 { writeHeader() }
      fclose(file)
    }
    do throws(FileAccessError) {
      try writer?.complete()
    } catch {
      Log.error("\(error)")
    }
  }
}

extension AudioFileType {
  /// Returns the type of a name of `audio.file.type`.
  fileprivate init?(named name: String) { self.init(ofPath: "file." + name) }
}
