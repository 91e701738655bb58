import Testing

@testable import PeachAudioOutput

@Suite("The list of devices")
struct AudioDevicesTests {
  @Test("a person sees cards, digital outputs, servers and own devices, not the parts of others")
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

  @Test("a description is one line, and the device that is meant by default is marked")
  func description() {
    let described = AudioDevices.description(
      name: "plughw:CARD=PCH,DEV=0", text: "HDA Intel PCH, ALC257\nHardware device")
    #expect(described.text == "HDA Intel PCH, ALC257, Hardware device" && !described.isDefault)
    #expect(AudioDevices.description(name: "default", text: "").isDefault)
  }

  #if !ALSA
    @Test("without ALSA in this build there are no devices, and opening one says so")
    func noALSA() {
      #expect(AudioDevices.list() == [])
      #expect(throws: AudioDeviceError.noSoundSystem) { try AudioDevices.open() }
    }
  #endif
}
