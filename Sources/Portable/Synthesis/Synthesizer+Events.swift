import PeachInstrumentModel
import PeachMusicUnits

extension Synthesizer {
  /// Handles an event at the current frame. Events of nonexistent channels and of ended notes are
  /// ignored.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public mutating func handle(_ event: SynthesizerEvent) {
    switch event {
    case .noteOn(let channel, let key, let velocity):
      // Note-ons of velocity 0 are note-offs.
      if velocity & 127 > 0 && !receivesNoteOn(channel, key & 127) { return }
      noteOn(channel: channel, key: key & 127, velocity: velocity & 127)
    case .noteOff(let channel, let key): noteOff(channel: channel, key: key & 127)
    case .controlChange(let channel, let controller, let value):
      changeController(channel: channel, controller: controller & 127, value: value & 127)
    case .programChange(let channel, let program):
      changeProgram(channel: channel, program: program & 127)
    case .keyPressure(let channel, let key, let value):
      setKeyPressure(channel: channel, key: key & 127, value: value & 127)
    case .channelPressure(let channel, let value): setPressure(channel: channel, value: value & 127)
    case .pitchBend(let channel, let value): setBend(channel: channel, value: value)
    case .keyBend(let channel, let key, let cents):
      setKeyBend(channel: channel, key: key & 127, cents: cents)
    case .tuneNote(let channel, let key, let cents):
      setNoteTuning(channel: channel, key: key & 127, cents: cents)
    case .usePreset(let channel, let preset):
      guard hasChannel(channel) else { return }
      selectPreset(preset, onChannel: Int(channel))
    case .startNote(let note): start(note)
    case .retune(let note, let noteNumber): retune(note: note, noteNumber: noteNumber)
    case .release(let note): release(note: note)
    case .fade(let note, let frames): fade(note: note, frames: frames)
    case .fadeChannel(let channel, let frames): fadeAll(channel: channel, frames: frames)
    case .fadeAll(let frames): fadeAll(channel: nil, frames: frames)
    case .reset, .bankMode, .resetChannel, .masterVolume, .masterBalance, .masterTuning, .tuneKey,
      .tunePitchClass, .useTuning:
      handleSystem(event)
    case .drumChannel, .channelTuning, .bendRange, .keyRange, .velocityResponse: setPart(event)
    case .drumKey(let channel, let key, let setting): setDrumKey(channel, key & 127, setting)
    case .vibratoAmount(let channel, let amount): setVibratoAmount(channel, amount)
    case .overrideGenerator, .offsetGenerator, .portamentoTime, .legatoRetrigger, .oneVoicePerKey:
      setLive(event)
    case .click(let isAccented, let gain):
      finishSpans()
      output.click.pointee.start(isAccented: isAccented, gain: min(max(gain, 0), 1))
    case .reverb(let settings):
      finishSpans()
      output.effects?.pointee.set(settings)
    case .chorus(let settings):
      finishSpans()
      output.effects?.pointee.set(settings)
    }
  }
}
