// The list of messages: one article each, changed in place when the message changes.

import {el, $, avatar, nameOf, clock, here, served, alertUser} from "./dom.js";
import {markdown, heard} from "./markdown.js";
import {controls} from "./controls.js";
import {picking, move} from "./picker.js";
import {messageMenu, userMenu, emojis} from "./menus.js";
import {t, rich, written, spoken} from "./words.js";

const minutes7 = 7 * 60 * 1000;
const near = 120; // pixels from the end of the list that count as being there

export class Messages {
  // app gives client, channel, go(channel) and reply(message).
  constructor(app) {
    this.app = app;
    this.list = $("messages");
    this.nodes = new Map();
    this.stuck = true; // the newest message is on the screen and is to stay there
    this.list.addEventListener("scroll", () => this.scrolled());
    this.list.addEventListener("load", () => this.stuck && this.down(), true); // a picture has got its size
    new ResizeObserver(() => this.stuck && this.down()).observe(this.list);
  }

  // scrolled records whether somebody scrolled away from the newest message. A scroll that comes with another height is
  // the browser's own, after something grew or went: a picture that had no size yet is not scrolled away from.
  scrolled() {
    const {scrollHeight, scrollTop, clientHeight} = this.list;
    const isNear = scrollHeight - scrollTop - clientHeight < near;
    const resized = scrollHeight !== this.height;
    this.height = scrollHeight;
    this.stuck = isNear || resized && this.stuck;
    if (this.stuck && !isNear) this.down();
  }

  get names() {
    const {client} = this.app;
    return {
      user: id => client.users.get(id) && nameOf(client.users.get(id)),
      channel: id => client.channels.get(id)?.name,
      go: id => this.app.go(id),
      use: id => this.app.composer.use(id),
    };
  }

  // show draws a channel from the beginning.
  show() {
    this.nodes.clear();
    this.list.replaceChildren();
    const {client, channel} = this.app;
    for (const message of client.of(channel).values()) this.put(message);
    this.down(true);
  }

  // changed draws one message that is new, edited or gone.
  changed(message) {
    if (message.gone) {
      const old = this.nodes.get(message.id);
      const focused = old?.contains(document.activeElement) ? spot(old, document.activeElement) : null;
      old?.remove();
      this.nodes.delete(message.id);
      if (focused && !refocus([...this.list.querySelectorAll(".message")].findLast(n => n.querySelector(".main .row")), focused)) this.app.composer.focus();
      return;
    }
    const {stuck} = this;
    this.put(message);
    if (stuck || message.author.id === this.app.client.id) this.down();
  }

  down(now) {
    this.stuck = true;
    const go = () => {
      const {list} = this, bottom = list.scrollHeight - list.clientHeight;
      const board = [...list.querySelectorAll("img.attachment")].at(-1)?.getBoundingClientRect();
      const top = board ? list.scrollTop + board.top - list.getBoundingClientRect().top : bottom;
      // On a small screen a board is rather seen whole than its last row of buttons.
      list.scrollTop = top < bottom && bottom - top < near ? top : bottom;
    };
    go();
    if (now) requestAnimationFrame(go);
  }

  put(message) {
    const old = this.nodes.get(message.id), menu = picking()?.anchor;
    const focused = old?.contains(document.activeElement) ? spot(old, document.activeElement) : null;
    const opened = menu && old?.contains(menu) ? spot(old, menu) : null;
    const node = this.draw(message, old ? old.previousElementSibling : this.list.lastElementChild);
    this.nodes.set(message.id, node);
    if (!old) {
      this.list.append(node);
      return;
    }
    // A picture that is replaced keeps its place until the new one is there, so that the page does not jump.
    const before = old.querySelector("img.attachment"), after = node.querySelector("img.attachment");
    if (before && after && before.src === after.src) after.replaceWith(before);
    old.replaceWith(node);
    if (opened) move(counterpart(node, opened));
    if (focused && !refocus(node, focused)) this.app.composer.focus();
  }

  draw(message, previous) {
    const {client} = this.app;
    const at = new Date(message.timestamp);
    heard(message.edited_timestamp ? new Date(message.edited_timestamp) : at);
    const follows = previous?.dataset.author === message.author.id && message.type === 0 && !previous.classList.contains("secret") && at - Number(previous.dataset.at) < minutes7;
    const mine = message.mentions.some(u => u.id === client.id);
    const secret = message.flags & 64;
    const node = el("article.message", {"aria-label": `${nameOf(message.author)}, ${clock(at)}`, "data-id": message.id, "data-author": message.author.id, "data-at": +at});
    node.classList.toggle("follows", !!follows);
    node.classList.toggle("mine", mine);
    node.classList.toggle("secret", !!secret);
    const who = el("button.who", {type: "button", "aria-haspopup": "menu", onclick: e => userMenu(this.app, message.author, e.currentTarget)}, nameOf(message.author));
    node.append(
      this.above(message) || "",
      el("div.body", {},
        follows ? el("time.late", {datetime: message.timestamp}, clock(at).replace(/\s?[AP]M$/, "")) : avatar(message.author),
        el("div.main", {},
          follows ? null : el("p.head", {}, who, message.author.bot ? el("span.tag", {}, t("bot")) : null, el("time", {datetime: message.timestamp}, clock(at))),
          this.content(message),
          (message.attachments || []).map(picture),
          (message.embeds || []).map(e => embed(e, this.names)),
          controls(message.components, message, {client, names: this.names, moved: () => this.app.said()}),
          this.reactions(message),
          message.thread ? el("button.thread", {type: "button", onclick: () => this.app.go(message.thread.id)}, "↳ " + message.thread.name + " ›") : null,
          secret ? el("p.only", {}, t("onlyYou"), " · ", el("button.link", {type: "button", onclick: () => this.dismiss(message)}, t("dismiss"))) : null)),
      this.tools(message));
    node.addEventListener("contextmenu", e => {
      if (e.target.closest("a, img")) return;
      e.preventDefault();
      messageMenu(this.app, message, node.querySelector(".more"));
    });
    return node;
  }

