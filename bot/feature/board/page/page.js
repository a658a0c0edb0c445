// The page of a game: it shows what the server says, and sends what the player does.
import { Board, figure, index, name } from "./board.js";
import { Clocks } from "./clock.js";
import { Connection, newID } from "./connection.js";
import { LinesForm } from "./lines.js";
import { MoveList } from "./moves.js";
import { Question } from "./question.js";
import { remembered } from "./settings.js";
import * as sound from "./sound.js";

const $ = selector => document.querySelector(selector);
let texts = {}, pieces = {}, turning = true, look;
let state = null; // the last that came
let ply = -1; // of an earlier position that is looked at; -1 for now
let flipped = false; // by the player
let sent = null; // a move or premove that has no answer yet
let away = false; // the other player has closed this page: it is said, and nothing follows from it
let ended = false; // nothing more will come

const t = key => texts[key] ?? "";

const connection = new Connection({
  heard: m => on[m.is]?.(m),
  lost: () => notice(t("lost") || "…", true),
  ended: (text, language) => {
    ended = true;
    if (state) draw();
    else shut(text, language);
  },
  after: () => state?.rev ?? 0,
});
const board = new Board($("#board"), { move: (from, to, still) => play({ text: from + to, from, to }, still), drop, label });
const clocks = new Clocks(() => { sound.play("low"); say(t("low")); });
const lines = new LinesForm($("#lines"), { t, give: text => act({ do: "lines", text }), attempt: text => act({ do: "try", text }), changed: () => draw() });
const question = new Question($("#ask"), { elsewhere: () => board.attend() });
const moves = new MoveList($("#moves"), { t, go });
const confirms = { live: remembered("confirm.live", false), days: remembered("confirm.days", true) };
const confirming = () => confirms[state.clock?.days ? "days" : "live"];

function label(point, letter, marks) {
  const words = [point, letter === "." ? t("point") : pieces[letter]];
  for (const [mark, key] of [["chosen", "selected"], ["can", "can"], ["takes", "takes"], ["check", "check"], ["kept", "premove"], ["voted", "voted"]]) if (marks[mark]) words.push(t(key));
  return words.join(", ");
}

let quiet;
function notice(text, stays) {
  clearTimeout(quiet);
  $("#notice").textContent = text;
  $("#notice").hidden = !text;
  if (text && !stays) quiet = setTimeout(() => { $("#notice").hidden = true; }, 7000);
}

// say has a screen reader say something.
function say(...all) { $("#live").textContent = all.filter(Boolean).join(" "); }

function shut(text, language) {
  if (language) document.documentElement.lang = language;
  $("#main").dataset.state = "shut";
  if (text) notice(text, true);
}

// Acts.

// act sends what the player does; nothing is sent that the connection would lose.
function act(message) {
  const id = newID();
  if (connection.send({ id, turn: state.turn, ...message })) return id;
  notice(t("lost"), true);
}

// play plays a move; while the other side is to move, it is a premove. It is shown at once, and kept until it is answered.
function play(move, still) {
  if (state.ballot) return draw(), act({ do: "move", text: move.text }); // the piece goes back: it is a vote
  if (lines.trial && move.from) return lines.go([...lines.trial.moves, move.text]);
  const ahead = state.toMove !== state.you;
  question.forget();
  sent = { id: newID(), turn: state.turn, on: 0, ahead, ...move };
  ply = -1;
  if (move.from && !ahead && !move.sure && confirming().on) {
    sent.unsure = true;
    const no = () => { sent = null; draw(); };
    question.ask(describe(move), t("send"), t("cancel"), () => { delete sent.unsure; sounded(); deliver(); draw(); }, { g: no, focus: ".yes" });
  } else {
    if (move.from && !ahead) sounded();
    deliver();
  }
  draw(still);
}

// describe writes a move in the words for its piece and points.
function describe({ from, to }) {
  const letters = at(state.moves.length), taken = letters[index(to)];
  return pieces[letters[index(from)]] + " " + from + " → " + to + (taken === "." ? "" : " × " + pieces[taken]);
}

function deliver() {
  const { id, turn, text, sure, ahead } = sent;
  if (connection.send({ do: ahead ? "premove" : "move", id, turn, text, sure })) sent.on = connection.number;
}

// again sends anew what was sent on an earlier connection and has no answer: by its id the server does it once. What was never sent is
// dropped if the position is another by now.
function again() {
  if (!sent || sent.done || sent.unsure || sent.on === connection.number || !connection.ready) return;
  if (sent.on || sent.turn === state.turn) deliver();
  else missed();
}

