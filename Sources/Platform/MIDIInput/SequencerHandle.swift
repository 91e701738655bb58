#if ALSA
  import CALSA
  import PeachPOSIX

  struct SequencerHandle: @unchecked Sendable {
    // Safe: its owner ensures that one thread at a time uses it.
    let sequencer: OpaquePointer
    let client: Int32

    init(name: String, direction: Int32) throws(MIDIInputError) {
      // Prevents ALSA from printing errors on the calling thread.
      _ = snd_lib_error_set_local { _, _, _, _, _, _ in }
      var opened: OpaquePointer?
      let code = snd_seq_open(&opened, "default", direction, Int32(SND_SEQ_NONBLOCK))
      guard code == 0, let opened else { throw Self.error("snd_seq_open", code) }
      snd_seq_set_client_name(opened, name)
      sequencer = opened
      client = snd_seq_client_id(opened)
    }

    static func error(
      _ call: String, _ code: Int32, about: String = "ALSA's sequencer"
    ) -> MIDIInputError {
      .call(call, about: about, reason: String(cString: snd_strerror(code)))
    }

    /// Returns the output ports of all clients except `excluded`.
    func sources(excluding excluded: [Int32]) -> [MIDISource] {
      var clientInformation: OpaquePointer?
      var portInformation: OpaquePointer?
      guard snd_seq_client_info_malloc(&clientInformation) == 0, let clientInformation else {
        return []
      }
      defer { snd_seq_client_info_free(clientInformation) }
      guard snd_seq_port_info_malloc(&portInformation) == 0, let portInformation else { return [] }
      defer { snd_seq_port_info_free(portInformation) }
      var found: [MIDISource] = []
      snd_seq_client_info_set_client(clientInformation, -1)
      while snd_seq_query_next_client(sequencer, clientInformation) == 0 {
        let client = snd_seq_client_info_get_client(clientInformation)
        if client == SND_SEQ_CLIENT_SYSTEM || excluded.contains(client) { continue }
        snd_seq_port_info_set_client(portInformation, client)
        snd_seq_port_info_set_port(portInformation, -1)
        while snd_seq_query_next_port(sequencer, portInformation) == 0 {
          let required = UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)
          guard snd_seq_port_info_get_capability(portInformation) & required == required else {
            continue
          }
          let type = snd_seq_port_info_get_type(portInformation)
          let names = [
            snd_seq_client_info_get_name(clientInformation),
            snd_seq_port_info_get_name(portInformation),
          ].map { $0.map { String(cString: $0) } ?? "" }
          found.append(
            MIDISource(
              address: "\(client):\(snd_seq_port_info_get_port(portInformation))",
              name: names.joined(separator: ": "),
              isPhysical: type & UInt32(SND_SEQ_PORT_TYPE_HARDWARE) != 0))
        }
      }
      return found
    }

    func connect(
      _ address: String, to reader: SequencerReader, isConnecting: Bool
    ) throws(MIDIInputError) {
      var source = snd_seq_addr_t()
      var code = snd_seq_parse_address(sequencer, &source, address)
      guard code == 0 else { throw Self.error("snd_seq_parse_address", code, about: address) }
      var subscription: OpaquePointer?
      guard snd_seq_port_subscribe_malloc(&subscription) == 0, let subscription else { return }
      defer { snd_seq_port_subscribe_free(subscription) }
      var destination = snd_seq_addr_t(client: UInt8(reader.client), port: UInt8(reader.port))
      snd_seq_port_subscribe_set_sender(subscription, &source)
      snd_seq_port_subscribe_set_dest(subscription, &destination)
      let (name, call, known) =
        isConnecting
        ? ("snd_seq_subscribe_port", snd_seq_subscribe_port, EBUSY)
        : ("snd_seq_unsubscribe_port", snd_seq_unsubscribe_port, ENOENT)
      code = call(sequencer, subscription)
      // The connection may already be as requested.
      if code < 0 && code != -known { throw Self.error(name, code, about: address) }
    }
  }
#endif
