#if LV2
  import CLV2
  import PeachLV2Bundle

  /// What a host calls the types and properties that the plug-in speaks of: numbers for addresses,
  /// asked for once.
  struct LV2Names: BitwiseCopyable {
    let midiEvent: LV2_URID
    let object: LV2_URID
    let path: LV2_URID
    let chunk: LV2_URID
    let sequence: LV2_URID
    let float: LV2_URID
    let identifier: LV2_URID
    let patchSet: LV2_URID
    let patchGet: LV2_URID
    let patchProperty: LV2_URID
    let patchValue: LV2_URID
    let bank: LV2_URID
    let state: LV2_URID
    let position: LV2_URID
    let speed: LV2_URID

    init(_ map: UnsafePointer<LV2_URID_Map>) {
      func number(_ address: String) -> LV2_URID {
        address.withCString { map.pointee.map(map.pointee.handle, $0) }
      }
      let atom = "http://lv2plug.in/ns/ext/atom#"
      let patch = "http://lv2plug.in/ns/ext/patch#"
      midiEvent = number("http://lv2plug.in/ns/ext/midi#MidiEvent")
      object = number(atom + "Object")
      path = number(atom + "Path")
      chunk = number(atom + "Chunk")
      sequence = number(atom + "Sequence")
      float = number(atom + "Float")
      identifier = number(atom + "URID")
      patchSet = number(patch + "Set")
      patchGet = number(patch + "Get")
      patchProperty = number(patch + "property")
      patchValue = number(patch + "value")
      bank = number(LV2Description.bankProperty)
      state = number(LV2Description.stateProperty)
      position = number("http://lv2plug.in/ns/ext/time#Position")
      speed = number("http://lv2plug.in/ns/ext/time#speed")
    }
  }
#endif