// missed is what becomes of a move that came too late. A premove that did was meant for the turn that has come.
function missed() {
  const { ahead, from, to, text, turn } = sent;
  sent = null;
  if (ahead && from && state.turn === turn + 1 && state.legal?.[from]?.includes(to)) return play({ text, from, to, sure: undefined });
  notice(t("dropped"));
  draw();
}

// drop takes a premove back.
function drop() {
  if (!act({ do: "drop" })) return;
  if (sent?.ahead) sent = null;
  delete state.premove;
  draw();
}

// What the server says.

const on = {
  async hello(m) {
    away = false;
    ({ texts, pieces, turning } = m);
    document.documentElement.lang = m.language;
    for (const [key, value] of Object.entries(m.look.colors)) document.documentElement.style.setProperty("--" + key.toLowerCase(), value);
    look = m.look;
    document.documentElement.dataset.theme = look.theme;
    for (const [id, drawn] of [["set", m.look.pieces], ["backs", m.look.backs]].map(([id, of]) => [id, of && "look/" + of + ".svg"])) {
      if (!drawn || $("#" + id)?.dataset.of === drawn) continue;
      const svg = document.importNode(new DOMParser().parseFromString(await (await fetch(drawn)).text(), "image/svg+xml").documentElement, true);
      svg.id = id;
      svg.dataset.of = drawn;
      svg.setAttribute("aria-hidden", "true");
      svg.style.position = "absolute";
      $("#" + id)?.remove();
      document.body.prepend(svg);
    }
    notice("");
    if (state) { draw(); again(); }
  },
  state(m) {
    const before = state;
    state = m;
    clocks.set(m.clock, m.open, m.you);
    const moved = before && m.moves.length !== before.moves.length, mine = sent?.from && !sent.ahead && sent.text === m.moves.at(-1)?.slice(0, 4);
    if (sent?.unsure && m.turn !== sent.turn) sent = null;
    if (before?.turn !== m.turn || !m.open) question.forget();
    if (moved && ply >= 0 && m.toMove === m.you) ply = -1;
    if (sent?.done && (sent.ahead || m.turn !== sent.turn)) sent = null;
    draw();
    again();
    if (before) heard(before, m, mine);
    const news = m.missed && m.missed !== before?.missed ? m.missed : "";
    if (moved || news || !before || !m.open || m.blind && m.turn !== before.turn) say(m.last, news, m.status);
  },
  away(m) {
    away = m.away;
    draw();
    if (away) say(state.seats[1 - state.you].name + ": " + t("away"));
  },
  times(m) {
    state.rev = m.rev;
    state.clock = m.clock;
    clocks.set(m.clock, state.open, state.you);
    again();
  },
  tried: m => lines.tried(m),
  done(m) {
    lines.done(m.id);
    if (sent?.id !== m.id) return;
    sent.done = true;
    if (sent.turn !== state.turn || sent.ahead && (!sent.from || state.premove === sent.text)) sent = null;
    draw();
  },
  refused(m) {
    if (lines.refused(m.id, m.text)) return;
    if (sent?.id === m.id) {
      if (sent.turn !== state.turn) return missed();
      if (!sent.from) $("#text").value = sent.text;
      sent = null;
      draw();
    }
    notice(m.text);
  },
  sure(m) {
    sent = null;
    draw();
    question.ask(m.text, t("anyway"), t("keep"), () => play({ text: m.move, from: m.move.slice(0, 2), to: m.move.slice(2), sure: true }), { grave: true });
  },
  over(m) {
    ended = true;
    if (state) notice(m.text, true);
    else shut(m.text);
  },
};

// sounded plays the sound of the move that the player has just made on the board.
function sounded() {
  sound.play(at(state.moves.length)[index(sent.to)] === "." ? "move" : "capture");
}

// heard plays the sound of what has become of a game; the player's own move was heard already.
function heard(before, now, mine) {
  if (before.open && !now.open) return sound.play("end");
  if (now.moves.length <= before.moves.length) return;
  if (now.check) sound.play("check");
  else if (!mine) sound.play(at(now.moves.length - 1)[index(now.moves.at(-1).slice(2))] === "." ? "move" : "capture");
}

// Showing.

const below = () => (turning && state.you === 1) !== flipped ? 1 : 0;
const side = letter => letter === letter.toUpperCase() ? 0 : 1;

// points returns the two points of a move.
const points = m => [index(m), index(m.slice(2))];

