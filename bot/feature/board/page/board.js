// The board: pieces that are dragged, pressed or moved by keys. It knows no rules: it is told where pieces may go.
const files = "abcdefghi";
export const name = i => files[i % 9] + Math.floor(i / 9);
export const index = n => files.indexOf(n[0]) + 9 * Number(n[1]);

const fromMouse = 3, fromTouch = 8; // pixels from which a press is a drag
const larger = 1.35; // a piece under a finger

// figure returns a drawing of a piece, by its letter.
export function figure(letter) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), use = document.createElementNS(svg.namespaceURI, "use");
  svg.setAttribute("viewBox", "0 0 100 100");
  use.setAttribute("href", "#p-" + letter);
  svg.append(use);
  return svg;
}

export class Board {
  // move is called with the points of a move, drop when the player takes back a premove; label returns the words for a point.
  constructor(root, { move, drop, label }) {
    Object.assign(this, { root, move, drop, label, men: Array(90), chosen: -1, focus: -1, flip: false, shown: null, held: null });
    this.pieces = root.querySelector("#pieces");
    this.grid = root.querySelector("#grid");
    this.cells = [];
    for (let row = 0; row < 10; row++) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      for (let col = 0; col < 9; col++) {
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = -1;
        this.cells.push(cell);
        line.append(cell);
      }
      this.grid.append(line);
    }
    root.addEventListener("pointerdown", e => this.down(e));
    root.addEventListener("pointermove", e => this.drag(e));
    root.addEventListener("pointerup", e => this.up(e));
    root.addEventListener("pointercancel", e => this.held?.id === e.pointerId && this.cancel());
    root.addEventListener("contextmenu", e => { e.preventDefault(); if (!this.held?.touch) this.cancel(); }); // a finger that rests is none
    root.addEventListener("dragstart", e => e.preventDefault());
    addEventListener("keydown", () => this.root.classList.add("keys"), true); // only who uses keys sees where they are
    this.grid.addEventListener("keydown", e => this.key(e));
    this.grid.addEventListener("focusin", e => { const at = this.cells.indexOf(e.target); if (at >= 0) this.focus = this.point(at); });
  }

  // cell returns the place of a point among the cells, from the top left, and back.
  cell(i) { return this.flip ? Math.floor(i / 9) * 9 + 8 - i % 9 : (9 - Math.floor(i / 9)) * 9 + i % 9; }
  point(at) { return this.flip ? Math.floor(at / 9) * 9 + 8 - at % 9 : (9 - Math.floor(at / 9)) * 9 + at % 9; }
  can(from, to) { return this.shown.legal[name(from)]?.includes(name(to)); }
  // own reports whether the player may move what is on a point.
  own(i) { return this.shown?.mine && i >= 0 && this.shown.own(this.shown.letters[i]); }

  // show shows a position: letters, legal targets by point, whether the player may move (mine), which letters are their own, the last
  // move from and to, and the king in check; in ahead, whether what the player moves is a premove, and in kept the points of one. A piece
  // that was dropped is there already: still.
  show(s, { flip = this.flip, still = -1 } = {}) {
    const turned = flip !== this.flip || !this.shown;
    this.flip = flip;
    this.shown = s;
    this.root.classList.toggle("mine", s.mine);
    this.root.classList.toggle("ahead", !!s.ahead);
    if (this.held && (!s.mine || s.letters[this.held.from] !== this.men[this.held.from]?.letter)) this.cancel();
    if (this.chosen >= 0 && !this.own(this.chosen)) this.chosen = -1;
    this.place(s.letters, turned, still);
    this.mark();
  }

  place(letters, turned, still) {
    const free = {};
    this.men.forEach((man, i) => {
      if (man && man.letter !== letters[i]) {
        (free[man.letter] ??= []).push(man);
        delete this.men[i];
      }
    });
    for (let i = 0; i < 90; i++) {
      if (letters[i] === "." || this.men[i]) continue;
      let man = free[letters[i]]?.pop();
      if (!man) {
        const el = figure(letters[i]);
        el.classList.add("piece", "still");
        this.pieces.append(el);
        man = { letter: letters[i], el };
      } else {
        man.el.classList.add("moves");
        setTimeout(() => man.el.classList.remove("moves"), 250);
      }
      this.men[i] = man;
      if (i === still) man.el.classList.add("still");
    }
    for (const man of Object.values(free).flat()) {
      man.el.classList.add("lost");
      setTimeout(() => man.el.remove(), 300);
    }
    this.men.forEach((man, i) => {
      if (turned) man.el.classList.add("still");
      const at = this.cell(i);
      man.el.style.setProperty("--col", at % 9);
      man.el.style.setProperty("--row", Math.floor(at / 9));
    });
    this.root.getBoundingClientRect(); // what has no transition is there now
    requestAnimationFrame(() => this.men.forEach(man => man.el.classList.remove("still")));
  }

  // mark sets what each cell shows and says.
  mark() {
    const s = this.shown;
    if (this.focus < 0) this.focus = this.point(85);
    for (let at = 0; at < 90; at++) {
      const i = this.point(at), cell = this.cells[at], letter = s.letters[i];
      const target = this.chosen >= 0 && this.can(this.chosen, i);
      const marks = { own: this.own(i), from: i === s.from, to: i === s.to, check: i === s.check && i !== this.chosen, chosen: i === this.chosen,
        can: target && (letter === "." || s.ahead && this.own(i)), takes: target && letter !== ".", kept: !!s.kept?.includes(i),
        voted: s.voted?.includes(name(i)) };
      cell.className = "cell " + Object.keys(marks).filter(k => marks[k]).join(" ");
      cell.dataset.square = name(i);
      cell.tabIndex = i === this.focus ? 0 : -1;
      cell.setAttribute("aria-label", this.label(name(i), letter, marks));
      cell.setAttribute("aria-selected", String(marks.chosen));
    }
  }

  // attend puts the focus on the point that has it among those of the board.
  attend() { this.cells[this.cell(this.focus)].focus({ preventScroll: true }); }

  choose(i) {
    this.chosen = i;
    this.mark();
  }

  // press is a press on a point: it chooses a piece, or where it goes.
  press(i) {
    if (this.chosen < 0 && this.shown.kept?.includes(i)) return this.drop();
    if (!this.shown.mine) return;
    if (this.chosen >= 0 && this.can(this.chosen, i)) this.go(this.chosen, i);
    else this.choose(this.own(i) && i !== this.chosen ? i : -1);
  }

  go(from, to, still) {
    this.chosen = -1;
    this.focus = to;
    this.move(name(from), name(to), still);
  }

  // under returns the point below a pointer, -1 beside the board: the whole cell counts.
  under(e) {
    const r = this.grid.getBoundingClientRect();
    const col = Math.floor((e.clientX - r.left) / r.width * 9), row = Math.floor((e.clientY - r.top) / r.height * 10);
    return col < 0 || col > 8 || row < 0 || row > 9 ? -1 : this.point(row * 9 + col);
  }

  down(e) {
    if (this.held || e.button !== 0 || !e.isPrimary || !this.shown) return; // of several fingers the first counts
    e.preventDefault();
    this.root.classList.remove("keys");
    const i = this.under(e);
    if (i >= 0) {
      this.focus = i;
      this.mark();
      this.cells[this.cell(i)].focus({ preventScroll: true });
    }
    if (this.chosen < 0 && this.shown.kept?.includes(i)) this.drop();
    else if (this.own(i) && !(this.chosen >= 0 && this.can(this.chosen, i))) {
      this.held = { id: e.pointerId, from: i, x: e.clientX, y: e.clientY, again: this.chosen === i, touch: e.pointerType !== "mouse", moved: false };
      this.root.setPointerCapture(e.pointerId);
      this.choose(i);
    } else if (i >= 0) this.press(i);
    else this.choose(-1);
  }

  drag(e) {
    const h = this.held;
    if (!h || h.id !== e.pointerId) return;
    if (!h.moved && Math.hypot(e.clientX - h.x, e.clientY - h.y) < (h.touch ? fromTouch : fromMouse)) return;
    const { el } = this.men[h.from], r = this.grid.getBoundingClientRect(), size = r.width / 9;
    if (!h.moved) {
      h.moved = true;
      el.classList.add("held");
      this.root.classList.toggle("touch", h.touch);
    }
    const x = e.clientX - r.left - size / 2, y = e.clientY - r.top - size / 2 - (h.touch ? size * .75 : 0);
    el.style.transform = `translate(${x}px, ${y}px) scale(${h.touch ? larger : 1.08})`;
    this.over(this.under(e));
  }

  over(i) {
    this.cells.forEach((cell, at) => cell.classList.toggle("over", i >= 0 && this.point(at) === i && (i === this.held?.from || this.can(this.held.from, i))));
  }

  up(e) {
    const h = this.held;
    if (!h || h.id !== e.pointerId) return;
    const i = this.under(e);
    this.release();
    if (h.moved && i >= 0 && this.can(h.from, i)) this.go(h.from, i, true);
    else if (h.moved ? i !== h.from : h.again) this.choose(-1);
  }

  // release lets go of a piece, which slides back where it was unless it moves.
  release() {
    const h = this.held;
    this.over(-1);
    this.held = null;
    const el = this.men[h.from]?.el;
    el?.classList.remove("held");
    if (el) el.style.transform = "";
    this.root.classList.remove("touch");
  }

  // cancel gives up what the player has begun; where they have begun nothing, their premove.
  cancel() {
    if (this.held) this.release();
    else if (this.chosen < 0 && this.shown?.kept) this.drop();
    if (this.shown) this.choose(-1);
  }

  key(e) {
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[e.key];
    const at = this.cell(this.focus);
    if (step) {
      const col = Math.min(8, Math.max(0, at % 9 + step[0])), row = Math.min(9, Math.max(0, Math.floor(at / 9) + step[1]));
      this.focus = this.point(row * 9 + col);
      this.mark();
      this.cells[row * 9 + col].focus();
    } else if (e.key === "Enter" || e.key === " ") {
      this.press(this.focus);
      this.cells[this.cell(this.focus)].focus();
    } else return;
    e.preventDefault();
    e.stopPropagation();
  }
}
