/* Plays a MIDI file with SDL_mixer, which uses FluidSynth: play-mixer SONG. */
#include <SDL.h>
#include <SDL_mixer.h>
#include <stdio.h>

int main(int count, char **arguments) {
  if (count < 2 || SDL_Init(SDL_INIT_AUDIO) != 0) return 2;
  if (Mix_OpenAudio(44100, AUDIO_S16SYS, 2, 512) != 0) return 3;
  Mix_Music *music = Mix_LoadMUS(arguments[1]);
  if (!music || Mix_PlayMusic(music, 1) != 0) {
    fprintf(stderr, "%s\n", Mix_GetError());
    return 1;
  }
  for (int i = 0; i < 600 && Mix_PlayingMusic(); i++) SDL_Delay(20);
  Mix_FreeMusic(music);
  Mix_CloseAudio();
  SDL_Quit();
  return 0;
}
