// The names that `import PeachPlugIn` makes visible: arguments of the methods of `SamplerUnit`.
@_exported public import struct PeachTuning.AdaptiveTuning
@_exported public import struct PeachTuning.OctaveStretch
