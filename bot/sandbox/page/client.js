// One person's connection: REST and gateway, exactly as any script would use them, and what that person knows.

import {t} from "./words.js";

const api = location.origin + "/api/v9";
let counter = 0;
const newNonce = () => String(Date.now()) + String(counter++ % 1000).padStart(3, "0");

export class Client extends EventTarget {
  constructor(user) {
    super();
    Object.assign(this, user); // id, username, token, locale
    this.channels = new Map();
    this.messages = new Map(); // channel id → Map of message id → message
    this.loaded = new Set();
    this.users = new Map();
    this.typing = new Map(); // channel id → Map of user id → until
    this.unread = new Map(); // channel id → {count, pings}
    this.waiting = new Map(); // nonce → what to do with its outcome
    this.commands = new Map(); // channel id → {list, at}
  }

  // request sends a REST request; a refusal is thrown with Discord's words.
  async request(method, path, body) {
    const form = body instanceof FormData;
    const response = await fetch(api + path, {
      method, headers: {Authorization: this.token, ...(body && !form ? {"Content-Type": "application/json"} : {})},
      body: form ? body : body && JSON.stringify(body),
    });
    if (response.status === 204) return null;
    const answer = await response.json();
    if (!response.ok) throw new Error(reason(answer));
    return answer;
  }

  connect() {
    const socket = this.socket = new WebSocket(`ws://${location.host}/gateway/?v=9&encoding=json`);
    let beat;
    socket.onmessage = ({data}) => {
      const {op, d, t} = JSON.parse(data);
      if (op === 10) {
        socket.send(JSON.stringify({op: 2, d: {token: this.token, capabilities: 16381, properties: {browser: "sandbox"}}}));
        beat = setInterval(() => socket.send(JSON.stringify({op: 1, d: null})), d.heartbeat_interval);
      } else if (op === 0) {
        this.on(t, d);
      }
    };
    socket.onclose = () => {
      clearInterval(beat);
      this.emit("offline");
      setTimeout(() => this.connect(), 1000);
    };
    return new Promise(ready => this.addEventListener("ready", ready, {once: true}));
  }

  emit(name, detail) { this.dispatchEvent(new CustomEvent(name, {detail})); }

  on(type, d) {
    switch (type) {
    case "READY":
      this.session = d.session_id;
      this.guilds = new Map(d.guilds.map(g => [g.id, g]));
      this.channels.clear();
      this.forget();
      for (const c of [...d.guilds.flatMap(g => [...g.channels, ...g.threads].map(c => ({...c, guild_id: g.id}))), ...d.private_channels]) this.channels.set(c.id, c);
      for (const u of d.users) this.users.set(u.id, u);
      this.app = d.users.find(u => u.bot);
      this.emit("ready");
      this.emit("channels");
      break;
    case "CHANNEL_CREATE": case "CHANNEL_UPDATE": case "THREAD_CREATE": case "THREAD_UPDATE":
      this.channels.set(d.id, d);
      this.emit("channels");
      break;
    case "CHANNEL_DELETE": case "THREAD_DELETE":
      this.channels.delete(d.id);
      for (const c of [...this.channels.values()]) if (c.parent_id === d.id) this.channels.delete(c.id); // no event comes for threads
      this.emit("channels");
      break;
    case "MESSAGE_CREATE": this.arrived(d); break;
    case "MESSAGE_UPDATE": if (this.of(d.channel_id).has(d.id)) this.keep(d); break;
    case "MESSAGE_DELETE":
      this.of(d.channel_id).delete(d.id);
      this.emit("message", {id: d.id, channel_id: d.channel_id, gone: true});
      break;
    case "MESSAGE_REACTION_ADD": this.reacted(d, 1); break;
    case "MESSAGE_REACTION_REMOVE": this.reacted(d, -1); break;
    case "TYPING_START":
      if (d.user_id !== this.id) {
        this.typists(d.channel_id).set(d.user_id, Date.now() + 8000);
        this.emit("typing", d.channel_id);
      }
      break;
    case "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE": this.settle(d.nonce, {choices: d.choices}); break;
    case "INTERACTION_SUCCESS": this.settle(d.nonce, {ok: true}); break;
    case "INTERACTION_FAILURE": this.settle(d.nonce, {failed: true}); break;
    case "INTERACTION_MODAL_CREATE": this.emit("modal", d); break;
    }
  }

