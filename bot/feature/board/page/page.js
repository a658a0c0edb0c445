// The page of a game: it trades the link for a session, listens, shows what comes, and sends what the player does.
import { Board, figure, index, name } from "./board.js";
import { Poll } from "./poll.js";

const $ = selector => document.querySelector(selector);
const kept = "yeye.session"; // in this tab only, so that a reload goes on
let token = sessionStorage.getItem(kept), socket = null, tries = 0, heard = 0, ended = false;
let texts = {}, pieces = {}, turning = true;
let state = null; // the last that came
let got = 0; // when its clocks were so
let ply = -1; // of an earlier position that is looked at; -1 for now
let flipped = false; // by the player
let sent = null; // a move that has no answer yet
let asking = null; // a question of the page's own

const board = new Board($("#board"), { move: (from, to, still) => play({ text: from + to, from, to }, still), label });
const t = key => texts[key] ?? "";

function label(point, letter, marks) {
  const words = [point, letter === "." ? t("point") : pieces[letter]];
  for (const [mark, key] of [["chosen", "selected"], ["can", "can"], ["takes", "takes"], ["check", "check"], ["voted", "voted"]]) if (marks[mark]) words.push(t(key));
  return words.join(", ");
}

let quiet;
function notice(text, stays) {
  clearTimeout(quiet);
  $("#notice").textContent = text;
  $("#notice").hidden = !text;
  if (text && !stays) quiet = setTimeout(() => { $("#notice").hidden = true; }, 7000);
}

// Connection.

async function enter() {
  const link = location.hash.slice(1);
  if (link) {
    history.replaceState(null, "", location.pathname);
    try {
      const answer = await fetch("enter", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ link }), credentials: "omit" });
      const got = await answer.json();
      if (got.token) sessionStorage.setItem(kept, token = got.token);
      else if (!token) return shut(got.error, got.language);
    } catch {
      if (!token) return shut("The server cannot be reached. Load this page again in a moment.");
    }
  }
  if (token) connect();
  else shut((await (await fetch("enter", { method: "POST", body: "{}" })).json()).error);
}

function shut(text, language) {
  if (language) document.documentElement.lang = language;
  $("#main").dataset.state = "shut";
  notice(text, true);
}

// A proxy may refuse WebSockets, or swallow what they carry: after two that said nothing the page asks for news instead.
let silent = 0;

