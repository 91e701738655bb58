extension BuildRecipe {
  /// The recipe for the Sonatina Symphonic Orchestra.
  static let sonatina = """
    # Sonatina Symphonic Orchestra by Mattias Westlund, Peter Eastman and others: stereo, 16
    # bits, minor thirds. License: Creative Commons Sampling Plus 1.0.
    # A folder per instrument: Samples/1st Violins/1st-violins-sus-a#3.wav. Newer files are .flac.
    name Sonatina
    author Mattias Westlund, Peter Eastman and others
    copyright CC Sampling Plus 1.0
    without *-col-*, *-hrm-*, *-trm-*, *-mrc-*
    preset 0:0 Grand Piano
    try folder Samples/Grand Piano
    try folder Grand Piano
    layer piano-p-* = p
    layer piano-f-* = f
    tones decaying
    release 400
    preset 0:9 Glockenspiel
    try folder Samples/Percussion
    try folder Percussion
    files glockenspiel-*
    tones decaying
    preset 0:13 Xylophone
    try folder Samples/Percussion
    try folder Percussion
    files xylophone-*
    tones decaying
    preset 0:40 Violin
    try folder Samples/Violin
    try folder Violin
    files violin-*
    preset 0:42 Cello
    try folder Samples/Cello
    try folder Cello
    files cello-*
    preset 0:43 Basses
    try folder Samples/Basses
    try folder Basses
    files basses-sus-*
    preset 0:45 Pizzicato
    try folder Samples/1st Violins
    try folder 1st Violins
    try folder Samples/Violas
    try folder Violas
    try folder Samples/Celli
    try folder Celli
    try folder Samples/Basses
    try folder Basses
    files *-piz-rr1-*
    tones decaying
    preset 0:46 Harp
    try folder Samples/Harp
    try folder Harp
    tones decaying
    release 2000
    preset 0:47 Timpani
    try folder Samples/Percussion
    try folder Percussion
    files timpani-p-rh-*, timpani-f-rh-*
    layer timpani-p-* = p
    layer timpani-f-* = f
    tones decaying
    preset 0:48 Violins
    try folder Samples/1st Violins
    try folder 1st Violins
    files 1st-violins-sus-*
    preset 1:48 Second Violins
    try folder Samples/2nd Violins
    try folder 2nd Violins
    files 2nd-violins-sus-*
    preset 2:48 Violas
    try folder Samples/Violas
    try folder Violas
    files violas-sus-*
    preset 3:48 Celli
    try folder Samples/Celli
    try folder Celli
    files celli-sus-*
    preset 0:52 Choir
    try folder Samples/Chorus
    try folder Chorus
    files chorus-female-*
    preset 0:56 Trumpet
    try folder Samples/Trumpet
    try folder Trumpet
    files trumpet-*
    preset 0:57 Trombone
    try folder Samples/Tenor Trombone
    try folder Tenor Trombone
    files tenor_trombone-*
    preset 1:57 Bass Trombone
    try folder Samples/Bass Trombone
    try folder Bass Trombone
    files bass_trombone-*
    preset 0:58 Tuba
    try folder Samples/Tuba
    try folder Tuba
    files tuba-sus-*
    preset 0:60 French Horn
    try folder Samples/Horn
    try folder Horn
    files horn-*
    preset 0:61 Horns
    try folder Samples/Horns
    try folder Horns
    files horns-sus-*
    preset 1:61 Trumpets
    try folder Samples/Trumpets
    try folder Trumpets
    files trumpets-sus-*
    preset 2:61 Trombones
    try folder Samples/Trombones
    try folder Trombones
    files trombones-sus-*
    preset 0:68 Oboe
    try folder Samples/Oboe
    try folder Oboe
    files oboe-*
    preset 0:69 Cor Anglais
    try folder Samples/Cor Anglais
    try folder Cor Anglais
    files cor_anglais-*
    preset 0:70 Bassoon
    try folder Samples/Bassoon
    try folder Bassoon
    files bassoon-*
    preset 1:70 Contrabassoon
    try folder Samples/Contrabassoon
    try folder Contrabassoon
    files contrabassoon-*
    preset 0:71 Clarinet
    try folder Samples/Clarinet
    try folder Clarinet
    files clarinet-*
    preset 1:71 Bass Clarinet
    try folder Samples/Bass Clarinet
    try folder Bass Clarinet
    files bass_clarinet-*
    preset 0:72 Piccolo
    try folder Samples/Piccolo
    try folder Piccolo
    files piccolo-*
    preset 0:73 Flute
    try folder Samples/Flute
    try folder Flute
    files flute-*
    preset 1:73 Alto Flute
    try folder Samples/Alto Flute
    try folder Alto Flute
    files alto_flute-*
    """
}
