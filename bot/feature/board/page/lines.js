// Conditional moves in a game by days: those that the player has given, and the form in which they are written. Only their player has them.
export class LinesForm {
  // give sends a text of lines, empty to remove all, and returns the id of that act; t returns words.
  constructor(root, { t, give }) {
    Object.assign(this, { root, t, give, lines: null, sent: null });
    [this.list, this.form, this.bar] = ["ol", "form", ".bar"].map(s => root.querySelector(s));
    this.text = this.form.querySelector("textarea");
    this.form.addEventListener("submit", e => {
      e.preventDefault();
      this.sent = give(this.text.value) ?? null;
    });
  }

  // show shows the lines of a state, null where there can be none.
  show(lines) {
    this.root.hidden = !lines;
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
    const button = (key, f, submits) => Object.assign(document.createElement("button"), { type: submits ? "submit" : "button", textContent: this.t(key), onclick: f });
    this.bar.replaceChildren(button(lines.all.length ? "lines.change" : "lines.add", () => this.edit()),
      ...lines.all.length ? [button("lines.drop", () => { this.sent = this.give("") ?? null; })] : []);
    this.form.querySelector(".bar").replaceChildren(button("lines.save", null, true), button("cancel", () => this.close()));
    if (this.form.hidden) this.bar.hidden = false;
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
    if (!this.form.hidden) this.close();
  }

  // refused says what is wrong with what was written, which stays. It is false if an act was another.
  refused(id, text) {
    if (id !== this.sent || this.form.hidden) return false;
    this.sent = null;
    this.why(text);
    return true;
  }
}
