// A connection without a WebSocket, with the same face: a request waits for news and is asked again, others carry acts.
const wait = 30000; // longer than the server lets a request wait
const long = 600000; // after which a WebSocket is tried again: the phone may be in another network

export class Poll {
  // works is called once the server has answered.
  constructor(works) {
    Object.assign(this, { works, hello: true, readyState: WebSocket.CONNECTING, ended: new AbortController() });
    setTimeout(() => this.end(0), long);
    setTimeout(() => {
      this.readyState = WebSocket.OPEN;
      this.onopen();
    });
  }

  async ask(path, message) {
    const late = setTimeout(() => this.end(0), wait);
    try {
      const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(message),
        credentials: "omit", signal: this.ended.signal });
      if (!answer.ok) throw new Error(answer.statusText);
      for (const m of await answer.json()) {
        if (this.readyState !== WebSocket.OPEN) return;
        if (m.is === "closed") this.end(m.code);
        else this.hear(m);
      }
    } finally { clearTimeout(late); }
  }

  // send takes what a WebSocket would be sent: first who the page is, then acts.
  send(text) {
    const m = JSON.parse(text);
    if (this.token) this.ask("act", { ...m, token: this.token }).catch(() => this.end(0));
    else {
      this.token = m.token;
      this.after = m.after;
      this.again();
    }
  }

  async again() {
    try {
      while (this.readyState === WebSocket.OPEN) {
        await this.ask("poll", { token: this.token, after: this.after, hello: this.hello });
        this.hear({ is: "beat" });
        if (this.hello) this.works();
        this.hello = false;
      }
    } catch { this.end(0); }
  }

  hear(m) {
    if (m.rev) this.after = Math.max(this.after, m.rev);
    this.onmessage({ data: JSON.stringify(m) });
  }

  end(code) {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.ended.abort();
    this.onclose({ code });
  }

  close() { this.end(0); }
}