function open() {
  if (silent > 1) {
    silent = 0; // if that fails too, the server is away
    return new Poll(() => { silent = 1; });
  }
  const url = new URL("live", location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return new WebSocket(url);
}

function connect() {
  const s = socket = open();
  let said = false;
  setTimeout(() => {
    if (said || s !== socket) return;
    s.close();
    s.onclose({ code: 0 }); // the browser may wait for an answer that is swallowed too
  }, 6000);
  s.onopen = () => s.send(JSON.stringify({ token, after: state?.rev ?? 0 }));
  s.onmessage = e => {
    heard = performance.now();
    if (!said) silent = 0;
    said = true;
    const m = JSON.parse(e.data);
    on[m.is]?.(m);
  };
  s.onclose = e => {
    if (s !== socket) return;
    socket = null;
    if (!said && navigator.onLine) silent++;
    if (e.code >= 4000) ended = true;
    if (ended) return state ? draw() : ($("#main").dataset.state = "shut");
    notice(t("lost") || "…", true);
    setTimeout(() => socket || ended || connect(), Math.min(10000, 250 * 2 ** tries++) * (.7 + .6 * Math.random()));
  };
}

setInterval(() => { if (socket && performance.now() - heard > 50000 && heard) { socket.close(); socket.onclose({ code: 0 }); } }, 5000);
addEventListener("online", () => { if (!socket && !ended && token) connect(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden && !socket && !ended && token) connect(); });

const ready = () => socket?.readyState === WebSocket.OPEN; // or a Poll's, which is the same
const newID = () => [...crypto.getRandomValues(new Uint8Array(10))].map(b => (b % 36).toString(36)).join("");

// act sends what the player does, and returns its id; nothing is sent that the connection would lose.
function act(message, id = newID()) {
  if (!ready()) return notice(t("lost"), true);
  socket.send(JSON.stringify({ id, turn: state.turn, ...message }));
  return id;
}

// play plays a move: it is shown at once, and kept until it is answered.
function play(move, still) {
  if (state.ballot) return draw(), act({ do: "move", text: move.text }); // the piece goes back: it is a vote
  sent = { id: newID(), turn: state.turn, ...move };
  ply = -1;
  if (move.from) draw(still);
  if (ready()) act({ do: "move", text: move.text, sure: move.sure }, sent.id);
}

const on = {
  async hello(m) {
    tries = 0;
    ({ texts, pieces, turning } = m);
    document.documentElement.lang = m.language;
    for (const [key, value] of Object.entries(m.look.colors)) document.documentElement.style.setProperty("--" + key.toLowerCase(), value);
    look = m.look;
    for (const [id, drawn] of [["set", m.look.pieces], ["backs", m.look.backs]].map(([id, of]) => [id, of && "look/" + of + ".svg"])) {
      if (!drawn || $("#" + id)?.dataset.of === drawn) continue;
      const svg = document.importNode(new DOMParser().parseFromString(await (await fetch(drawn)).text(), "image/svg+xml").documentElement, true);
      svg.id = id;
      svg.dataset.of = drawn;
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
    got = performance.now();
    if (sent && m.turn !== sent.turn) {
      if (!sent.done && m.moves.at(-1)?.slice(0, 4) !== sent.text) notice(t("dropped"));
      sent = null;
    }
    asking = null;
    if (before && before.moves.length !== m.moves.length && ply >= 0 && m.toMove === m.you) ply = -1;
    draw();
    again();
    if (before?.turn !== m.turn || !m.open) $("#live").textContent = [m.last, m.status].filter(Boolean).join(" ");
  },
  times(m) {
    state.clock = m.clock;
    got = performance.now();
    again();
  },
  done(m) {
    if (sent?.id === m.id) sent.done = true;
  },
  refused(m) {
    if (sent?.id === m.id) {
      if (!sent.from) $("#text").value = sent.text;
      sent = null;
      draw();
    }
    notice(m.text);
  },
  sure(m) {
    sent = null;
    draw();
    ask(m.text, t("anyway"), t("keep"), () => play({ text: m.move, from: m.move.slice(0, 2), to: m.move.slice(2), sure: true }), true);
  },
  over(m) {
    ended = true;
    sessionStorage.removeItem(kept);
    if (state) notice(m.text, true);
    else shut(m.text);
  },
};

// again sends a move anew whose answer was lost, if the position is still the one it was meant for.
function again() {
  if (sent && !sent.done && sent.turn === state.turn && ready()) act({ do: "move", text: sent.text, sure: sent.sure }, sent.id);
}

// Showing.

let look;
const below = () => (turning && state.you === 1) !== flipped ? 1 : 0;
const side = letter => letter === letter.toUpperCase() ? 0 : 1;

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
  const now = ply < 0, n = now ? state.moves.length : ply, letters = at(n);
  const moved = now && sent?.from;
  if (moved) shift(letters, sent.from + sent.to);
  const last = moved ? sent.from + sent.to : n > 0 ? state.moves[n - 1] : "";
  const toMove = (state.first + n) % 2;
  const wood = "look/" + look.boards[below()] + ".svg";
  if ($("#wood").getAttribute("src") !== wood) $("#wood").src = wood;
  $("#grid").setAttribute("aria-label", t("board"));
  board.show({ letters, legal: now && !moved && state.legal || {}, mine: now && !moved && !!state.legal && !ended, own: l => l !== "." && side(l) === state.you,
    voted: state.ballot?.move ?? "", from: last ? index(last) : -1, to: last ? index(last.slice(2)) : -1, check: now && !moved && state.check ? letters.indexOf("Kk"[toMove]) : -1 },
  { flip: below() === 1, still: still && moved ? index(sent.to) : -1 });
  seats();
  $("#status").textContent = state.status + (state.open && state.check ? " · " + t("check") : "");
  $("#notes").textContent = (state.notes ?? []).join("\n");
  $("#status").classList.toggle("yours", state.open && state.toMove === state.you);
  document.title = (state.open && state.toMove === state.you ? "● " : "") + state.seats.map(s => s.name).join(" – ");
  $("#text").setAttribute("aria-label", t("type"));
  $("#text").placeholder = t("type");
  $("#typed button").textContent = t("send");
  $("#typed").hidden = !state.open || ended || state.you < 0;
  acts();
  moves(n);
  question();
}

function seats() {
  for (const [id, who] of [["#here", below()], ["#there", 1 - below()]]) {
    const el = $(id);
    el.querySelector(".side").className = "side " + ["red", "black"][who];
    el.querySelector(".name").textContent = state.seats[who].name;
    const took = state.captured[1 - who], taken = el.querySelector(".taken");
    if (taken.dataset.of !== took) {
      taken.dataset.of = took;
      taken.replaceChildren(...[...took].map(figure));
      taken.role = "img";
      taken.setAttribute("aria-label", took ? t("captured") + ": " + [...took].map(l => pieces[l]).join(", ") : "");
    }
    el.querySelector(".clock").hidden = !state.clock;
    el.querySelector(".clock").dataset.side = who;
  }
  tick();
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
    if (state.undo) wanted.push("undo");
    if (state.draw) wanted.push("draw");
    if (state.plays) wanted.push("resign");
  }
  wanted.push("flip");
  const of = wanted.join() + document.documentElement.lang;
  if ($("#acts").dataset.of === of) return;
  $("#acts").dataset.of = of;
  const doing = {
    now: () => go(-1),
    flip: () => { flipped = !flipped; draw(); },
    draw: () => act({ do: "draw" }),
    undo: () => state.undoAsks ? ask(t("undo.warn"), t("undo.sure"), t("keep"), () => act({ do: "undo" })) : act({ do: "undo" }),
    resign: () => ask(t("resign") + "?", t("resign.sure"), t("keep"), () => act({ do: "resign" }), true),
  };
  $("#acts").replaceChildren(...wanted.map(key => button(key, doing[key])));
}

