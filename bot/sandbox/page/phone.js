// Notifications, as the phones of all the people here would show them: who is pinged, by what, with which words.

import {el, $, clock} from "./dom.js";
import {t, written} from "./words.js";

export class Phone {
  constructor(app) {
    this.app = app;
    this.since = "0";
    this.first = true;
    this.poll();
  }

  async poll() {
    try {
      const list = await (await fetch("sandbox/pings?since=" + this.since)).json();
      for (const ping of list) {
        this.since = ping.message_id;
        this.show(ping, this.first);
      }
      this.first = false;
    } catch { /* the sandbox is away; the gateway connection says so */ }
    setTimeout(() => this.poll(), 1200);
  }

  show(ping, old) {
    const {app} = this;
    const person = app.clients.find(c => c.id === ping.user_id);
    // Who is looking at the channel needs no notification; a phone would stay quiet too.
    const looking = person === app.client && app.channel === ping.channel_id && document.hasFocus();
    const card = el("button.ping", {type: "button", "data-user": ping.username, onclick: () => { app.become(person, ping.channel_id); card.remove(); }},
      el("span.for", {}, t("phone", {name: person?.global_name || ping.username}), el("time", {}, clock(new Date(ping.at)))),
      el("b", {}, ping.title), el("span.words", {lang: written(ping.preview) || null}, ping.preview || t("noWords")));
    card.classList.toggle("quiet", looking || old);
    $("phone").prepend(card);
    while ($("phone").children.length > 12) $("phone").lastChild.remove();
    if (!old) setTimeout(() => card.classList.add("quiet"), 7000);
  }
}
