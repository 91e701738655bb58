import PeachMusicUnits
import PeachWebPage

// The page, on its main thread. Each function returns the length of the output: commands, whose
// messages ``pageMessage()`` returns.

nonisolated(unsafe) private var page: Page?
nonisolated(unsafe) private var messages: [[UInt8]] = []

private func setOutput(_ output: PageOutput?) -> Int32 {
  guard let output else { return 0 }
  messages = output.messages
  return setOutput(output.commands)
}

private func time(_ seconds: Double, _ milliseconds: Double, _ day: Int32) -> PageTime {
  PageTime(seconds: seconds, milliseconds: Int64(saturating: milliseconds), day: Int(day))
}

/// Creates the page from its preferences, the language of the browser, the stored trials and
/// badges.
@_cdecl("page_open")
public func pageOpen(
  _ preferences: Int32, _ language: Int32, _ trials: Int32, _ badges: Int32, _ seed: Double,
  _ seconds: Double, _ milliseconds: Double, _ day: Int32
) -> Int32 {
  let parts = inputParts(preferences, language, trials, badges)
  let new = Page(
    preferences: string(parts[0]), trials: parts[2], badges: string(parts[3]),
    language: string(parts[1]), seed: seed.bitPattern)
  let commands = new.open(at: time(seconds, milliseconds, day))
  page = new
  return setOutput(commands)
}

/// Handles an event. The input is its name and its values.
@_cdecl("page_handle")
public func pageHandle(
  _ name: Int32, _ first: Int32, _ second: Int32, _ third: Int32, _ seconds: Double,
  _ milliseconds: Double, _ day: Int32
) -> Int32 {
  let parts = inputParts(name, first, second, third).map { string($0) }
  return setOutput(
    page?.handle(
      parts[0], parts[1], parts[2], parts[3], at: time(seconds, milliseconds, day)))
}

/// Handles the reports of the engine or an analysis. `start` is the time at which frame 0 is
/// heard, and `frame` the duration of a frame.
@_cdecl("page_reports")
public func pageReports(
  _ count: Int32, _ start: Double, _ frame: Double, _ seconds: Double, _ milliseconds: Double,
  _ day: Int32
) -> Int32 {
  let clock = AudioClock(startSeconds: start, secondsPerFrame: frame)
  return setOutput(
    page?.take(
      reports: inputParts(count)[0], clock: clock, at: time(seconds, milliseconds, day)))
}

/// Returns the length of the next message of the commands.
@_cdecl("page_message")
public func pageMessage() -> Int32 {
  messages.isEmpty ? 0 : setOutput(messages.removeFirst())
}

/// Imports an export file.
@_cdecl("page_import")
public func pageImport(_ count: Int32) -> Int32 {
  setOutput(page?.importTrials(inputParts(count)[0]))
}

/// Converts stored trials to an export file.
@_cdecl("page_export")
public func pageExport(_ format: Int32, _ trials: Int32) -> Int32 {
  let parts = inputParts(format, trials)
  return setOutput(Page.export(parts[1], format: string(parts[0])))
}
