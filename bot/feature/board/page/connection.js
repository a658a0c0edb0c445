// The connection to the server: it trades the link for a session, says who is there, and comes back after every fault.
import { Poll } from "./poll.js";

const kept = "yeye.session"; // in this tab only, so that a reload goes on

export const newID = () => [...crypto.getRandomValues(new Uint8Array(10))].map(b => (b % 36).toString(36)).join("");

export class Connection {
  // heard is called with each message; lost when the connection is, until it is back; ended when there will be none any more, with why and in
  // which language if that is known. after returns the revision that the page shows.
  constructor({ heard, lost, ended, after }) {
    Object.assign(this, { heard, lost, end: ended, after, socket: null, tries: 0, last: 0, over: false, mute: 0 });
    this.token = sessionStorage.getItem(kept);
    this.number = 0; // of the connection, from one
    setInterval(() => this.silent(), 5000);
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
  }

  get ready() { return this.socket?.readyState === WebSocket.OPEN; }

  async enter() {
    const link = location.hash.slice(1);
    if (link) {
      history.replaceState(null, "", location.pathname);
      try {
        const got = await this.trade({ link });
        if (got.token) sessionStorage.setItem(kept, this.token = got.token);
        else if (!this.token) return this.end(got.error, got.language);
      } catch {
        if (!this.token) return this.end("The server cannot be reached. Load this page again in a moment.");
      }
    }
    if (this.token) return this.connect();
    const got = await this.trade({}).catch(() => ({}));
    this.end(got.error ?? "The server cannot be reached. Load this page again in a moment.", got.language);
  }

  async trade(body) {
    const answer = await fetch("enter", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), credentials: "omit" });
    return answer.json();
  }

  // open opens a connection. A proxy may refuse WebSockets, or swallow what they carry: after two that said nothing the page asks for news
  // instead.
  open() {
    if (this.mute > 1) {
      this.mute = 0; // if that fails too, the server is away
      return new Poll(() => { this.mute = 1; });
    }
    const url = new URL("live", location.href);
    url.protocol = url.protocol.replace("http", "ws");
    return new WebSocket(url);
  }

  connect() {
    const s = this.socket = this.open();
    let said = false;
    setTimeout(() => {
      if (said || s !== this.socket) return;
      s.close();
      s.onclose({ code: 0 }); // the browser may wait for an answer that is swallowed too
    }, 6000);
    s.onopen = () => {
      this.number++;
      s.send(JSON.stringify({ token: this.token, after: this.after() }));
    };
    s.onmessage = e => {
      this.last = performance.now();
      this.tries = 0;
      if (!said) this.mute = 0;
      said = true;
      const m = JSON.parse(e.data);
      this.heard(m);
    };
    s.onclose = e => {
      if (s !== this.socket) return;
      this.socket = null;
      if (!said && navigator.onLine) this.mute++;
      if (e.code === 4001) sessionStorage.removeItem(kept); // the server knows no such session any more
      if (e.code >= 4000) {
        this.over = true;
        return this.end();
      }
      this.lost();
      setTimeout(() => this.retry(), Math.min(10000, 250 * 2 ** this.tries++) * (.7 + .6 * Math.random()));
    };
  }

  retry() { if (!this.socket && !this.over && this.token) this.connect(); }

  // silent gives up a connection on which nothing came for long: the server's beats come more often.
  silent() {
    if (!this.socket || !this.last || performance.now() - this.last < 50000) return;
    const s = this.socket;
    s.close();
    s.onclose({ code: 0 });
  }

  // send sends what the player does. It is false where the connection would lose it.
  send(message) {
    if (!this.ready) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
