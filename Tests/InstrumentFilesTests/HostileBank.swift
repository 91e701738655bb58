import PeachInstrumentFiles
import PeachInstrumentModel
import Testing

/// Untrusted file contents.
enum HostileBank {
  /// Reads a file, flattens all presets and checks the invariants of banks. Returns the number of
  /// regions; `nil` for an error, which must name a byte offset.
  @discardableResult
  static func open(_ file: [UInt8], also check: (SoundBank, [Region]) -> Void) -> Int? {
    do throws(InstrumentFileError) {
      let bank = try InstrumentFile.read(ByteStorage(copying: file))
      let regions = bank.presets.indices.flatMap { bank.regions(ofPresetAt: $0) }
      for region in regions {
        #expect(bank.samples.indices.contains(region.sample))
        #expect(region.keys.upperBound <= 127 && region.velocities.upperBound <= 127)
      }
      for sample in bank.samples { Self.check(sample, within: file.count) }
      check(bank, regions)
      return regions.count
    } catch {
      #expect(error.offset >= 0 && error.offset <= file.count && !error.description.isEmpty)
      return nil
    }
  }

  private static func check(_ sample: Sample, within size: Int) {
    switch sample.encoding {
    case .unsigned8(let bytes), .integer16(let bytes), .compressed(let bytes):
      #expect(bytes.lowerBound >= 0 && bytes.upperBound <= size && !bytes.isEmpty)
    case .integer24(let high, let low):
      #expect(high.upperBound <= size && low.upperBound <= size && low.count == high.count / 2)
    case .file(let part):
      #expect(part.frames.lowerBound >= 0)
    case .missing: break
    }
    if let loop = sample.loop, let frames = sample.frameCount {
      #expect(loop.lowerBound >= 0 && loop.upperBound <= frames && !loop.isEmpty)
    }
    #expect(sample.sampleRate > 0 && sample.rootKey <= 127)
  }
}
