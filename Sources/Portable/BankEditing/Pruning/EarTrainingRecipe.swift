extension PruningRecipe {
  /// The recipes included in Peach, by name.
  package static let shipped: [(name: String, text: String)] = [("ear-training", earTrainingText)]

  private static let earTrainingText = """
    # Instruments to train the ear with, from any General MIDI bank.
    name Ear Training

    # Keyboards and plucked strings
    keep 0:0 as Grand Piano
    keep 0:4 as Electric Piano
    keep 0:24 as Nylon Guitar
    keep 0:25 as Steel Guitar
    keep 0:46 as Harp

    # Bowed strings
    keep 0:40 as Violin
    keep 0:41 as Viola
    keep 0:42 as Cello
    keep 0:43 as Double Bass
    keep 0:48 as Strings

    # Voice
    keep 0:52 as Choir

    # Brass
    keep 0:56 as Trumpet
    keep 0:57 as Trombone
    keep 0:60 as French Horn

    # Woodwind
    keep 0:68 as Oboe
    keep 0:70 as Bassoon
    keep 0:71 as Clarinet
    keep 0:73 as Flute
    """
}
