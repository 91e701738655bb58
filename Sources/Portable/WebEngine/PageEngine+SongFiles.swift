import PeachInstrumentModel
import PeachSequencing
import PeachSynthesis
import PeachWebPage

/// Songs that are saved as files.
extension PageEngine {
  func startRendering(_ format: SongFileFormat) {
    guard let song else { return }
    cancelRendering()
    let seconds = Double(song.player.durationFrames) / song.player.sampleRate
    if seconds > SongRendering.longestSeconds * song.settings.rate {
      pending += [.note("\(song.name): it is longer than 4 hours."), .song(.rendered(name: nil))]
      return
    }
    do throws(SampleCodecError) {
      rendering = try SongRendering(song, like: configuration, format: format) {
        (entry, usedKeys) throws(SampleCodecError) in
        try prepare(entry, usedKeys, of: song.banks)
      }
      pending.append(.song(.rendering(fraction: 0)))
    } catch {
      pending.append(.note("\(song.bankName): \(error.description)"))
    }
  }

  func cancelRendering() {
    guard rendering != nil else { return }
    rendering = nil
    pending.append(.song(.rendered(name: nil)))
  }

  /// Renders the next part of a file, which may be empty; `nil` if there is nothing to render. The
  /// last part, before ``SongReport/rendered(name:)``, is the beginning of the file.
  package func renderPart() -> [UInt8]? {
    guard let rendering else { return nil }
    let (part, isLast) = rendering.next()
    if isLast {
      self.rendering = nil
      pending.append(.song(.rendered(name: rendering.fileName)))
    } else {
      pending.append(.song(.rendering(fraction: rendering.fraction)))
    }
    return part
  }
}
