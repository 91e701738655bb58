import PeachInstrumentFiles
import PeachInstrumentModel

/// Checks the chunks of a SoundFont: order, sizes and text (SoundFont 2.04 §3 to 6). Requires a
/// readable file, whose chunks are complete.
struct ContainerCheck {
  let bytes: UnsafeRawBufferPointer

  /// The order of the lists by §4.1.
  private static var listOrder: [FourCharacterCode] { ["INFO", "sdta", "pdta"] }

  func run(_ font: SoundFont, _ list: inout FindingList) {
    do throws(InstrumentFileError) {
      var file = try RIFFReader(file: bytes, form: SoundFont.formType)
      try checkChunks(&file, font, &list)
    } catch { list.add(.unreadable, "", at: error.offset, error.description) }
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
      var seen: [FourCharacterCode] = []
      while let child = try inner.next() {
        switch form {
        case "pdta":
          checkOrder(child, SoundFont.tableCodes, &seen, &list)
          checkTerminal(child, font, &list)
        case "sdta": checkOrder(child, ["smpl", "sm24"], &seen, &list)
        default: checkInformationChunk(child, &seen, &list)
        }
      }
    }
  }

  private func addUnknown(_ chunk: RIFFChunk, _ list: inout FindingList) {
    list.add(
      .unknownChunk, "", at: chunk.headerOffset,
      "chunk ‘\(chunk.name.description)’ at byte \(chunk.headerOffset) is unknown")
  }

  /// Checks that a chunk is known, occurs once and is in order.
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
    if let other = seen.first(where: { order.firstIndex(of: $0).map { $0 > rank } ?? false }) {
      list.add(
        .listOrder, "", at: chunk.headerOffset,
        "chunk ‘\(name.description)’ follows ‘\(other.description)’, but must precede it")
    }
    seen.append(name)
  }

  private func addRepeated(_ chunk: RIFFChunk, _ list: inout FindingList) {
    let fault = SoundFontFault(.file, .repeatedChunk(chunk.name), at: chunk.headerOffset)
    list.add(.repeatedChunk, "", at: fault.offset, fault.message)
  }

  /// §7.2, 7.6, 7.10: the terminal records of three tables have a fixed name.
  private func checkTerminal(_ chunk: RIFFChunk, _ font: SoundFont, _ list: inout FindingList) {
    let terminals: [(code: FourCharacterCode, name: StaticString, recordSize: Int)] = [
      ("phdr", "EOP", 38), ("inst", "EOI", 22), ("shdr", "EOS", 46),
    ]
    guard let terminal = terminals.first(where: { $0.code == chunk.code }),
      !font.faults.faults.contains(where: { $0.problem == .missingTerminalRecord(chunk.code) })
    else { return }
    let start = chunk.content.upperBound - terminal.recordSize
    guard start >= chunk.content.lowerBound else { return }
    for index in 0..<3 where bytes[start + index] != terminal.name.utf8Start[index] {
      list.add(
        .terminalRecord, "", at: start,
        "the terminal record of ‘\(chunk.name.description)’ is not named "
          + terminal.name.description
      )
      return
    }
  }

  private func checkInformationChunk(
    _ chunk: RIFFChunk, _ seen: inout [FourCharacterCode], _ list: inout FindingList
  ) {
    let name = chunk.name
    if seen.contains(name) { addRepeated(chunk, &list) }
    seen.append(name)
    // Newer editors store the bank's default modulators in DMOD.
    if name == "ifil" || name == "iver" || name == "DMOD" { return }
    guard SoundFont.textCodes.contains(name) else { return addUnknown(chunk, &list) }
    let count = chunk.content.count
    let limit = name == "ICMT" ? 65_536 : 256
    let isTerminated = count > 0 && bytes[chunk.content.upperBound - 1] == 0
    if count > limit || !isTerminated || count % 2 == 1 {
      list.add(
        .informationText, "", at: chunk.headerOffset,
        "text ‘\(name.description)’ has \(count) bytes"
          + (isTerminated ? "" : " and no terminating zero")
          + "; it must have an even size of at most \(limit), with a terminating zero")
    }
  }

  private func checkInformation(_ font: SoundFont, _ list: inout FindingList) {
    for code in ["isng", "INAM"] as [FourCharacterCode] where font.text(code) == nil {
      list.add(.missingInformation, "", "the text ‘\(code.description)’ is missing")
    }
  }
}
