// The question before the player: one of the page's own, else what the other player offers.
export class Question {
  // elsewhere has the focus put where it is of use, if what had it before a question is gone.
  constructor(root, { elsewhere }) {
    Object.assign(this, { root, elsewhere, own: null, offer: null, before: null });
    this.text = root.querySelector("p");
  }

  // ask asks whether to do something: f is what follows a yes, g what follows a no. A grave question is marked as one. The button that focus
  // names has the focus.
  ask(text, yes, no, f, { g, grave = false, focus = ".no" } = {}) {
    this.before = document.activeElement;
    this.own = { text, yes, no, f, g, grave };
    this.draw();
    this.root.querySelector(focus).focus({ preventScroll: true });
  }

  // show shows an offer in the same form, null for none, unless the page asks something itself.
  show(offer) {
    this.offer = offer;
    this.draw();
  }

  // forget drops the page's own question, which the game has overtaken.
  forget() { this.own = null; }

  // escape answers the page's own question with no. It is false if there is none.
  escape() {
    if (!this.own) return false;
    this.answer(this.own, this.own.g);
    return true;
  }

  answer(q, f) {
    if (q === this.own) this.own = null;
    this.draw();
    f?.();
  }

  draw() {
    const q = this.own ?? this.offer, attended = this.root.contains(document.activeElement);
    this.root.hidden = !q;
    if (!q) {
      if (attended) this.leave();
      this.before = null;
      return;
    }
    this.root.classList.toggle("grave", !!q.grave);
    this.text.textContent = q.text;
    for (const [which, text, f] of [[".yes", q.yes, q.f], [".no", q.no, q.g]]) {
      const b = this.root.querySelector(which);
      b.hidden = !text;
      b.textContent = text || "";
      b.onclick = () => this.answer(q, f);
    }
  }

  leave() {
    if (this.before?.isConnected && this.before !== document.body) this.before.focus({ preventScroll: true });
    else this.elsewhere();
  }
}