function ask(text, yes, no, f, grave) {
  asking = { text, yes, no, f, grave };
  question();
  $("#ask .no").focus({ preventScroll: true });
}

// question shows what waits for an answer: the page's own question, else the other player's.
function question() {
  const o = state.offer, q = asking ?? (o && state.open && !ended ? {
    text: o.text, yes: o.here && t("accept"), no: o.here && t(state.seats[1 - state.you].character ? "playon" : "decline"),
    f: () => act({ do: "answer", offer: o.which, turn: o.turn, yes: true }), g: () => act({ do: "answer", offer: o.which, turn: o.turn }),
  } : null);
  $("#ask").hidden = !q;
  if (!q) return;
  $("#ask").classList.toggle("grave", !!q.grave);
  $("#ask p").textContent = q.text;
  for (const [which, text, f] of [[".yes", q.yes, q.f], [".no", q.no, q.g]]) {
    const b = $("#ask " + which);
    b.hidden = !text;
    b.textContent = text || "";
    b.onclick = () => { if (q === asking) asking = null; question(); f?.(); };
  }
}

// moves writes the list of moves, and shows at which of them the board is.
function moves(n) {
  const list = $("#moves"), of = state.written.join() + state.first;
  list.setAttribute("aria-label", t("moves"));
  if (list.dataset.of !== of) {
    list.dataset.of = of;
    const rows = [];
    state.written.forEach((text, i) => {
      const turn = i + state.first;
      if (turn % 2 === 0 || i === 0) {
        const li = document.createElement("li"), number = document.createElement("span");
        number.textContent = Math.floor(turn / 2) + 1 + ".";
        li.append(number);
        if (turn % 2) li.append(document.createElement("span"));
        rows.push(li);
      }
      const b = document.createElement("button");
      b.type = "button";
      b.textContent = text;
      b.dataset.ply = i + 1;
      b.onclick = () => go(i + 1);
      rows.at(-1).append(b);
    });
    list.replaceChildren(...rows);
  }
  for (const b of list.querySelectorAll("button")) {
    const is = Number(b.dataset.ply) === n;
    b.tabIndex = is || n === 0 && b.dataset.ply === "1" ? 0 : -1;
    if (!is) b.removeAttribute("aria-current");
    else if (!b.hasAttribute("aria-current")) {
      b.setAttribute("aria-current", "step");
      const r = b.getBoundingClientRect(), o = list.getBoundingClientRect();
      list.scrollBy({ left: r.left - o.left - (o.width - r.width) / 2, top: r.top - o.top - (o.height - r.height) / 2 });
    }
  }
}

// go looks at the position after so many moves; from the last on it is the one now.
function go(n) {
  ply = n < 0 || n >= state.moves.length ? -1 : n;
  draw();
}

// tick shows the clocks.
function tick() {
  const k = state?.clock;
  if (!k) return;
  for (const el of document.querySelectorAll(".clock")) {
    const who = Number(el.dataset.side), runs = k.runs === who && state.open, gone = runs ? performance.now() - got : 0;
    const left = Math.max(0, k.left[who] - gone), flag = Math.max(0, k.flag - gone), shown = runs && (flag < left || left === 0) ? flag : left;
    el.classList.toggle("runs", runs);
    el.classList.toggle("low", runs && flag < 20000);
    const text = time(shown, runs);
    if (el.textContent !== text) el.textContent = text;
  }
}

function time(ms, runs) {
  const s = Math.floor(ms / 1000), two = n => String(n).padStart(2, "0");
  if (s >= 86400) return Math.floor(s / 86400) + " d " + Math.floor(s % 86400 / 3600) + " h";
  if (s >= 3600) return Math.floor(s / 3600) + ":" + two(Math.floor(s % 3600 / 60)) + ":" + two(s % 60);
  if (s < 10 && runs) return "0:0" + (Math.floor(ms / 100) / 10).toFixed(1);
  return Math.floor(s / 60) + ":" + two(s % 60);
}
setInterval(tick, 100);

// Keys and typing.

$("#typed").addEventListener("submit", e => {
  e.preventDefault();
  const text = $("#text").value.trim();
  if (!text || !state) return;
  $("#text").value = "";
  play({ text });
});

addEventListener("keydown", e => {
  if (!state || e.target.closest("input") || e.ctrlKey || e.metaKey || e.altKey) return;
  const n = ply < 0 ? state.moves.length : ply;
  if (e.key === "f" || e.key === "F") { flipped = !flipped; draw(); }
  else if (e.key === "ArrowLeft" || e.key === "ArrowUp") go(Math.max(0, n - 1));
  else if (e.key === "ArrowRight" || e.key === "ArrowDown") go(n + 1);
  else if (e.key === "Home") go(0);
  else if (e.key === "End") go(-1);
  else if (e.key === "Escape") { board.cancel(); asking = null; question(); }
  else return;
  if (document.activeElement?.dataset?.ply) $("#moves [aria-current]")?.focus();
  e.preventDefault();
});

enter();
