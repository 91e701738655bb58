#if LV2
  import PeachLV2Bundle
  import PeachPlugIn

  /// The ports and the number of channels that the audio thread uses. They are copied when an
  /// instance is made: only with the options of the tests does the compiler see the values of other
  /// modules, and prove that they neither lock nor allocate.
  struct LV2Constants: BitwiseCopyable {
    let control = LV2Description.Port.control
    let notify = LV2Description.Port.notify
    let left = LV2Description.Port.left
    let right = LV2Description.Port.right
    let voices = LV2Description.Port.voices
    let tuningSource = LV2Description.Port.tuningSource
    let firstParameter = LV2Description.Port.firstParameter
    /// The number of MIDI channels.
    let channelCount = UnitAudio.channelCount
  }
#endif
