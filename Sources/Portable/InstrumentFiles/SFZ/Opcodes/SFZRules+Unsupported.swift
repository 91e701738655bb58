/// Opcodes that do not affect the sound, and those that are ignored with a warning. A table in a
/// text is much smaller than one of arrays, which matters in the page.
extension SFZOpcodeRule {
  static let silent: [SFZOpcodeRule] = """
    label_ccN label_keyN label_outputN region_label group_label master_label global_label \
    sw_label name image image_controls hint_* image_output
    """.split(separator: " ").map { SFZOpcodeRule(String($0), "text", "for display only", .silent) }

  /// The unsupported opcodes.
  static let unsupported: [SFZOpcodeRule] = instead.split(separator: "\n").flatMap { line in
    let meaning = line.prefix { $0 != ":" }
    return line[meaning.endIndex...].dropFirst(2).split(separator: " ").map { name in
      SFZOpcodeRule(String(name), "", String(meaning), .unsupported)
    }
  }

  /// The behavior instead of unsupported opcodes, and their names.
  private static var instead: String {
    """
    samples play once: count
    samples play forward: direction reverse_loccN reverse_hiccN
    loops repeat indefinitely: loop_count
    loops play forward: loop_type
    loops are not detuned: loop_tune
    there is no tempo: sync_beats sync_offset delay_beats lobpm hibpm
    delays are in seconds: delay_samples
    pitch bend is continuous: bend_step
    pitch bend is immediate: bend_smooth
    `off_shape` shapes the fade: off_curve
    the sostenuto pedal applies to all regions: sostenuto_sw
    each note has its own velocity: sw_vel
    controllers do not stop notes: stop_loccN stop_hiccN
    key pressure is not a condition: lopolyaft hipolyaft
    all channels play: lochan hichan
    all programs play: loprog hiprog
    the time since the last note is not a condition: lotimer hitimer
    there is one output: output
    there are two effects: effect3 effect4
    envelopes start at zero: ampeg_start fileg_start pitcheg_start
    envelopes always follow controllers: ampeg_dynamic
    envelopes have SoundFont's shapes: ampeg_attack_shape ampeg_decay_shape ampeg_release_shape
    the decay time is exact: ampeg_decay_zero
    the release time is that to −100 dB: ampeg_release_zero
    the volume envelope has full depth: ampeg_depth
    LFO waveforms are not smoothed: lfoN_smooth
    LFOs modulate pitch, volume and cutoff: lfoN_*
    `egN_shapeN` shapes the segments: egN_curveN
    flex envelopes do not loop: egN_loop egN_loop_count egN_loop_shape
    flex envelopes modulate pitch, level, filter, pan and width: egN_*
    bands always follow controllers: eqN_dynamic
    there are three peaking bands: eqN_*
    bands are numbered: eq_*
    there is one filter: cutoff2 resonance2 fil2_*
    a generated waveform has one oscillator: oscillator_*
    samples play as samples: oscillator waveguide
    the interpolation is the same for all samples: sample_quality
    files are not verified: md5
    the sustain pedal is controller 64: sustain_cc
    the sostenuto pedal is controller 66: sostenuto_cc
    pedals are down from value 64: sustain_lo sostenuto_lo
    there are no variables: varNN_*
    `rt_decay` applies: rt_decayN
    specific to another program: vendor_specific
    """
  }
}