  // above is the line over a message: what it answers.
  above(message) {
    const {client} = this.app;
    if (message.interaction) {
      return el("p.above", {}, "↱ ", ...rich("used", {name: el("b", {}, nameOf(message.interaction.user)), command: el("span.mention", {}, (message.type === 20 ? "/" : "") + message.interaction.name)}));
    }
    if (message.type !== 19) return null;
    const of = message.referenced_message || client.of(message.channel_id).get(message.message_reference?.message_id);
    if (!of) return el("p.above", {}, "↱ ", el("i", {}, t("gone")));
    const text = of.content.replace(/\n[\s\S]*/, "");
    return el("p.above", {}, "↱ ", el("b", {}, nameOf(of.author)), " ", el("span.quoted", {}, text ? markdown(text, this.names) : el("i", {}, t("picture"))));
  }

  // langOf is the language of a message, as far as it can be known: what is written, or how its author's client speaks.
  langOf(message) {
    return written(message.content) || spoken(this.app.clients.find(c => c.id === message.author.id)?.locale);
  }

  content(message) {
    if (message.flags & 128) return el("p.thinking", {}, t("thinking", {name: nameOf(message.author)}), el("span.dots", {"aria-hidden": "true"}, "…"));
    if (message.type === 18) {
      return el("p.content", {}, rich("opened", {thread: el("button.link.opens", {type: "button", onclick: () => this.app.go(message.message_reference.channel_id)}, message.content)}));
    }
    if (!message.content) return null;
    return el("div.content", {lang: this.langOf(message) || null}, markdown(message.content, this.names), message.edited_timestamp ? el("span.edited", {}, " " + t("edited")) : null);
  }

  reactions(message) {
    if (!message.reactions?.length) return null;
    return el("div.reactions", {}, message.reactions.map(r => el("button.reaction" + (r.me ? ".me" : ""),
      {type: "button", "aria-pressed": String(r.me), "aria-label": `${r.emoji.name}, ${r.count}`, onclick: () => this.react(message, r.emoji.name, r.me)},
      r.emoji.name, " ", String(r.count))));
  }

  async react(message, emoji, off) {
    try {
      await this.app.client.request(off ? "DELETE" : "PUT", `/channels/${message.channel_id}/messages/${message.id}/reactions/${encodeURIComponent(emoji)}/@me`);
    } catch (err) {
      alertUser(err.message);
    }
  }

  // tools are what appears when the mouse or the focus is on a message.
  tools(message) {
    const secret = message.flags & 64;
    return el("div.tools", {},
      secret ? null : emojis.slice(0, 2).map(e => el("button", {type: "button", "aria-label": t("reactWith", {emoji: e}), onclick: () => this.react(message, e)}, e)),
      secret ? null : el("button", {type: "button", "aria-label": t("reply"), title: t("reply"), onclick: () => this.app.reply(message)}, "↩"),
      el("button.more", {type: "button", "aria-label": t("more"), title: t("more"), "aria-haspopup": "menu", onclick: e => messageMenu(this.app, message, e.currentTarget)}, "⋯"));
  }

  dismiss(message) {
    this.app.client.of(message.channel_id).delete(message.id);
    this.changed({id: message.id, gone: true});
  }
}

// spot describes a control of a message. A message that is drawn again has other names for the same controls.
function spot(message, control) {
  return {id: control.dataset.customId, select: [...message.querySelectorAll(".main .select")].indexOf(control), label: control.textContent, kind: control.className};
}

// refocus gives the focus to what is now the same control, or else to the last select; never to another button, for the
// next Enter would press it. It says whether there was anything.
function refocus(message, control) {
  const found = counterpart(message, control);
  found?.focus({preventScroll: true});
  return !!found;
}

// counterpart finds the control that a spot describes in a message that is drawn again, or else its last select.
function counterpart(message, {id, select, label, kind}) {
  const selects = [...message?.querySelectorAll(".main .select:enabled") || []];
  const buttons = [...message?.querySelectorAll("button:enabled") || []];
  return buttons.find(n => id && n.dataset.customId === id) || select < 0 &&
    buttons.find(n => n.textContent === label && n.className === kind) ||
    selects[Math.min(Math.max(select, 0), selects.length - 1)];
}

function picture(a) {
  if (!a.content_type?.startsWith("image/")) return el("p.file", {}, el("a", {href: here(a.url), download: a.filename}, "↓ " + a.filename));
  const link = el("a.zoom", {href: here(a.url), target: "_blank", rel: "noopener"});
  link.append(el("img.attachment", {src: here(a.url), alt: a.description || a.filename, width: a.width, height: a.height}));
  return link;
}

function embed(e, names) {
  const node = el("div.embed", {}, e.title ? el("h4", {}, e.title) : null, e.description ? el("div", {}, markdown(e.description, names)) : null,
    (e.fields || []).map(f => el("div", {}, el("b", {}, f.name), el("div", {}, markdown(f.value, names)))),
    e.footer ? el("small", {}, e.footer.text) : null);
  if (e.thumbnail) node.prepend(el("img.thumbnail", {src: served(e.thumbnail.url), alt: ""})); // the text beside it says what it shows
  if (e.color) node.style.borderColor = "#" + e.color.toString(16).padStart(6, "0");
  return node;
}
