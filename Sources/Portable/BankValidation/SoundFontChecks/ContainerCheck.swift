import PeachInstrumentFiles
import PeachInstrumentModel

/// Checks a SoundFont's chunks: their order, sizes and texts (SoundFont 2.04 §3 to 6).
///
/// Runs on files that could be read, so no chunk is cut off.
struct ContainerCheck {
  let bytes: UnsafeRawBufferPointer

  /// The order that §4.1 gives the lists, and §7.1 the tables.
  private static var listOrder: [FourCharacterCode] { ["INFO", "sdta", "pdta"] }
  private static var tableOrder: [FourCharacterCode] {
    ["phdr", "pbag", "pmod", "pgen", "inst", "ibag", "imod", "igen", "shdr"]
  }
  /// The texts of §5.2 to 5.11; a comment may be long, all others have 256 bytes at most.
  private static var texts: [FourCharacterCode] {
    ["isng", "INAM", "irom", "ICRD", "IENG", "IPRD", "ICOP", "ICMT", "ISFT"]
  }

  func run(_ font: SoundFont, _ list: inout FindingList) {
    do throws(InstrumentFileError) {
      var file = try RIFFReader(file: bytes, form: SoundFont.formType)
      try checkChunks(&file, font, &list)
    } catch {
      list.add(.unreadable, "", at: error.offset, error.description)
    }
    checkInformation(font, &list)
  }

  private func checkChunks(
    _ file: inout RIFFReader, _ font: SoundFont, _ list: inout FindingList
  ) throws(InstrumentFileError) {
    var lists: [FourCharacterCode] = []
    while let chunk = try file.next() {
      guard let form = chunk.form, ContainerCheck.listOrder.contains(form) else {
        addUnknown(chunk, &list)
        continue
      }
      checkOrder(chunk, ContainerCheck.listOrder, &lists, &list)
      var inner = try file.contents(of: chunk)
      var tables: [FourCharacterCode] = []
      var seen: [FourCharacterCode] = []
      while let part = try inner.next() {
        switch form {
        case "pdta":
          checkOrder(part, ContainerCheck.tableOrder, &tables, &list)
          checkTerminal(part, font, &list)
        case "sdta":
          checkOrder(part, ["smpl", "sm24"], &tables, &list)
        default: checkInformationChunk(part, &seen, &list)
        }
      }
    }
  }

  private func addUnknown(_ chunk: RIFFChunk, _ list: inout FindingList) {
    list.add(
      .unknownChunk, "", at: chunk.headerOffset,
      "chunk ‘\(chunk.name.description)’ at byte \(chunk.headerOffset) is none of the format's")
  }

  /// That a chunk is one of those there are, comes once, and in the order in which they should.
  private func checkOrder(
    _ chunk: RIFFChunk, _ order: [FourCharacterCode], _ seen: inout [FourCharacterCode],
    _ list: inout FindingList
  ) {
    let name = chunk.name
    guard let rank = order.firstIndex(of: name) else { return addUnknown(chunk, &list) }
    // The reader reports repeated lists and tables.
    if seen.contains(name) {
      if name == "smpl" || name == "sm24" { addRepeated(chunk, &list) }
      return
    }
    for other in seen {
      if let otherRank = order.firstIndex(of: other), otherRank > rank {
        list.add(
          .listOrder, "", at: chunk.headerOffset,
          "‘\(name.description)’ comes after ‘\(other.description)’ and belongs before it")
        break
      }
    }
    seen.append(name)
  }

  private func addRepeated(_ chunk: RIFFChunk, _ list: inout FindingList) {
    let fault = SoundFontFault(.file, .repeatedChunk(chunk.name), at: chunk.headerOffset)
    list.add(.repeatedChunk, "", at: fault.offset, fault.message)
  }

  /// §7.2, 7.6, 7.10: the last record of three tables has a name of its own.
  private func checkTerminal(
    _ chunk: RIFFChunk, _ font: SoundFont, _ list: inout FindingList
  ) {
    let isMissing = font.faults.faults.contains { $0.problem == .missingTerminalRecord(chunk.code) }
    if isMissing { return }
    let terminal: (name: StaticString, recordSize: Int)
    switch chunk.code {
    case "phdr": terminal = ("EOP", 38)
    case "inst": terminal = ("EOI", 22)
    case "shdr": terminal = ("EOS", 46)
    default: return
    }
    let start = chunk.content.upperBound - terminal.recordSize
    guard start >= chunk.content.lowerBound else { return }
    for place in 0..<3 where bytes[start + place] != terminal.name.utf8Start[place] {
      list.add(
        .terminalRecord, "", at: start,
        "the last record of ‘\(chunk.name.description)’ is not called \(terminal.name.description)")
      return
    }
  }

  private func checkInformationChunk(
    _ chunk: RIFFChunk, _ seen: inout [FourCharacterCode], _ list: inout FindingList
  ) {
    let name = chunk.name
    if seen.contains(name) { addRepeated(chunk, &list) }
    seen.append(name)
    // Newer editors keep default modulators of a bank's own in DMOD.
    if name == "ifil" || name == "iver" || name == "DMOD" { return }
    guard ContainerCheck.texts.contains(name) else { return addUnknown(chunk, &list) }
    let count = chunk.content.count
    let limit = name == "ICMT" ? 65_536 : 256
    let isTerminated = count > 0 && bytes[chunk.content.upperBound - 1] == 0
    if count > limit || !isTerminated || count % 2 == 1 {
      list.add(
        .informationText, "", at: chunk.headerOffset,
        "text ‘\(name.description)’ has \(count) bytes"
          + (isTerminated ? "" : " and no zero at its end")
          + "; it may have \(limit), an even number, the last one zero")
    }
  }

  private func checkInformation(_ font: SoundFont, _ list: inout FindingList) {
    for code in ["isng", "INAM"] as [FourCharacterCode] where font.text(code) == nil {
      list.add(.missingInformation, "", "the text ‘\(code.description)’ is missing")
    }
  }
}
