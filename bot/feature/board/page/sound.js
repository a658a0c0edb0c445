// Sounds: wood on wood, and a few tones, made here so that nothing is loaded. Nothing sounds before the player has pressed something: browsers
// allow it only then, and nobody likes a page that begins to sound by itself.
import { remembered } from "./settings.js";

export const sounds = remembered("sound", true);

let audio = null, noise;

function wake() {
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume(); // a phone stops it while the page is hidden
  } catch { /* there is no sound here */ }
}
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, () => sounds.on && wake(), true);

// envelope makes what comes from a source loud at once and silent after so many seconds.
function envelope(source, at, loud, seconds) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(.001, at + seconds);
  source.connect(gain).connect(audio.destination);
}

function tone(at, hertz, loud, seconds, end = hertz) {
  const o = audio.createOscillator();
  o.frequency.setValueAtTime(hertz, at);
  o.frequency.exponentialRampToValueAtTime(end, at + seconds);
  envelope(o, at, loud, seconds);
  o.start(at);
  o.stop(at + seconds);
}

// knock is a piece that is put on the board: a click of noise, and the board's own low tone.
function knock(at, hertz, loud) {
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate * .06, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const source = audio.createBufferSource(), band = audio.createBiquadFilter();
  source.buffer = noise;
  Object.assign(band, { type: "bandpass" }).frequency.value = hertz;
  source.connect(band);
  envelope(band, at, loud, .05);
  source.start(at);
  tone(at, 210, loud * .5, .07, 120);
}

const all = {
  move: at => knock(at, 1300, .7),
  capture: at => { knock(at, 1900, .5); knock(at + .06, 900, .9); },
  check: at => { knock(at, 1300, .7); tone(at + .05, 784, .12, .16); tone(at + .17, 988, .12, .3); },
  low: at => { for (const i of [0, .16, .32]) tone(at + i, 1047, .1, .1); },
  end: at => [392, 523, 587, 784].forEach((hertz, i) => tone(at + i * .13, hertz, .11, .7)),
};

// play plays one of them, if sounds are on and allowed.
export function play(name) {
  if (sounds.on && audio?.state === "running") all[name](audio.currentTime + .01);
}
