// @ts-check
// The German names of the instruments of the page's own banks, whose presets have English ones.

/** By program, in the order of General MIDI (MIDI Manufacturers Association, RP-003). */
const german = `Flügel,Heller Flügel,E-Flügel,Honky-Tonk-Klavier,E-Piano 1,E-Piano 2,Cembalo,
Clavinet,Celesta,Glockenspiel,Spieluhr,Vibraphon,Marimba,Xylophon,Röhrenglocken,Hackbrett,
Zugriegelorgel,Perkussive Orgel,Rockorgel,Kirchenorgel,Harmonium,Akkordeon,Mundharmonika,
Bandoneon,Konzertgitarre,Westerngitarre,Jazzgitarre,E-Gitarre,E-Gitarre gedämpft,
E-Gitarre übersteuert,E-Gitarre verzerrt,Gitarren-Flageolett,Kontrabass gezupft,E-Bass gezupft,
E-Bass mit Plektrum,Bundloser E-Bass,Slap-Bass 1,Slap-Bass 2,Synthesizerbass 1,Synthesizerbass 2,
Violine,Bratsche,Cello,Kontrabass,Streicher tremolo,Streicher pizzicato,Harfe,Pauken,Streicher 1,
Streicher 2,Synthesizerstreicher 1,Synthesizerstreicher 2,Chor „Ah“,Chor „Oh“,
Synthesizerchor,Orchesterschlag,Trompete,Posaune,Tuba,Trompete gedämpft,Horn,Blechbläser,
Synthesizerblech 1,Synthesizerblech 2,Sopransaxophon,Altsaxophon,Tenorsaxophon,Baritonsaxophon,
Oboe,Englischhorn,Fagott,Klarinette,Piccoloflöte,Flöte,Blockflöte,Panflöte,Flaschenblasen,
Shakuhachi,Pfeifen,Okarina,Rechteckschwingung,Sägezahnschwingung,Dampforgel,Chiffer,Charang,
Solostimme,Quinten,Bass und Lead,New Age,Warme Fläche,Polysynthesizer,Chorfläche,
Gestrichenes Glas,Metallfläche,Heiligenschein,Wischfläche,Regen,Filmmusik,Kristall,Atmosphäre,
Helligkeit,Kobolde,Echos,Science-Fiction,Sitar,Banjo,Shamisen,Koto,Kalimba,Dudelsack,Fiedel,
Schalmei,Glöckchen,Agogo,Stahltrommel,Holzblock,Taikotrommel,Melodisches Tom,Synthesizertrommel,
Becken rückwärts,Gitarrengriff,Atem,Brandung,Vogelzwitschern,Telefon,Hubschrauber,Applaus,Schuss`
  .replaceAll("\n", "")
  .split(",");

const known = /^(?:preview )?sf2:(?:Peach|GeneralMIDI)\.sf3:0:(\d+)$/;

/** Names a preset of the page's banks. */
function translate(/** @type {Element | null | undefined} */ name, /** @type {?string} */ tag) {
  const [, program] = known.exec(tag ?? "") ?? [];
  if (program && name) name.textContent = german[Number(program)];
}

/** @param {Element} part Names the instruments of the page's banks in its language. */
export function nameInstruments(part) {
  if (document.documentElement.lang !== "de") return;
  for (const button of part.querySelectorAll(".instrument [data-do]")) {
    const name = button.closest(".instrument")?.querySelector("strong");
    translate(name, button.getAttribute("data-do"));
  }
  for (const option of part.querySelectorAll("option")) translate(option, option.value);
  for (const name of part.querySelectorAll("[data-program]")) {
    name.textContent = german[Number(name.getAttribute("data-program"))];
  }
}