// at returns the position after so many moves.
function at(n) {
  const p = [...state.start];
  for (const m of state.moves.slice(0, n)) shift(p, m);
  return p;
}

// A move that turned a piece over says what it was: h2e2=R.
function shift(p, m) {
  p[index(m.slice(2))] = m[5] ?? p[index(m)];
  p[index(m)] = ".";
}

function draw(still) {
  if (!state || !look) return;
  $("#main").dataset.state = "open";
  lines.show(state.open && !ended ? state.lines : null, state.turn);
  const now = ply < 0, n = now ? state.moves.length : ply, letters = at(n);
  const moving = now && sent?.from && sent.turn === state.turn, moved = moving && !sent.ahead;
  const premove = !now || moved ? "" : moving ? sent.from + sent.to : state.premove ?? "";
  if (moved) shift(letters, sent.from + sent.to);
  const last = moved ? sent.from + sent.to : n > 0 ? state.moves[n - 1] : "";
  const toMove = (state.first + n) % 2, ahead = !state.legal && !!state.ahead;
  const legal = now && !moved && !ended && state.open && (state.legal ?? state.ahead);
  const wood = "look/" + look.boards[below()] + ".svg";
  if ($("#wood").getAttribute("src") !== wood) $("#wood").src = wood;
  $("#grid").ariaLabel = t("board");
  $("#grid").ariaDescription = t("keys");
  const shown = { letters, legal: legal || {}, mine: !!legal, ahead, own: l => l !== "." && side(l) === state.you, kept: premove ? points(premove) : null, voted: state.ballot?.move ?? "",
    from: last ? index(last) : -1, to: last ? index(last.slice(2)) : -1, check: now && !moved && state.check ? letters.indexOf("Kk"[toMove]) : -1 };
  $("#board").classList.toggle("trial", !!lines.trial);
  board.show(lines.trial ? trial(lines.trial) : shown, { flip: below() === 1, still: still && moved ? index(sent.to) : -1 });
  list(lines.trial ? [...lines.trial.points] : letters);
  seats();
  const waits = moved && !sent.unsure; // the move is on its way
  $("#status").textContent = waits && state.then ? state.then : state.status + (state.open && state.check ? " · " + t("check") : "");
  $("#notes").textContent = [...(state.notes ?? []), ...rests()].join("\n");
  $("#status").classList.toggle("yours", !waits && state.open && state.toMove === state.you);
  document.title = (state.open && state.toMove === state.you ? "● " : "") + state.seats.map(s => s.name).join(" – ");
  $("#text").setAttribute("aria-label", t("type"));
  $("#text").placeholder = t("type");
  $("#typed button").textContent = t("send");
  $("#typed").hidden = !state.open || ended || state.you < 0;
  $("#title").textContent = state.seats.map(s => s.name).join(" – ");
  $("#missed").textContent = state.missed ?? "";
  $("#missed").hidden = !state.missed;
  acts();
  switches();
  moves.show(state, n);
  question.show(offered());
}

// rests writes who is on a break or on vacation, and until when in the reader's time zone.
function rests() {
  const at = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  return (state.rests ?? []).filter(r => r.until > Date.now()).map(r => "🏖️ " + r.text.replace("{until}", at.format(r.until)));
}

// trial is what the board shows of a line that is put together on it: there the player moves for both sides.
function trial({ points: letters, legal = {}, moves, check }) {
  const last = moves.at(-1), toMove = (state.toMove + moves.length) % 2;
  return { letters: [...letters], legal, mine: true, own: l => l !== "." && side(l) === toMove, kept: null,
    from: last ? index(last) : -1, to: last ? index(last.slice(2)) : -1, check: check ? letters.indexOf("Kk"[toMove]) : -1 };
}

// list writes where the pieces stand, for who cannot see the board.
function list(letters) {
  $("#list").setAttribute("aria-label", t("list"));
  $("#list").replaceChildren(...["KRCNBAPXUVHEDQ", "krcnbapxuvhedq"].map(row => {
    const p = document.createElement("p");
    p.textContent = [...row].map(l => [l, letters.flatMap((x, i) => x === l ? name(i) : [])]).filter(([, on]) => on.length)
      .map(([l, on]) => pieces[l] + " " + on.join(" ")).join(t("comma")) + (document.documentElement.lang.startsWith("zh") ? "。" : ".");
    return p;
  }));
}

