#if LV2
  import CLV2
  import PeachLV2Bundle

  /// The host's URIDs of types and properties, mapped once.
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
    let stack: LV2_URID
    let preset: LV2_URID
    let string: LV2_URID
    let state: LV2_URID
    let position: LV2_URID
    let speed: LV2_URID

    init(_ map: UnsafePointer<LV2_URID_Map>) {
      func urid(_ uri: String) -> LV2_URID {
        uri.withCString { map.pointee.map(map.pointee.handle, $0) }
      }
      let atom = "http://lv2plug.in/ns/ext/atom#"
      let patch = "http://lv2plug.in/ns/ext/patch#"
      midiEvent = urid("http://lv2plug.in/ns/ext/midi#MidiEvent")
      object = urid(atom + "Object")
      path = urid(atom + "Path")
      chunk = urid(atom + "Chunk")
      sequence = urid(atom + "Sequence")
      float = urid(atom + "Float")
      identifier = urid(atom + "URID")
      patchSet = urid(patch + "Set")
      patchGet = urid(patch + "Get")
      patchProperty = urid(patch + "property")
      patchValue = urid(patch + "value")
      bank = urid(LV2Description.bankProperty)
      stack = urid(LV2Description.stackProperty)
      preset = urid(LV2Description.presetProperty)
      string = urid(atom + "String")
      state = urid(LV2Description.stateProperty)
      position = urid("http://lv2plug.in/ns/ext/time#Position")
      speed = urid("http://lv2plug.in/ns/ext/time#speed")
    }
  }
#endif
