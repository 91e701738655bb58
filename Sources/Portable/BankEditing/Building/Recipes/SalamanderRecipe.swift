extension BuildRecipe {
  /// The recipe for the Salamander Grand Piano.
  static let salamander = """
    # Salamander Grand Piano V3 by Alexander Holm: a Yamaha C5, 48 kHz, 24 bits, minor thirds
    # from A0, sixteen
    # layers. License: CC BY 3.0. Files: A0v1.wav to C8v16.wav, or .flac. Not used: rel1 to rel88
    # (key releases),
    # harmL, harmS and harmV (string resonance), pedalD1 and pedalU1.
    name Salamander
    author Alexander Holm
    copyright CC BY 3.0, Alexander Holm
    bits 24
    preset 0:0 Grand Piano
    try folder Samples
    try folder 48khz24bit
    try folder SalamanderGrandPianoV3_48khz24bit/48khz24bit
    files *v1.*, *v4.*, *v7.*, *v10.*, *v13.*, *v16.*
    without rel*, harm*, pedal*
    keys 21-108
    tones decaying
    attack 5
    dynamics 30
    release 400
    """
}