function seats() {
  for (const [id, who] of [["#here", below()], ["#there", 1 - below()]]) {
    const el = $(id);
    el.querySelector(".side").className = "side " + ["red", "black"][who];
    el.querySelector(".name").textContent = state.seats[who].name;
    el.ariaLabel = [state.seats[who].name, t(["red", "black"][who]), who === state.you ? t("you") : ""].filter(Boolean).join(", ");
    el.querySelector(".away").hidden = !away || who === state.you || !state.open;
    el.querySelector(".away").textContent = t("away");
    const took = state.captured[1 - who], taken = el.querySelector(".taken");
    if (taken.dataset.of !== took) {
      taken.dataset.of = took;
      taken.replaceChildren(...[...took].map(figure));
      if (took) taken.role = "img";
      else taken.removeAttribute("role");
      taken.ariaLabel = took ? t("captured") + ": " + [...took].map(l => pieces[l]).join(", ") : null;
    }
    el.querySelector(".clock").hidden = !state.clock;
    el.querySelector(".clock").dataset.side = who;
  }
  clocks.tick();
}

function button(key, f) {
  const b = document.createElement("button");
  b.type = "button";
  b.textContent = t(key);
  b.dataset.act = key;
  b.onclick = f;
  return b;
}

// acts are the buttons. They are made anew only if others are needed, so that the one with the focus keeps it.
function acts() {
  const wanted = [];
  if (ply >= 0) wanted.push("now");
  if (state.open && !ended) {
    if (state.premove || sent?.ahead) wanted.push("drop");
    if (state.undo) wanted.push("undo");
    if (state.draw) wanted.push("draw");
    if (state.plays) wanted.push("resign");
  }
  const of = wanted.join() + document.documentElement.lang;
  if ($("#acts").dataset.of === of) return;
  $("#acts").dataset.of = of;
  const doing = {
    now: () => go(-1),
    drop,
    draw: () => act({ do: "draw" }),
    undo: () => state.undoAsks ? question.ask(t("undo.warn"), t("undo.sure"), t("keep"), () => act({ do: "undo" })) : act({ do: "undo" }),
    resign: () => question.ask(t("resign") + "?", t("resign.sure"), t("keep"), () => act({ do: "resign" }), { grave: true }),
  };
  $("#acts").replaceChildren(...wanted.map(key => button(key, doing[key])));
}

const flip = () => { flipped = !flipped; draw(); };

// switches are what the player switches on and off here, and the button that turns the board.
function switches() {
  const all = [["sound", sound.sounds]];
  if (state.open && !ended && state.plays) all.push(["confirm", confirming()]);
  const of = all.map(([key, s]) => key + s.on).join() + document.documentElement.lang;
  if ($("#switches").dataset.of === of) return;
  $("#switches").dataset.of = of;
  const focused = document.activeElement?.dataset?.act;
  $("#switches").replaceChildren(button("flip", flip), ...all.map(([key, s]) => {
    const b = button(key, () => { s.on = !s.on; switches(); });
    b.setAttribute("aria-pressed", s.on);
    return b;
  }));
  if (focused) $(`#switches [data-act="${focused}"]`)?.focus();
}

// offered is what the other player offers, as a question.
function offered() {
  const o = state.offer;
  if (!o || !state.open || ended) return null;
  const answer = yes => act({ do: "answer", offer: o.which, turn: o.turn, yes });
  return { text: o.text, yes: o.here && t("accept"), no: o.here && t(state.seats[1 - state.you].character ? "playon" : "decline"),
    f: () => answer(true), g: () => answer(false) };
}

// go looks at the position after so many moves; from the last on it is the one now.
function go(n) {
  if (lines.trial) lines.stop();
  ply = n < 0 || n >= state.moves.length ? -1 : n;
  draw();
}

// Keys and typing.

$("#typed").addEventListener("submit", e => {
  e.preventDefault();
  const text = $("#text").value.trim();
  if (!text || !state) return;
  $("#text").value = "";
  play({ text });
});

addEventListener("keydown", e => {
  if (!state || e.target.closest("input, textarea") || e.ctrlKey || e.metaKey || e.altKey) return;
  const n = ply < 0 ? state.moves.length : ply;
  if (e.key === "f" || e.key === "F") flip();
  else if (e.key === "ArrowLeft" || e.key === "ArrowUp") go(Math.max(0, n - 1));
  else if (e.key === "ArrowRight" || e.key === "ArrowDown") go(n + 1);
  else if (e.key === "Home") go(0);
  else if (e.key === "End") go(-1);
  else if (e.key === "Escape") question.escape() || board.cancel(); // what the player has begun is given up
  else return;
  if (document.activeElement?.dataset?.ply) $("#moves [aria-current]")?.focus();
  e.preventDefault();
});

connection.enter();
