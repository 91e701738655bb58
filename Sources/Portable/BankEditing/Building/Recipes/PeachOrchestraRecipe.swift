extension BuildRecipe {
  /// The recipe that unites the three libraries.
  static let peachOrchestra = """
    # Piano from Salamander, solo instruments from Iowa, sections from Sonatina. An absent
    # library is skipped and reported.
    # The first of several presets with one number is used, so that Sonatina fills the gaps,
    # and solo pizzicato that of the sections.
    name Peach Orchestra
    author Alexander Holm; University of Iowa; Mattias Westlund, Peter Eastman and others
    copyright Piano CC BY 3.0; solo instruments free for any use; sections CC Sampling Plus 1.0
    bits 24
    level -14
    use salamander 0:0 in Salamander
    use iowa *:40-43, *:56-60, *:64-73, *:11-13 in Iowa
    use sonatina *:0, *:9, *:13, *:40-58, *:60-61, *:68-73 in Sonatina
    use iowa *:45 in Iowa
    """
}
