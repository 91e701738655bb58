#if LV2
  import Foundation
  import PeachServices
  import PeachLV2
  import PeachLV2Bundle
  import TestEnvironment
  import Testing

  @Suite(
    "LV2 plug-in against peach render",
    .enabled(if: OtherProgram.peach != nil, "Requires peach-cli."))
  struct LV2RenderTests {
    /// Renders a song with `peach render` and returns interleaved 32-bit float samples.
    private func rendered(
      _ song: String, _ bank: String, rate: Int, in folder: TemporaryFolder
    ) throws -> [Float] {
      let audio = folder.path("song.wav")
      try OtherProgram.output([
        #require(OtherProgram.peach), "render", song, "--bank", bank, "--format", "float",
        "--no-limiter", "--rate", "\(rate)", "--output", audio,
      ])
      let bytes = try #require(folder.bytes("song.wav"))
      // RIFF: chunks of ID, size and contents after 12 bytes.
      var offset = 12
      func size() -> Int {
        bytes[(offset + 4)..<(offset + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
      }
      while !bytes[offset...].starts(with: "data".utf8) { offset += 8 + size() + size() % 2 }
      let end = offset + 8 + size()
      return stride(from: offset + 8, to: end, by: 4).map {
        Float(bitPattern: bytes[$0..<($0 + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) })
      }
    }

    /// Renders the song with the plug-in, cycling through the block sizes.
    private func played(
      _ song: String, _ bank: String, rate: Int, frames: Int, blocks: [Int]
    ) throws -> LV2Host {
      let host = try #require(LV2Host(sampleRate: Double(rate)))
      host.run(0, object: host.message(settingBankTo: bank))
      host.run(0)
      #expect(host.notices == [bank])
      let messages = try LV2Song.messages(MIDIFile(contentsOf: song), sampleRate: rate)
      var done = 0
      var block = 0
      var next = 0
      while done < frames {
        let count = min(blocks[block % blocks.count], frames - done)
        block += 1
        var own: [(frame: Int, bytes: [UInt8])] = []
        while next < messages.count && messages[next].frame < done + count {
          own.append((messages[next].frame - done, messages[next].bytes))
          next += 1
        }
        host.run(count, midi: own)
        done += count
      }
      return host
    }

    /// Compares both and returns the peak.
    private func compare(
      _ song: String, _ bank: String, rate: Int, blocks: [[Int]], in folder: TemporaryFolder
    ) throws -> Float {
      let expected = try rendered(song, bank, rate: rate, in: folder)
      let frames = expected.count / 2
      #expect(!expected.contains { abs($0) >= 1 })
      let left = (0..<frames).map { expected[2 * $0] }
      let right = (0..<frames).map { expected[2 * $0 + 1] }
      for sizes in blocks {
        let host = try played(song, bank, rate: rate, frames: frames, blocks: sizes)
        #expect(host.left == left, "\(sizes)")
        #expect(host.right == right, "\(sizes)")
      }
      return expected.reduce(0) { max($0, abs($1)) }
    }

    @Test(
      "Output is bit-identical to `peach render --no-limiter`, in blocks of 1 to 8192"
    )
    func identical() throws {
      let folder = try LV2Song.bankFile()
      let (notes, sizes) = TestScale.cases(
        short: (6, [[8192], [1, 64, 333, 4096, 0, 17]]),
        full: (60, [[1], [2, 3], [64], [8192], [1, 64, 333, 4096, 0, 17]]))
      try folder.put("song.mid", LV2Song.bytes(noteCount: notes))
      let peak = try compare(
        folder.path("song.mid"), folder.path("bank.sf2"), rate: 48_000, blocks: sizes, in: folder)
      #expect(peak > 0.01)
    }

    #if !DEBUG
      private static let bank = "/usr/share/sounds/sf2/TimGM6mb.sf2"
      private static let shared = TestFiles.shared(folder: "midi", endings: [".mid"])

      @Test(
        "Output is bit-identical for real songs and a General MIDI bank, at another rate",
        .enabled(if: TestFiles.exists(bank) && !shared.isEmpty, "needs TimGM6mb.sf2 and songs"))
      func songs() throws {
        // Some only reset what there is.
        var heard = 0
        let sizes = TestScale.cases(short: [[1000, 7]], full: [[256], [1000, 7]])
        for song in Self.shared where TestScale.isFull || heard < 2 {
          let folder = try TemporaryFolder()
          let peak = try compare(
            song, Self.bank, rate: 44_100, blocks: sizes, in: folder)
          if peak > 0.01 { heard += 1 }
        }
        #expect(heard > 1)
      }
    #endif
  }
#endif
