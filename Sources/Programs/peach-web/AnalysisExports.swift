import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachStraightPresets
import PeachWebEngine
import PeachWebPage

// Measurements, in a separate worker.

nonisolated(unsafe) private var analysis: BankAnalysis?

/// Opens the files that were added (``addFile(_:)``) as a bank. The input is the name. Returns
/// the length of an error message, or 0.
@_cdecl("analysis_open")
public func analysisOpen(_ nameCount: Int32) -> Int32 {
  let name = string(inputParts(nameCount)[0])
  do throws(InstrumentFileError) {
    analysis = try BankAnalysis(named: name, takeFiles(), decoder: sampleDecoder)
    return 0
  } catch { return setOutput("\(name): \(error.description)") }
}

/// Straightens or corrects a preset of an instrument of the files that were added
/// (`StraighteningRequest.Purpose`). Returns the length of the result (`StraightRegions`), or that
/// of an error message, negated. Without an instrument, tunes the chords of a song (`NoteTunings`),
/// the only file, whose path is the name of a `PureChords`.
@_cdecl("analysis_straight")
public func analysisStraight(_ instrument: Int32, _ preset: Int32, _ purpose: Int32) -> Int32 {
  if instrument < 0 {
    guard let file = takeFiles().first, let chords = PureChords(rawValue: file.path),
      let song = try? MIDIFile(bytes: Array(file.storage.bytes))
    else { return 0 }
    return setOutput(chords.tunings(of: song).bytes)
  }
  do throws(StraighteningError) {
    let request = try StraighteningRequest(
      takeFiles(), instrument: Int(instrument), preset: Int(preset), decoder: sampleDecoder,
      purpose: StraighteningRequest.Purpose(rawValue: purpose) ?? .straight)
    return setOutput(try request.perform().bytes)
  } catch { return -setOutput(error.description) }
}

/// Adds a request (``AnalysisMessage``).
@_cdecl("analysis_handle")
public func analysisHandle(_ count: Int32) {
  if let message = AnalysisMessage(line: string(inputParts(count)[0])) {
    analysis?.handle(message)
  }
}

/// Performs a step of the requests. Returns 1 if there are more.
@_cdecl("analysis_step")
public func analysisStep() -> Int32 { analysis?.step() == true ? 1 : 0 }

nonisolated(unsafe) private var reports: [EngineReport] = []

/// Returns the length of the next report (``TimedReport``), or 0 if there is none.
@_cdecl("analysis_report")
public func analysisReport() -> Int32 {
  reports += analysis?.reports() ?? []
  return reports.isEmpty ? 0 : setOutput(TimedReport(frame: nil, reports.removeFirst()).line)
}

/// Returns the length of the bank that was written since the last call, or 0.
@_cdecl("analysis_file")
public func analysisFile() -> Int32 {
  guard let file = analysis?.takeFile(), !file.isEmpty else { return 0 }
  return setOutput(file)
}
