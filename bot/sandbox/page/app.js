// The page: who one is, where one is, and what is on the screen. Everything it does goes through the same REST and
// gateway as any script's.

import {el, $, nameOf, avatar, alertUser} from "./dom.js";
import {Client} from "./client.js";
import {Messages} from "./messages.js";
import {Composer} from "./composer.js";
import {Phone} from "./phone.js";
import {openModal} from "./modal.js";
import {close, pick} from "./picker.js";
import {t, rich, seeded, lang, languageOf} from "./words.js";

class App {
  constructor(clients, first, channel) {
    this.clients = clients;
    this.places = new Map(); // client → channel last seen
    this.messages = new Messages(this);
    this.composer = new Composer(this);
    for (const c of clients) this.listen(c);
    this.become(first, channel);
    setInterval(() => this.typists(), 1000);
    document.addEventListener("keydown", e => this.key(e));
    $("menu").addEventListener("click", () => this.drawer(!document.body.classList.contains("open")));
    $("theme").addEventListener("click", () => this.theme());
    this.phone = new Phone(this);
  }

  listen(client) {
    const mine = f => e => client === this.client && f(e.detail);
    client.addEventListener("message", e => {
      if (client === this.client && e.detail.channel_id === this.channel) {
        client.unread.delete(this.channel);
        this.messages.changed(e.detail);
        this.hint();
      }
      this.sidebar();
    });
    client.addEventListener("channels", mine(() => this.sidebar()));
    client.addEventListener("ready", mine(() => this.back()));
    client.addEventListener("typing", mine(() => this.typists()));
    client.addEventListener("modal", mine(d => openModal(this, d)));
    client.addEventListener("offline", mine(() => alertUser(t("offline"))));
  }

  // become switches to another person, who is where they last were.
  become(client, channel) {
    this.client = client;
    localStorage.setItem("as", client.username);
    const home = [...client.channels.values()].find(c => c.type === 0).id;
    document.title = t("title", {name: client.global_name});
    this.whoAmI();
    return this.go(channel && client.channels.has(channel) ? channel : this.places.get(client) || home);
  }

  async go(channel) {
    const {client} = this;
    const place = client.channels.get(channel);
    if (!place) return;
    close();
    this.channel = channel;
    this.places.set(client, channel);
    client.unread.delete(channel);
    this.drawer(false);
    const title = this.title(place);
    $("channel").textContent = title;
    $("topic").textContent = place.topic ? seeded(place.topic) : place.thread_metadata?.archived ? t("archived") : "";
    this.sidebar();
    this.typists();
    this.composer.reply(null);
    this.composer.plain();
    if (!matchMedia("(pointer: coarse)").matches) this.composer.focus();
    this.messages.show(); // what is known already; the other place's messages must not linger
    client.known(channel);
    await this.load();
  }

  // load brings what the place's newest messages are now.
  async load() {
    const {client, channel} = this;
    try {
      await client.history(channel);
    } catch (err) {
      alertUser(err.message);
    }
    if (this.client !== client || this.channel !== channel) return;
    this.messages.show();
    this.hint();
  }

  // back is after a break of the connection: what happened meanwhile is shown, and what is being written stays.
  back() {
    if (!this.client.channels.has(this.channel)) return; // the place is gone
    alertUser("");
    this.load();
  }

  title(c) {
    if (c.type === 1) return "@ " + nameOf(c.recipients[0]);
    return (c.parent_id ? "↳ " : "# ") + c.name;
  }

  sidebar() {
    const {client} = this;
    const all = [...client.channels.values()];
    const rooms = all.filter(c => c.type === 0 || c.type === 5).sort((a, b) => a.position - b.position);
    const guilds = [...client.guilds.values()];
    const entry = (c, cls) => {
      const u = client.unread.get(c.id);
      return el("button." + cls, {type: "button", "aria-current": c.id === this.channel ? "page" : null, "data-channel": c.id, onclick: () => this.go(c.id)},
        el("span.name", {}, this.title(c)), u?.pings ? el("span.badge", {"aria-label": t("mentions", {n: u.pings})}, String(u.pings)) : u?.count ? el("span.dot", {"aria-label": t("unread"), role: "img"}) : null);
    };
    const focused = document.activeElement?.dataset?.channel;
    const here = guilds.find(g => g.id === client.channels.get(this.channel)?.guild_id) || guilds[0];
    $("guild").textContent = seeded(here.name);
    $("channels").replaceChildren(
      ...guilds.flatMap(g => [guilds.length > 1 ? el("h3", {}, seeded(g.name)) : null, ...rooms.filter(r => r.guild_id === g.id).flatMap(r =>
        [entry(r, "room"), ...all.filter(x => x.parent_id === r.id && (!x.thread_metadata?.archived || x.id === this.channel)).map(x => entry(x, "room.sub"))])]).filter(Boolean),
      el("h3", {}, t("direct")), ...all.filter(c => c.type === 1).map(c => entry(c, "room")),
      el("button.room", {type: "button", onclick: () => this.direct(client.app.id)}, t("messageBot", {name: nameOf(client.app)})));
    if (focused) $("channels").querySelector(`[data-channel="${focused}"]`)?.focus();
    $("people").replaceChildren(el("p", {}, t("you", {name: client.global_name})), el("div.row", {}, this.clients.map((c, n) => {
      const pings = [...c.unread.values()].reduce((sum, u) => sum + u.pings, 0);
      return el("button.person", {type: "button", "aria-pressed": String(c === client), title: t("person", {name: c.global_name, locale: c.locale, n: n + 1}), "data-person": c.username, onclick: () => this.become(c, this.channel)},
        avatar(c), el("span", {}, c.global_name), pings && c !== client ? el("span.badge", {}, String(pings)) : null);
    })));
  }

