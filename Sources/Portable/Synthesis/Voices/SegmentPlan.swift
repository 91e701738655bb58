/// How a voice's next segment is computed. A *segment* is at most one control block
/// (``ControlBlock``). Within it, gains and filter coefficients ramp linearly and the pitch is
/// constant.
///
/// The first plan that applies is used:
///
/// | Plan | Applies | Computes |
/// |---|---|---|
/// | `evaluated` | after the end of the sample, or of a stolen voice's fade-out | see below |
/// | `steady` | if pitch, level and filter are constant | nothing |
/// | `evaluated` | up to a breakpoint, and within control blocks | the formulas of ``Voice`` |
/// | `decay` | if only the level changes, by a constant factor | a multiplication |
/// | `modulated` | otherwise: plain LFOs, linear envelopes | ``VoiceModulation``, in batches |
///
/// Attacks, glides, fades, flex envelopes, shaped LFOs, several filter sections and steep decays
/// are evaluated too, because nothing else predicts them. An evaluation frees a voice that has
/// become silent. Segments end with the control block; those that are evaluated end with a
/// breakpoint, and steady ones with the long control block.
///
/// The plan does not depend on how a block is split. With each plan but `evaluated`, the pitch of a
/// voice that follows its recorded vibrato, and is not modulated otherwise, ramps over the long
/// control block (``VibratoBatch``).
enum SegmentPlan: BitwiseCopyable {
  /// Repeats the previous segment's gains, pitch and filter for a number of frames.
  case steady(frames: Int)
  /// Continues a decay. The sample is read for a long control block at a time if nothing else
  /// happens in it.
  case decay(usesLongBlock: Bool)
  /// Evaluates LFOs and envelopes in closed form, in a batch.
  case modulated
  /// Evaluates the voice's formulas.
  case evaluated
}
