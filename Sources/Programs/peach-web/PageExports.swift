import PeachMusicUnits
import PeachWebPage

#if !ANALYSIS
  // The page, on its main thread. Each function returns the length of the output.

  nonisolated(unsafe) private var page: Page?

  private func time(_ seconds: Double, _ milliseconds: Double, _ day: Int32) -> PageTime {
    PageTime(seconds: seconds, milliseconds: Int64(saturating: milliseconds), day: Int(day))
  }

  /// Creates the page from its preferences, the language of the browser, the stored trials and
  /// badges.
  @_expose(wasm, "page_open") @_cdecl("page_open")
  public func pageOpen(
    _ preferences: Int32, _ language: Int32, _ trials: Int32, _ badges: Int32, _ seed: Double,
    _ seconds: Double, _ milliseconds: Double, _ day: Int32
  ) -> Int32 {
    let parts = inputParts(preferences, language, trials, badges)
    var new = Page(
      preferences: string(parts[0]), trials: parts[2], badges: string(parts[3]),
      language: string(parts[1]), seed: seed.bitPattern)
    let commands = new.open(at: time(seconds, milliseconds, day))
    page = new
    return setOutput(commands)
  }

  /// Handles an event, a line of text.
  @_expose(wasm, "page_handle") @_cdecl("page_handle")
  public func pageHandle(
    _ count: Int32, _ seconds: Double, _ milliseconds: Double, _ day: Int32
  ) -> Int32 {
    let line = string(inputParts(count)[0])
    return setOutput(page?.handle(line, at: time(seconds, milliseconds, day)) ?? "[]")
  }

  /// Imports an export file.
  @_expose(wasm, "page_import") @_cdecl("page_import")
  public func pageImport(_ count: Int32) -> Int32 {
    setOutput(page?.importTrials(inputParts(count)[0]) ?? "[]")
  }

  /// Converts stored trials to an export file.
  @_expose(wasm, "page_export") @_cdecl("page_export")
  public func pageExport(_ format: Int32, _ trials: Int32) -> Int32 {
    let parts = inputParts(format, trials)
    return setOutput(Page.export(parts[1], format: string(parts[0])))
  }
#endif
