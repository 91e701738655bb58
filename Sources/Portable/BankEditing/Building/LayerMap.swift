import PeachInstrumentFiles

/// Distributes keys and velocities among the recordings of several layers. A layer owns a key
/// within its reach, in semitones, of one of its root keys. The layers that own a key share its
/// velocities: they extend to the middle of the gap that other layers leave.
struct LayerMap {
  struct Zone: Hashable {
    var layer: Int
    /// The index of the recording in its layer.
    var recording: Int
    var keys: ClosedRange<UInt8>
    var velocities: ClosedRange<UInt8>
  }

  /// The zones by layer, in the order of ``layers``, and by key.
  private(set) var zones: [Zone] = []

  /// Distributes the keys.
  ///
  /// - Parameters:
  ///   - roots: The root keys of each layer, which ascend without duplicates.
  ///   - layers: Distinct layers of one kind, in the order of their velocities.
  ///   - reach: `nil` for ``defaultReach(_:)``.
  init(
    roots: [[UInt8]], layers: [VelocityLayer], within keys: ClosedRange<UInt8>, reach: Int?
  ) {
    let reach = reach ?? Self.defaultReach(roots)
    let all = roots.joined()
    guard let lowest = all.min(), let highest = all.max() else { return }
    var open = [Zone?](repeating: nil, count: layers.count)
    var byLayer = [[Zone]](repeating: [], count: layers.count)
    for key in keys {
      let nearest = roots.map { Self.nearest(key, $0) }
      // Keys beyond all roots belong to the layers of the outermost ones.
      let inner = Int(min(max(key, lowest), highest))
      let distances = roots.indices.map { layer in
        nearest[layer].map { abs(inner - Int(roots[layer][$0])) } ?? .max
      }
      let limit = max(reach, distances.min() ?? 0)
      let owners = layers.indices.filter { distances[$0] <= limit }
      let velocities = VelocityLayer.velocities(of: owners, among: layers)
      for layer in layers.indices {
        guard let position = owners.firstIndex(of: layer), let recording = nearest[layer] else {
          if let zone = open[layer] { byLayer[layer].append(zone) }
          open[layer] = nil
          continue
        }
        if let zone = open[layer], zone.recording == recording,
          zone.velocities == velocities[position]
        {
          open[layer]?.keys = zone.keys.lowerBound...key
        } else {
          if let zone = open[layer] { byLayer[layer].append(zone) }
          open[layer] = Zone(
            layer: layer, recording: recording, keys: key...key, velocities: velocities[position])
        }
      }
    }
    for layer in layers.indices {
      zones += byLayer[layer]
      if let zone = open[layer] { zones.append(zone) }
    }
  }

  /// Returns 2 semitones, or half the largest gap of the layer with the most root keys.
  static func defaultReach(_ roots: [[UInt8]]) -> Int {
    let densest = roots.max { $0.count < $1.count } ?? []
    let gaps = zip(densest, densest.dropFirst()).map { Int($1) - Int($0) }
    return max(2, (gaps.max() ?? 0) / 2)
  }

  /// Returns the index of the root nearest to a key; the lower one wins ties.
  private static func nearest(_ key: UInt8, _ roots: [UInt8]) -> Int? {
    roots.indices.min { abs(Int(roots[$0]) - Int(key)) < abs(Int(roots[$1]) - Int(key)) }
  }
}
