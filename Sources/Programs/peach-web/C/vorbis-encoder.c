// The functions of libvorbis' encoder that the code of the decoder refers to. A decoder calls only those that free what an
// encoder has allocated.
#include <stdlib.h>
#include <vorbis/codec.h>

#include "codec_internal.h"
#include "lpc.h"

void drft_clear(drft_lookup *l) {}
void vorbis_bitrate_clear(bitrate_manager_state *bs) {}
void _vi_psy_free(vorbis_info_psy *i) {}

void drft_init(drft_lookup *l, int n) { abort(); }
void drft_forward(drft_lookup *l, float *data) { abort(); }
void vorbis_bitrate_init(vorbis_info *vi, bitrate_manager_state *bs) { abort(); }
int vorbis_bitrate_managed(vorbis_block *vb) { abort(); }
float vorbis_lpc_from_data(float *data, float *lpc, int n, int m) { abort(); }
void vorbis_lpc_predict(float *coeff, float *prime, int m, float *data, long n) { abort(); }
void _ve_envelope_init(envelope_lookup *e, vorbis_info *vi) { abort(); }
void _ve_envelope_clear(envelope_lookup *e) { abort(); }
long _ve_envelope_search(vorbis_dsp_state *v) { abort(); }
void _ve_envelope_shift(envelope_lookup *e, long shift) { abort(); }
int _ve_envelope_mark(vorbis_dsp_state *v) { abort(); }
void _vp_psy_init(vorbis_look_psy *p, vorbis_info_psy *vi, vorbis_info_psy_global *gi, int n, long rate) { abort(); }
void _vp_psy_clear(vorbis_look_psy *p) { abort(); }
vorbis_look_psy_global *_vp_global_look(vorbis_info *vi) { abort(); }
void _vp_global_free(vorbis_look_psy_global *look) { abort(); }
void _vp_noisemask(vorbis_look_psy *p, float *logmdct, float *logmask) { abort(); }
void _vp_tonemask(vorbis_look_psy *p, float *logfft, float *logmask, float global, float local) { abort(); }
void _vp_offset_and_mix(
    vorbis_look_psy *p, float *noise, float *tone, int select, float *logmask, float *mdct, float *logmdct) { abort(); }
float _vp_ampmax_decay(float amp, vorbis_dsp_state *vd) { abort(); }
void _vp_couple_quantize_normalize(
    int blob, vorbis_info_psy_global *g, vorbis_look_psy *p, vorbis_info_mapping0 *vi, float **mdct, int **iwork,
    int *nonzero, int lowpass, int channels) { abort(); }
