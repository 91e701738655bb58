/// The notes of a song divided at the changes of chords, for held notes that glide: each part has
/// an unknown of its own. A part is tuned to its chord, and with less weight to the part before it.
struct GlidingParts {
  /// The parts: they have the starts of their notes, and end with their chords.
  private(set) var notes: [SongNote] = []
  /// The index of the note of each part.
  private(set) var owners: [Int] = []
  /// The chords, with the indices of parts.
  private(set) var slices: SongSlices
  /// The frame at which each part begins.
  private var startFrames: [Int64] = []
  /// The index of the part before each of the same note; −1 for the first.
  private(set) var previous: [Int] = []
  /// The first and the last part of each note.
  private var firstParts: [Int] = []
  private var lastParts: [Int] = []

  init(_ songNotes: [SongNote], _ songSlices: SongSlices) {
    slices = songSlices
    firstParts = [Int](repeating: -1, count: songNotes.count)
    lastParts = firstParts
    var indices: [Int] = []
    for slice in songSlices.slices {
      for note in songSlices.indices[slice.range] {
        indices.append(notes.count)
        add(note, songNotes[note], from: slice.startFrame, to: slice.endFrame)
      }
    }
    slices.replaceIndices(indices)
    // Notes that sound with too many others.
    for note in songNotes.indices where firstParts[note] < 0 {
      add(note, songNotes[note], from: songNotes[note].startFrame, to: songNotes[note].endFrame)
    }
  }

  private mutating func add(_ index: Int, _ note: SongNote, from start: Int64, to end: Int64) {
    var part = note
    part.endFrame = end
    if firstParts[index] < 0 { firstParts[index] = notes.count }
    previous.append(lastParts[index])
    lastParts[index] = notes.count
    owners.append(index)
    startFrames.append(max(start, note.startFrame))
    notes.append(part)
  }

  /// Returns links between the first part of a repeated note and the last one of the earlier note.
  func links(_ links: [RepeatedNotes.Link]) -> [RepeatedNotes.Link] {
    links.map { link in
      RepeatedNotes.Link(
        note: firstParts[link.note], earlier: lastParts[link.earlier], weight: link.weight)
    }
  }

  /// Returns the cents of each note at its start.
  func startCents(_ cents: [Double]) -> [Double] { firstParts.map { cents[$0] } }

  /// Returns the glides of each note: it follows the cents of its parts at a limited rate.
  ///
  /// - Parameters:
  ///   - cents: The cents of the parts.
  ///   - rate: The limit, in cents per second.
  func glides(_ cents: [Double], rate: Double) -> [[NoteGlide]] {
    var glides = [[NoteGlide]](repeating: [], count: firstParts.count)
    var current = startCents(cents)
    let framesPerCent = Double(SongNotes.sampleRate) / rate
    for part in notes.indices where previous[part] >= 0 {
      let owner = owners[part]
      let difference = cents[part] - current[owner]
      if abs(difference) < NoteGlide.smallestCents { continue }
      let frames = notes[part].endFrame - startFrames[part]
      let needed = abs(difference) * framesPerCent
      var glide = NoteGlide(
        startFrame: startFrames[part], endFrame: notes[part].endFrame,
        startCents: current[owner], endCents: cents[part])
      if needed <= Double(frames) {
        glide.endFrame = glide.startFrame + Int64(needed.rounded(.up))
      } else {
        glide.endCents = current[owner] + difference * Double(frames) / needed
      }
      current[owner] = glide.endCents
      glides[owner].append(glide)
    }
    return glides
  }
}
