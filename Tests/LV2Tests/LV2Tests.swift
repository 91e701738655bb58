#if LV2
  import Foundation
  import Peach
  import PeachLV2
  import PeachLV2Bundle
  import SoundMeasurement
  import TestEnvironment
  import Testing

  @Suite("The LV2 plug-in")
  struct LV2Tests {
    @Test("state survives: bank, programs, controllers")
    func state() throws {
      let folder = try LV2Song.bankFile()
      let path = folder.path("bank.sf2")
      let first = try #require(LV2Host(sampleRate: 48_000))
      first.run(64, object: first.message(settingBankTo: path))
      first.run(64, midi: [(0, [0xC0, 5]), (1, [0xB0, 7, 60]), (2, [0xE0, 0, 80])])
      let saved = first.save()
      #expect(saved.count == 2)
      let second = try #require(LV2Host(sampleRate: 48_000))
      // Numbers of addresses are each host's own, and come in the same order here.
      #expect(second.restore(saved))
      #expect(second.save().mapValues { $0.bytes } == saved.mapValues { $0.bytes })
      for host in [first, second] { host.run(20_000, midi: [(5, [0x90, 60, 100])]) }
      #expect(second.left == Array(first.left.suffix(20_000)))
      #expect(second.left.contains { $0 != 0 })
      #expect(second.voiceCount == 1)
      var moved = saved
      let key = second.number(LV2Description.bankProperty)
      moved[key]?.bytes = Array("/nowhere/b.sf2\0".utf8)
      #expect(!second.restore(moved))
      #expect(second.save().mapValues { $0.bytes } == saved.mapValues { $0.bytes })
    }

    @Test(
      "a port of a generator adds to what the bank says; others are modes; the host asks for the path"
    )
    func ports() throws {
      let folder = try LV2Song.bankFile()
      let host = try #require(LV2Host(sampleRate: 48_000))
      host.run(64, object: host.message(settingBankTo: folder.path("bank.sf2")))
      let attenuation = try #require(
        LV2Description.parameters.firstIndex { $0.identifier == "initialAttenuation" })
      // Without the reverb, which still fills the room in the first window.
      host.run(8192, midi: [(0, [0xB0, 91, 0]), (0, [0x90, 60, 100])])
      host.values[attenuation] = 100
      host.run(8192)
      let louder = Level.rootMeanSquare(host.left[4160..<8160])
      let quieter = Level.rootMeanSquare(host.left[12_300..<16_300])
      #expect(abs(louder - quieter - 10) < 0.05)
      let polyphonic = try #require(LV2Description.parameters.firstIndex { $0.address == 1003 })
      host.values[polyphonic] = 0
      host.run(9600, midi: [(1, [0x90, 62, 100]), (2000, [0x90, 64, 100])])
      #expect(host.voiceCount == 1)
      host.run(64, object: host.message(settingBankTo: nil))
      host.run(64)
      #expect(host.notices.last == folder.path("bank.sf2"))
    }

    @Test(
      "where the host's song stops, keys and pedals are let go; where it stands or goes, nothing")
    func transport() throws {
      let folder = try LV2Song.bankFile()
      let host = try #require(LV2Host(sampleRate: 48_000))
      host.run(64, object: host.message(settingBankTo: folder.path("bank.sf2")))
      let struck: [(frame: Int, bytes: [UInt8])] = [
        (0, [0x90, 60, 100]), (1, [0xB3, 64, 127]), (2, [0x93, 64, 100]), (3, [0x83, 64, 0]),
      ]
      host.run(64, midi: struck)
      for speed: Float in [0, 0, 1, 1, -2] {
        host.run(9600, object: host.message(speed: speed))
        #expect(host.voiceCount == 2, "\(speed)")
      }
      host.run(9600, object: host.message(speed: 0))
      #expect(host.voiceCount == 0)
      // A key struck while it stands is nobody's but the player's.
      host.run(64, midi: [(0, [0x90, 60, 100])])
      host.run(9600, object: host.message(speed: 0))
      #expect(host.voiceCount == 1)
      var cut = host.message(speed: 1)
      cut.removeLast(12)
      host.run(64, object: cut)
      host.run(9600, object: host.message(speed: 0))
      #expect(host.voiceCount == 1)
    }

    @Test("a host without a worker gets silence and no harm; its state brings a bank all the same")
    func noWorker() throws {
      let folder = try LV2Song.bankFile()
      let other = try #require(LV2Host(sampleRate: 44_100))
      other.run(1, object: other.message(settingBankTo: folder.path("bank.sf2")))
      let host = try #require(LV2Host(sampleRate: 44_100, hasWorker: false))
      host.run(64, object: host.message(settingBankTo: folder.path("bank.sf2")))
      host.run(512, midi: [(0, [0x90, 60, 100])])
      #expect(host.left.allSatisfy { $0 == 0 })
      #expect(host.restore(other.save()))
      host.run(512, midi: [(0, [0x90, 60, 100])])
      #expect(host.left.contains { $0 != 0 })
    }

    @Test("there is one plug-in, and the bundle's description is that of the table of parameters")
    func description() throws {
      #expect(lv2Descriptor(1) == nil)
      let bundle = TestFiles.repository.appending(path: "Sources/Programs/PeachLV2/peach.lv2")
      let plugin = try String(contentsOf: bundle.appending(path: "peach.ttl"), encoding: .utf8)
      #expect(plugin == LV2Description.plugin)
      let manifest = try String(
        contentsOf: bundle.appending(path: "manifest.ttl"), encoding: .utf8)
      #expect(manifest == LV2Description.manifest(library: "libpeach-lv2.so"))
      #expect(LV2Description.portCount == 57)
    }
  }
#endif
