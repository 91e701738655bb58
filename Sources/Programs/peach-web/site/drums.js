// @ts-check
// The names of the drums of General MIDI Level 1, from key 35 on, for the lane of the piano roll.

const english = `
    Bass drum 2, Bass drum, Side stick, Snare, Clap, Snare 2, Low tom, Hi-hat, Low tom 2,
    Hi-hat pedal, Mid tom, Open hi-hat, Mid tom 2, High tom, Crash, High tom 2, Ride, China,
    Ride bell, Tambourine, Splash, Cowbell, Crash 2, Vibraslap, Ride 2, High bongo, Low bongo,
    Muted conga, High conga, Low conga, High timbale, Low timbale, High agogo, Low agogo, Cabasa,
    Maracas, Whistle, Long whistle, Guiro, Long guiro, Claves, High block, Low block,
    Muted cuica, Cuica, Muted triangle, Triangle`;

const german = `
    Bassdrum 2, Bassdrum, Rimclick, Snare, Klatschen, Snare 2, Tom tief, Hi-Hat, Tom tief 2,
    Hi-Hat Fuß, Tom mittel, Hi-Hat offen, Tom mittel 2, Tom hoch, Crash, Tom hoch 2, Ride, China,
    Ride-Kuppe, Schellenring, Splash, Cowbell, Crash 2, Vibraslap, Ride 2, Bongo hoch,
    Bongo tief, Conga gedämpft, Conga hoch, Conga tief, Timbale hoch, Timbale tief, Agogo hoch,
    Agogo tief, Cabasa, Maracas, Pfeife, Pfeife lang, Guiro, Guiro lang, Claves, Block hoch,
    Block tief, Cuica gedämpft, Cuica, Triangel gedämpft, Triangel`;

/**
 * Returns the name of a drum in the page's language; undefined if it has none.
 * @param {number} key
 */
export function drumName(key) {
  const names = document.documentElement.lang === "de" ? german : english;
  return names.split(",")[key - 35]?.trim();
}