  async direct(id) {
    try {
      const dm = await this.client.request("POST", "/users/@me/channels", {recipient_id: id});
      this.client.channels.set(dm.id, dm);
      this.go(dm.id);
    } catch (err) {
      alertUser(err.message);
    }
  }

  typists() {
    const now = Date.now();
    const names = [...this.client.typists(this.channel)].filter(([, until]) => until > now).map(([id]) => nameOf(this.client.users.get(id)));
    const line = names.length ? t(names.length > 1 ? "typing2" : "typing1", {names: names.join(", ")}) : "";
    if ($("typing").textContent !== line) $("typing").textContent = line;
  }

  reply(message) { this.composer.reply(message); }

  // hint says the next step in one line until the first thing is said.
  hint() {
    const line = $("hint"), {client} = this;
    const all = [...client.of(this.channel).values()];
    const card = all.findLast(m => m.author.bot && m.attachments.length);
    const bold = card?.content.split("**").filter((_, i) => i % 2) || []; // the bot writes in bold whose move it is
    const myMove = bold.some(text => text.includes(`<@${client.id}>`));
    line.hidden = !!(localStorage.getItem("played") || all.some(m => m.author.id === client.id) || card && !myMove);
    if (line.hidden) return;
    if (!card && !client.commands.has(this.channel)) client.index(this.channel).then(() => this.hint(), () => {}); // the command has a name in one's language
    const play = client.commands.get(this.channel)?.list.find(c => c.name === "play")?.name_localized || "play";
    line.replaceChildren(...(card ? rich("hint.move", {name: client.global_name, move: el("kbd", {}, "h2e2")}) : rich("hint.play", {name: client.global_name, play: el("kbd", {}, "/" + play)})));
  }

  said() {
    localStorage.setItem("played", "yes");
    $("hint").hidden = true;
  }

  // whoAmI shows above the messages who one is; pressed, it lets one become somebody else.
  whoAmI() {
    const {client} = this, node = $("me"), label = t("me", {name: client.global_name});
    node.replaceChildren(avatar(client), el("span", {}, client.global_name));
    node.setAttribute("aria-label", label);
    node.title = label;
    node.onclick = () => pick(node, this.clients.map(c => ({label: c.global_name, detail: c.locale, icon: avatar(c), value: c})), {title: t("become"), choose: e => this.become(e.value, this.channel)});
  }

  drawer(open) {
    document.body.classList.toggle("open", open);
    $("menu").setAttribute("aria-expanded", String(open));
  }

  theme() {
    const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    setTheme(dark ? "light" : "dark");
  }

  key(e) {
    if ($("dialog").open) return;
    const n = this.clients.indexOf(this.client);
    if (e.key === "F2") this.become(this.clients[(n + 1) % this.clients.length], this.channel);
    else if (e.altKey && /^[1-9]$/.test(e.key) && this.clients[e.key - 1]) this.become(this.clients[e.key - 1], this.channel);
    else if (e.altKey && (e.key === "ArrowDown" || e.key === "ArrowUp")) {
      const rooms = [...$("channels").querySelectorAll("[data-channel]")].map(b => b.dataset.channel);
      const at = rooms.indexOf(this.channel) + (e.key === "ArrowDown" ? 1 : -1);
      this.go(rooms[(at + rooms.length) % rooms.length]);
    } else if (e.key === "Escape") this.drawer(false);
    else return;
    e.preventDefault();
  }
}

function setTheme(name) {
  localStorage.setItem("theme", name);
  document.documentElement.dataset.theme = name;
}

// speak puts the page's fixed words into the visitor's language.
function speak() {
  document.documentElement.lang = lang;
  for (const node of document.querySelectorAll("[data-text]")) node.textContent = t(node.dataset.text);
  for (const node of document.querySelectorAll("[data-label]")) {
    node.setAttribute("aria-label", t(node.dataset.label));
    if (node.title) node.title = t(node.dataset.label);
  }
  $("phone").dataset.empty = t("quiet");
}

async function main() {
  speak();
  const query = new URLSearchParams(location.search);
  const theme = query.get("theme") || localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  const info = await (await fetch("sandbox/info")).json();
  const clients = info.users.map(u => new Client(u));
  await Promise.all(clients.map(c => c.connect()));
  for (const c of clients) c.global_name = nameOf(c.users.get(c.id));
  const wanted = query.get("as") || localStorage.getItem("as");
  const first = clients.find(c => c.username === wanted) || clients.find(c => languageOf(c.locale) === lang) || clients[0];
  fetch("sandbox/visit", {method: "POST", body: JSON.stringify({user_id: first.id})}).catch(() => {});
  window.app = new App(clients, first, query.get("channel"));
}

main().catch(err => alertUser(t("broken", {why: err.message})));
