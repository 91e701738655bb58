import Testing

@testable import PeachAudioOutput

@Suite("Device list")
struct AudioDevicesTests {
  @Test("The list contains cards, digital outputs, servers and user-defined devices only")
  func choice() {
    let shown = [
      "default", "pulse", "pipewire", "jack", "plughw:CARD=PCH,DEV=0", "hdmi:CARD=HDMI,DEV=1",
      "iec958:CARD=PCH,DEV=0", "headphones", "kitchen:ROOM=2",
    ]
    let hidden = [
      "null", "hw:CARD=PCH,DEV=0", "sysdefault:CARD=PCH", "front:CARD=PCH,DEV=0", "lavrate",
      "surround51:CARD=PCH,DEV=0", "dmix:CARD=PCH,DEV=0", "samplerate", "upmix", "oss",
    ]
    #expect((shown + hidden).filter(AudioDevices.isUserFacing) == shown)
  }

  @Test("Descriptions are one line, and the default device is marked")
  func description() {
    let described = AudioDevices.description(
      name: "plughw:CARD=PCH,DEV=0", text: "HDA Intel PCH, ALC257\nHardware device")
    #expect(described.text == "HDA Intel PCH, ALC257, Hardware device" && !described.isDefault)
    #expect(AudioDevices.description(name: "default", text: "").isDefault)
  }

  #if !ALSA
    @Test("Builds without ALSA list no devices and explain why opening fails")
    func noALSA() {
      #expect(AudioDevices.list() == [])
      #expect(throws: AudioDeviceError.noSoundSystem) { try AudioDevices.open() }
    }
  #endif
}
