import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMIDIEvents
import PeachSynthesis
import PeachWebEngine
import PeachWebPage

#if !ANALYSIS
  // The engine, in a worker.

  nonisolated(unsafe) private var engine: PageEngine?

  /// Creates the engine and returns the context of `audio_render`.
  @_expose(wasm, "engine_open") @_cdecl("engine_open")
  public func engineOpen(
    _ sampleRate: Double, _ voices: Int32, _ isPortable: Int32
  ) -> UnsafeMutableRawPointer {
    let new = PageEngine(
      SynthesizerConfiguration(
        sampleRate: sampleRate, maximumVoices: Int(voices), channelCount: 2, effects: false,
        kernels: isPortable == 0 ? .fastest : .portable), decoder: sampleDecoder)
    engine = new
    return new.audioContext
  }

  /// Returns the upper end of a new stack for the audio thread.
  @_expose(wasm, "engine_stack") @_cdecl("engine_stack")
  public func engineStack(_ count: Int32) -> UnsafeMutableRawPointer {
    .allocate(byteCount: Int(count), alignment: 16) + Int(count)
  }

  /// Returns two buffers of `count` frames for the audio thread.
  @_expose(wasm, "engine_buffers") @_cdecl("engine_buffers")
  public func engineBuffers(_ count: Int32) -> UnsafeMutableRawPointer {
    .allocate(byteCount: 2 * 4 * Int(count), alignment: 16)
  }

  /// Handles a message, a line of text.
  @_expose(wasm, "engine_handle") @_cdecl("engine_handle")
  public func engineHandle(_ count: Int32) {
    if let message = EngineMessage(line: string(inputParts(count)[0])) { engine?.handle(message) }
  }

  /// Reads the files that were added (``addFile(_:)``) as one bank, or a MIDI file. The input is the
  /// name. Returns the length of an error message, or 0.
  @_expose(wasm, "engine_file") @_cdecl("engine_file")
  public func engineFile(_ nameCount: Int32, _ isStraight: Int32) -> Int32 {
    let name = string(inputParts(nameCount)[0])
    let files = takeFiles()
    guard let engine, let first = files.first else { return 0 }
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

  /// Returns the length of the lines of all reports since the last call.
  @_expose(wasm, "engine_reports") @_cdecl("engine_reports")
  public func engineReports() -> Int32 {
    let lines = (engine?.reports() ?? []).map { $0.line }
    return lines.isEmpty ? 0 : setOutput(lines.joined(separator: "\n"))
  }

  /// Renders the next part of a file and returns its length, which may be 0; −1 if there is nothing to render.
  @_expose(wasm, "engine_render") @_cdecl("engine_render")
  public func engineRender() -> Int32 { engine?.renderPart().map { setOutput($0) } ?? -1 }

  /// Returns 1 if reports may come without another message.
  @_expose(wasm, "engine_waiting") @_cdecl("engine_waiting")
  public func engineIsWaiting() -> Int32 { engine?.isWaiting == true ? 1 : 0 }

  // The audio thread.

  /// Renders the next frames. Does not allocate.
  @_expose(wasm, "audio_render") @_cdecl("audio_render")
  public func audioRender(
    _ context: UnsafeMutableRawPointer, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, _ count: Int32
  ) { PageEngine.render(context, left: left, right: right, count: Int(count)) }
#endif
