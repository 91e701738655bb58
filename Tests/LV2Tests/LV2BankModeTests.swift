#if LV2
  import PeachServices
  import PeachLV2
  import PeachLV2Bundle
  import SoundMeasurement
  import TestEnvironment
  import Testing

  @Suite("LV2 bank mode and presets")
  struct LV2BankModeTests {
    private let folder: TemporaryFolder
    private let port: Int

    init() throws {
      folder = try LV2Song.bankFile()
      port = try #require(LV2Description.parameters.firstIndex { $0.identifier == "bankMode" })
    }

    private func host() throws -> LV2Host {
      let host = try #require(LV2Host(sampleRate: 48_000))
      host.run(64, object: host.message(settingBankTo: folder.path("bank.sf2")))
      return host
    }

    /// Plays a key on a channel and returns the level of the right channel relative to the left one
    /// in decibels: the pan of the preset.
    private func balance(_ host: LV2Host, channel: UInt8 = 0, key: UInt8 = 60) -> Double {
      // Without effects, whose output is the same for all presets.
      let dry: [(frame: Int, bytes: [UInt8])] = [91, 93].map { (0, [0xB0 | channel, $0, 0]) }
      host.run(4096, midi: dry + [(0, [0x90 | channel, key, 100])])
      let left = Level.rootMeanSquare(host.left.suffix(2048))
      let right = Level.rootMeanSquare(host.right.suffix(2048))
      host.run(4096, midi: [(0, [0xB0 | channel, 120, 0])])
      return right - left
    }

    private func select(_ host: LV2Host, msb: UInt8, lsb: UInt8, program: UInt8) {
      host.run(64, midi: [(0, [0xB0, 0, msb]), (1, [0xB0, 32, lsb]), (2, [0xC0, program])])
    }

    // MIDI 1.0, Bank Select: the bank is MSB · 128 + LSB. GS uses the MSB only.
    @Test("The port selects 14-bit banks; at its default, bank select follows GS")
    func bankSelect() throws {
      let host = try host()
      select(host, msb: 1, lsb: 1, program: 7)
      #expect(abs(balance(host)) < 0.1)
      host.values[port] = 5
      // The mode applies from the next program change.
      host.run(64)
      #expect(abs(balance(host)) < 0.1)
      select(host, msb: 1, lsb: 1, program: 7)
      // SoundFont 2.04, generator 17: 300 tenths of a percent to the right.
      #expect(balance(host) > 6)
      select(host, msb: 1, lsb: 0, program: 0)
      #expect(balance(host) < -6)
      // Resets do not change a fixed mode.
      host.run(64, midi: [(0, [0xF0, 0x7E, 0x7F, 9, 1, 0xF7])])
      select(host, msb: 1, lsb: 1, program: 7)
      #expect(balance(host) > 6)
    }

    @Test("The state and the port restore the bank mode; channel 10 is not special in 14-bit mode")
    func state() throws {
      let first = try host()
      first.values[port] = 5
      select(first, msb: 1, lsb: 1, program: 7)
      let second = try #require(LV2Host(sampleRate: 48_000))
      second.values[port] = 5
      #expect(second.restore(first.save()))
      #expect(balance(second) > 6)
      select(second, msb: 1, lsb: 0, program: 0)
      #expect(balance(second) < -6)
      second.run(64, midi: [(0, [0xB9, 0, 0]), (1, [0xB9, 32, 0]), (2, [0xC9, 5])])
      #expect(abs(balance(second, channel: 9)) < 0.1)
    }

    @Test("The description names the values of the bank mode")
    func description() {
      let text = LV2Description.plugin
      for (value, name) in ["Automatic", "GS", "GM", "GM2", "XG", "14-bit (MMA)"].enumerated() {
        #expect(
          text.contains("rdfs:label \"\(name)\" ;\n\t\t\trdf:value \(value)\n"), "\(name)")
      }
    }

    private func properties(
      _ host: LV2Host, preset: String, bank: String? = nil
    ) -> [UInt32: (bytes: [UInt8], type: UInt32)] {
      let atom = "http://lv2plug.in/ns/ext/atom#"
      return [
        host.number(LV2PresetBundle.bankProperty): (
          Array((bank ?? folder.path("bank.sf2")).utf8) + [0], host.number(atom + "Path")
        ),
        host.number(LV2PresetBundle.presetProperty): (
          Array(preset.utf8) + [0], host.number(atom + "String")
        ),
      ]
    }

    @Test("A preset loads its bank and selects its program, in a new and in a used instance")
    func presets() throws {
      let host = try #require(LV2Host(sampleRate: 48_000))
      #expect(host.restore(properties(host, preset: "129:7")))
      #expect(balance(host) > 6)
      #expect(host.restore(properties(host, preset: "128:0")))
      #expect(balance(host) < -6)
      #expect(host.restore(properties(host, preset: "0:5")))
      #expect(abs(balance(host)) < 0.1)
      for wrong in ["", "0", "0:128", "a:b", "0:1:2", "-1:0"] {
        #expect(!host.restore(properties(host, preset: wrong)), "\(wrong)")
      }
      #expect(!host.restore(properties(host, preset: "3:3")))
      #expect(!host.restore(properties(host, preset: "0:0", bank: "/none.sf2")))
    }

    @Test("The ports of bank and program select presets, and a restored session keeps its own")
    func presetPorts() throws {
      let host = try host()
      let (bank, program) = (
        try #require(LV2Host.port("presetBank")), try #require(LV2Host.port("presetProgram"))
      )
      #expect(abs(balance(host)) < 0.1)
      (host.values[bank], host.values[program]) = (129, 7)
      #expect(balance(host) > 6)
      (host.values[bank], host.values[program]) = (128, 0)
      #expect(balance(host) < -6)
      // A program change of MIDI, which the ports do not show.
      host.values[port] = 5
      host.run(64)
      select(host, msb: 1, lsb: 1, program: 7)
      #expect(balance(host) > 6)
      let second = try #require(LV2Host(sampleRate: 48_000))
      second.values = host.values
      #expect(second.restore(host.save()))
      #expect(balance(second) > 6)
      // The host of a preset sets the ports, too.
      (second.values[bank], second.values[program]) = (0, 5)
      #expect(second.restore(properties(second, preset: "0:5")))
      #expect(abs(balance(second)) < 0.1)
      #expect(abs(balance(second)) < 0.1)
    }
  }
#endif
