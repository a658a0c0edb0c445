// Conditional moves in a game by days: those that the player has given, and the form in which they are written. Only their player has them.
export class LinesForm {
  // give sends a text of lines, empty to remove all, and attempt the moves of a line that is put together on the board; both return the id of
  // the act. changed is called when the board is to show another trial; t returns words.
  constructor(root, { t, give, attempt, changed }) {
    Object.assign(this, { root, t, give, attempt, changed, lines: null, sent: null, turn: 0 });
    this.trial = null; // what the board shows instead of the game: points, legal targets, check, and the moves so far, plain and written
    [this.list, this.form, this.bar, this.board] = ["ol", "form", ".bar", ".trial"].map(s => root.querySelector(s));
    this.text = this.form.querySelector("textarea");
    this.form.addEventListener("submit", e => {
      e.preventDefault();
      this.sent = give(this.text.value) ?? null;
    });
  }

  // show shows the lines of a state in a turn, null where there can be none.
  show(lines, turn) {
    this.root.hidden = !lines;
    if (this.trial && (!lines || turn !== this.turn)) this.stop();
    this.turn = turn;
    const of = JSON.stringify(lines) + document.documentElement.lang;
    if (!lines || this.root.dataset.of === of) return;
    this.root.dataset.of = of;
    this.lines = lines;
    this.root.querySelector("h2").textContent = this.t("lines");
    this.list.replaceChildren(...lines.all.map(moves => {
      const li = document.createElement("li");
      moves.forEach((text, i) => {
        const one = document.createElement(i % 2 ? "b" : "span"); // the player's own answers are bold
        one.textContent = text;
        li.append(i ? " → " : "", one);
      });
      return li;
    }));
    this.list.hidden = !lines.all.length;
    this.text.setAttribute("aria-label", this.t("lines.label"));
    this.text.placeholder = this.t("lines.example");
    this.root.querySelector(".hint").textContent = this.t("lines.label");
    const button = (key, f, submits) => {
      const b = Object.assign(document.createElement("button"), { type: submits ? "submit" : "button", textContent: this.t(key), onclick: f });
      b.dataset.act = key;
      return b;
    };
    this.bar.replaceChildren(button(lines.all.length ? "lines.change" : "lines.add", () => this.edit()), button("lines.board", () => this.go([])),
      ...lines.all.length ? [button("lines.drop", () => { this.sent = this.give("") ?? null; })] : []);
    this.form.querySelector(".bar").replaceChildren(button("lines.save", null, true), button("cancel", () => this.close()));
    this.board.querySelector(".bar").replaceChildren(button("lines.save", () => this.keep()), button("lines.back", () => this.go(this.trial.moves.slice(0, -1))),
      button("cancel", () => this.stop(true)));
    if (this.form.hidden && !this.trial) this.bar.hidden = false;
  }

  // go has the board show what becomes of some moves. Until the server has said it, nothing more can be moved there.
  go(moves) {
    const id = this.attempt(moves.join(" "));
    if (id) this.asked = { id, moves };
  }

  tried(m) {
    if (m.id !== this.asked?.id || this.root.hidden) return;
    this.trial = { ...m, moves: this.asked.moves };
    this.bar.hidden = true;
    this.board.hidden = false;
    this.board.querySelector("p").textContent = m.written.join(" → ") || this.t("lines.trial");
    const [save, back] = this.board.querySelectorAll("button");
    save.disabled = !m.written.length || m.written.length % 2 === 1; // a line ends with an answer
    back.disabled = !m.written.length;
    if (document.activeElement === document.body || document.activeElement?.disabled) this.board.querySelector("button:enabled").focus();
    this.changed();
  }

  keep() {
    const all = this.lines.all.map(moves => moves.join(", "));
    this.sent = this.give([...all, this.trial.moves.join(", ")].join("\n")) ?? null;
  }

  // stop shows the game again.
  stop(focus) {
    this.trial = this.asked = null;
    this.board.hidden = true;
    this.bar.hidden = false;
    if (focus) this.bar.querySelector("button")?.focus();
    this.changed();
  }

  edit() {
    this.text.value = this.lines.all.map(moves => moves.join(", ")).join("\n");
    this.form.hidden = false;
    this.bar.hidden = true;
    this.why("");
    this.text.focus();
  }

  close() {
    this.form.hidden = true;
    this.bar.hidden = false;
    this.bar.querySelector("button")?.focus();
  }

  why(text) { this.form.querySelector(".why").textContent = text; }

  done(id) {
    if (id !== this.sent) return;
    this.sent = null;
    if (this.trial) this.stop(true);
    else if (!this.form.hidden) this.close();
  }

  // refused says what is wrong with what was written, which stays. It is false if an act was another.
  refused(id, text) {
    if (id !== this.sent || this.form.hidden) return false;
    this.sent = null;
    this.why(text);
    return true;
  }
}
