extension BuildRecipe {
  /// The recipe for the musical instrument samples of the University of Iowa.
  static let iowa = """
    # Musical Instrument Samples of the University of Iowa Electronic Music Studios, free for any
    # use.
    # Two generations: of 1997, a scale per file, mono, 16 bits (Cello.arco.ff.sulC.C2B2.aiff),
    # and of 2012, a note per file, stereo, 24 bits (Cello.arco.ff.sulC.C2.stereo.aif).
    # A key on several strings has several takes, of which the best is used. A folder per
    # instrument; absent ones are skipped.
    name Iowa Orchestra
    author University of Iowa Electronic Music Studios
    copyright Free for any use, University of Iowa Electronic Music Studios
    bits 24
    scales split
    takes best
    preset 0:40 Violin
    try folder Violin
    files Violin.arco.*
    preset 0:41 Viola
    try folder Viola
    files Viola.arco.*
    preset 0:42 Cello
    try folder Cello
    files Cello.arco.*
    preset 0:43 Double Bass
    try folder Double Bass
    files Bass.arco.*
    preset 0:45 Pizzicato Strings
    try folder Violin
    try folder Viola
    try folder Cello
    try folder Double Bass
    files *.pizz.*
    tones decaying
    preset 0:56 Trumpet
    try folder BbTrumpet
    try folder Trumpet
    files Trumpet.novib.*
    preset 0:57 Trombone
    try folder TenorTrombone
    files TenorTrombone.*
    preset 1:57 Bass Trombone
    try folder BassTrombone
    files BassTrombone.*
    preset 0:58 Tuba
    try folder Tuba
    files Tuba.*
    preset 0:60 French Horn
    try folder Horn
    files Horn.*
    preset 0:64 Soprano Sax
    try folder SopSax
    files SopSax.nonvib.*, SopSax.NoVib.*
    preset 0:65 Alto Sax
    try folder AltoSax
    files AltoSax.NoVib.*
    preset 0:68 Oboe
    try folder Oboe
    files oboe.*
    preset 0:70 Bassoon
    try folder Bassoon
    files Bassoon.*
    preset 0:71 Clarinet
    try folder Bb Clarinet
    try folder BbClarinet
    files BbClar*
    preset 1:71 Bass Clarinet
    try folder BassClarinet
    files BassClarinet.*
    preset 0:73 Flute
    try folder Flute
    files flute.nonvib.*
    preset 1:73 Flute vibrato
    try folder Flute
    files flute.vib.*
    preset 2:73 Alto Flute
    try folder AltoFlute
    files AltoFlute.vib.*
    preset 0:12 Marimba
    try folder Marimba
    files Marimba.yarn.*
    tones decaying
    preset 0:11 Vibraphone
    try folder Vibraphone
    files Vibraphone.sustain.*
    tones decaying
    preset 0:13 Xylophone
    try folder Xylophone
    files Xylophone.hardrubber.*
    tones decaying
    """
}