  // forget drops what may have changed while nobody was connected: all but private messages, which no history has.
  forget() {
    this.loaded.clear();
    for (const known of this.messages.values()) {
      for (const m of known.values()) if (!(m.flags & 64)) known.delete(m.id);
    }
  }

  of(channel) {
    if (!this.messages.has(channel)) this.messages.set(channel, new Map());
    return this.messages.get(channel);
  }

  typists(channel) {
    if (!this.typing.has(channel)) this.typing.set(channel, new Map());
    return this.typing.get(channel);
  }

  keep(message) {
    this.of(message.channel_id).set(message.id, message);
    this.emit("message", message);
  }

  arrived(message) {
    this.typists(message.channel_id).delete(message.author.id);
    const pings = message.mentions.some(u => u.id === this.id) || !message.guild_id;
    if (message.author.id !== this.id) {
      const u = this.unread.get(message.channel_id) || {count: 0, pings: 0};
      this.unread.set(message.channel_id, {count: u.count + 1, pings: u.pings + (pings ? 1 : 0)});
    }
    this.keep(message);
    this.emit("typing", message.channel_id);
  }

  reacted({channel_id, message_id, user_id, emoji}, step) {
    const message = this.of(channel_id).get(message_id);
    if (!message) return;
    const list = message.reactions || (message.reactions = []);
    let r = list.find(x => x.emoji.name === emoji.name);
    if (!r) list.push(r = {emoji, count: 0, me: false});
    r.count += step;
    if (user_id === this.id) r.me = step > 0;
    message.reactions = list.filter(x => x.count > 0);
    this.emit("message", message);
  }

  // history loads a channel's newest messages once; a failure leaves it to be loaded again.
  async history(channel) {
    if (this.loaded.has(channel)) return;
    this.loaded.add(channel);
    const newest = await this.request("GET", `/channels/${channel}/messages?limit=50`).catch(err => {
      this.loaded.delete(channel);
      throw err;
    });
    const known = this.of(channel);
    for (const m of newest) if (!known.has(m.id)) known.set(m.id, m);
    this.messages.set(channel, new Map([...known].sort(([a], [b]) => (BigInt(a) < BigInt(b) ? -1 : 1))));
  }

  // index asks for a channel's commands; known gives them as last heard, and asks again if that is a while ago.
  async index(channel) {
    const index = await this.request("GET", `/channels/${channel}/application-command-index`);
    this.commands.set(channel, {list: index.application_commands, at: Date.now()});
    return index;
  }

  known(channel) {
    const heard = this.commands.get(channel);
    if (!heard || Date.now() - heard.at > 3000) this.index(channel).catch(() => {});
    return heard?.list;
  }

  say(channel, body, files) {
    body.nonce = newNonce();
    return this.request("POST", `/channels/${channel}/messages`, files?.length ? formOf(body, files) : body);
  }

  // interact sends an interaction and resolves with its outcome: {ok}, {failed} or {choices}.
  async interact(type, channel, data, extra = {}, files = []) {
    const nonce = newNonce();
    const body = {type, application_id: this.app.id, channel_id: channel, session_id: this.session, nonce, data, ...extra};
    const place = this.channels.get(channel);
    if (place?.guild_id) body.guild_id = place.guild_id;
    const outcome = new Promise(resolve => this.waiting.set(nonce, resolve));
    try {
      await this.request("POST", "/interactions", files.length ? formOf(body, files) : body);
    } catch (err) {
      this.waiting.delete(nonce);
      throw err;
    }
    return outcome;
  }

  settle(nonce, outcome) {
    this.waiting.get(nonce)?.(outcome);
    this.waiting.delete(nonce);
  }
}

function formOf(body, files) {
  const form = new FormData();
  form.append("payload_json", JSON.stringify(body));
  files.forEach((f, n) => form.append(`files[${n}]`, f));
  return form;
}

// reason takes the first particular out of a refusal, else its general words.
function reason(answer) {
  const dig = node => {
    if (!node || typeof node !== "object") return null;
    if (Array.isArray(node._errors)) return node._errors[0].message;
    for (const child of Object.values(node)) {
      const found = dig(child);
      if (found) return found;
    }
    return null;
  };
  return dig(answer.errors) || answer.message || t("refused");
}
