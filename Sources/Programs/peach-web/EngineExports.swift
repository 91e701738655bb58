import CPage
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachStraightPresets
import PeachSynthesis
import PeachWebEngine
import PeachWebPage

// The engine, in a worker.

nonisolated(unsafe) private var engine: PageEngine?

/// Has the script perform a request by the module of the analysis, in separate memory. Most visits
/// do not need this code, so it is not part of this module. Returns the length of the result, and
/// the memory that begins with it and must be freed; see `peach_straighten`.
private func requestByScript(
  _ files: [AddedFile], _ instrument: Int, _ preset: Int, _ purpose: Int32 = 0
) -> (count: Int, memory: UnsafeMutableRawBufferPointer) {
  let paths = files.map { Array($0.path.utf8) }
  // The addresses and lengths of paths and contents.
  var table: [UInt32] = []
  let names = UnsafeMutableRawBufferPointer.allocate(
    byteCount: max(paths.reduce(0) { $0 + $1.count }, 1), alignment: 1)
  defer { names.deallocate() }
  var end = 0
  for (file, path) in zip(files, paths) {
    let name = UnsafeMutableRawBufferPointer(rebasing: names[end..<end + path.count])
    name.copyBytes(from: path)
    end += path.count
    for bytes in [UnsafeRawBufferPointer(name), file.storage.bytes] {
      table += [UInt32(UInt(bitPattern: bytes.baseAddress)), UInt32(bytes.count)]
    }
  }
  let count = table.withUnsafeBytes {
    peach_straighten(
      $0.baseAddress, Int32(files.count), Int32(instrument), Int32(preset), purpose)
  }
  // The script has written the result to the input buffer.
  return (Int(count), takeInput())
}

private func straightenByScript(
  _ request: StraighteningRequest
) throws(StraighteningError) -> StraightRegions {
  let (count, result) = requestByScript(
    request.files, request.instrument, request.preset, request.purpose.rawValue)
  defer { result.deallocate() }
  let bytes = UnsafeRawBufferPointer(rebasing: result[..<min(abs(count), result.count)])
  guard count > 0, let regions = StraightRegions(bytes: bytes) else {
    throw .failed(count < 0 ? string(Array(bytes)) : "")
  }
  return regions
}

private func tuneByScript(_ file: MIDIFile, _ chords: PureChords) -> NoteTunings? {
  let song = AddedFile(path: chords.rawValue, ByteStorage(copying: file.bytes))
  let (count, result) = requestByScript([song], -1, 0)
  defer { result.deallocate() }
  if count <= 0 { return nil }
  return NoteTunings(bytes: UnsafeRawBufferPointer(rebasing: result[..<min(count, result.count)]))
}

/// Creates the engine and returns the context of `audio_render`.
@_cdecl("engine_open")
public func engineOpen(
  _ sampleRate: Double, _ voices: Int32, _ isPortable: Int32
) -> UnsafeMutableRawPointer {
  let new = PageEngine(
    SynthesizerConfiguration(
      sampleRate: sampleRate, maximumVoices: Int(voices), channelCount: 2, effects: false,
      kernels: isPortable == 0 ? .fastest : .portable), decoder: sampleDecoder,
    straighten: straightenByScript, tuneChords: tuneByScript)
  engine = new
  return new.audioContext
}

/// Returns the upper end of a new stack for the audio thread.
@_cdecl("engine_stack")
public func engineStack(_ count: Int32) -> UnsafeMutableRawPointer {
  .allocate(byteCount: Int(count), alignment: 16) + Int(count)
}

/// Returns two buffers of `count` frames for the audio thread.
@_cdecl("engine_buffers")
public func engineBuffers(_ count: Int32) -> UnsafeMutableRawPointer {
  .allocate(byteCount: 2 * 4 * Int(count), alignment: 16)
}

/// Handles a message (``EngineMessage``).
@_cdecl("engine_handle")
public func engineHandle(_ count: Int32) {
  if let message = EngineMessage(line: string(inputParts(count)[0])) { engine?.handle(message) }
}

/// Removes a bank. The input is the name.
@_cdecl("engine_remove")
public func engineRemove(_ nameCount: Int32) {
  engine?.handle(.removeBank(name: string(inputParts(nameCount)[0])))
}

/// Ends the rendering of a file.
@_cdecl("engine_cancel")
public func engineCancel() { engine?.handle(.song(.cancelRendering)) }

/// Reads the ends of a large SoundFont that was added (``addFile(_:)``), which have its presets,
/// as a bank. The script then writes the rest, and calls ``engineFile(_:_:)``. The input is the
/// name. Returns whether the bank can be read; otherwise it is read as a whole.
@_cdecl("engine_list")
public func engineList(_ nameCount: Int32) -> Int32 {
  let name = string(inputParts(nameCount)[0])
  guard (try? engine?.addBank(named: name, addedFiles, isComplete: false)) != nil else {
    return 0
  }
  clearFiles()
  return 1
}

/// Reads the files that were added as one bank, or a MIDI file; without files, completes a bank
/// that is listed. The input is the name. Returns the length of an error message, or 0.
@_cdecl("engine_file")
public func engineFile(_ nameCount: Int32, _ isStraight: Int32) -> Int32 {
  let name = string(inputParts(nameCount)[0])
  let files = takeFiles()
  guard let engine, let first = files.first else {
    engine?.completeBank(named: name)
    return 0
  }
  if files.count == 1, first.storage.bytes.starts(with: [0x4D, 0x54, 0x68, 0x64]) {
    do throws(MIDIFileError) {
      try engine.loadSong(named: name, Array(first.storage.bytes))
      return 0
    } catch { return setOutput("\(name): \(error.description)") }
  }
  do throws(InstrumentFileError) {
    try engine.addBank(named: name, files, isStraight: isStraight != 0)
    return 0
  } catch { return setOutput("\(name): \(error.description)") }
}

/// Returns the length of all reports since the last call (``TimedReport``), one a line.
@_cdecl("engine_reports")
public func engineReports() -> Int32 {
  let lines = (engine?.reports() ?? []).map { $0.line }
  return lines.isEmpty ? 0 : setOutput(lines.joined(separator: "\n"))
}

/// Renders the next part of a file and returns its length, which may be 0; −1 if there is nothing
/// to render.
@_cdecl("engine_render")
public func engineRender() -> Int32 { engine?.renderPart().map { setOutput($0) } ?? -1 }

/// Returns 1 if reports may come without another message.
@_cdecl("engine_waiting")
public func engineIsWaiting() -> Int32 { engine?.isWaiting == true ? 1 : 0 }

// The audio thread.

/// Renders the next frames. Does not allocate.
@_cdecl("audio_render")
public func audioRender(
  _ context: UnsafeMutableRawPointer, _ left: UnsafeMutablePointer<Float>,
  _ right: UnsafeMutablePointer<Float>, _ count: Int32
) { PageEngine.render(context, left: left, right: right, count: Int(count)) }
