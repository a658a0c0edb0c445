// The list of moves: each is a button that shows the position after it.
export class MoveList {
  // go is called with a number of moves; t returns words.
  constructor(root, { t, go }) { Object.assign(this, { root, t, go }); }

  // show shows the moves of a state, and that the board is after n of them.
  show(state, n) {
    const of = state.written.join() + state.first;
    this.root.setAttribute("aria-label", this.t("moves"));
    if (this.root.dataset.of !== of) {
      this.root.dataset.of = of;
      this.write(state);
    }
    for (const b of this.root.querySelectorAll("button")) {
      const is = Number(b.dataset.ply) === n;
      b.tabIndex = is || n === 0 && b.dataset.ply === "1" ? 0 : -1; // one stop for the tab key
      if (!is) b.removeAttribute("aria-current");
      else if (!b.hasAttribute("aria-current")) {
        b.setAttribute("aria-current", "step");
        this.bring(b);
      }
    }
  }

  write({ written, first }) {
    const rows = [];
    written.forEach((text, i) => {
      const turn = i + first;
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
      b.onclick = () => this.go(i + 1);
      rows.at(-1).append(b);
    });
    this.root.replaceChildren(...rows);
  }

  // bring scrolls the list, and nothing else, until a move is in its middle.
  bring(b) {
    const r = b.getBoundingClientRect(), o = this.root.getBoundingClientRect();
    this.root.scrollBy({ left: r.left - o.left - (o.width - r.width) / 2, top: r.top - o.top - (o.height - r.height) / 2 });
  }
}
