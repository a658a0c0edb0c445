// The list of messages: one article each, changed in place when the message changes.

import {el, $, avatar, nameOf, clock, here, alertUser} from "./dom.js";
import {markdown, heard} from "./markdown.js";
import {controls} from "./controls.js";
import {messageMenu, userMenu, emojis} from "./menus.js";

const minutes7 = 7 * 60 * 1000;

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

  // scrolled notes whether somebody scrolled away from the newest message. A scroll that comes with another height is
  // the browser's own, after something grew or went: a picture that had no size yet is not scrolled away from.
  scrolled() {
    const {scrollHeight, scrollTop, clientHeight} = this.list;
    const near = scrollHeight - scrollTop - clientHeight < 120;
    const resized = scrollHeight !== this.height;
    this.height = scrollHeight;
    this.stuck = near || resized && this.stuck;
    if (this.stuck && !near) this.down();
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
      this.nodes.get(message.id)?.remove();
      this.nodes.delete(message.id);
      return;
    }
    const {stuck} = this;
    this.put(message);
    if (stuck || message.author.id === this.app.client.id) this.down();
  }

  down(now) {
    this.stuck = true;
    const go = () => { this.list.scrollTop = this.list.scrollHeight; };
    go();
    if (now) requestAnimationFrame(go);
  }

  put(message) {
    const old = this.nodes.get(message.id);
    const focused = old?.contains(document.activeElement) ? document.activeElement.dataset.customId ?? document.activeElement.className : null;
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
    if (focused) (node.querySelector(`[data-custom-id="${CSS.escape(focused)}"]`) || node.querySelector(".row button"))?.focus();
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
          follows ? null : el("p.head", {}, who, message.author.bot ? el("span.tag", {}, "BOT") : null, el("time", {datetime: message.timestamp}, clock(at))),
          this.content(message),
          (message.attachments || []).map(picture),
          (message.embeds || []).map(e => embed(e, this.names)),
          controls(message.components, message, {client, names: this.names}),
          this.reactions(message),
          message.thread ? el("button.thread", {type: "button", onclick: () => this.app.go(message.thread.id)}, "↳ " + message.thread.name + " ›") : null,
          secret ? el("p.only", {}, "Only you can see this · ", el("button.link", {type: "button", onclick: () => this.dismiss(message)}, "Dismiss message")) : null)),
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
      return el("p.above", {}, "↱ ", el("b", {}, nameOf(message.interaction.user)), " used ", el("span.mention", {}, (message.type === 20 ? "/" : "") + message.interaction.name));
    }
    if (message.type !== 19) return null;
    const of = message.referenced_message || client.of(message.channel_id).get(message.message_reference?.message_id);
    if (!of) return el("p.above", {}, "↱ ", el("i", {}, "Original message was deleted"));
    const text = of.content.replace(/\n[\s\S]*/, "");
    return el("p.above", {}, "↱ ", el("b", {}, nameOf(of.author)), " ", el("span.quoted", {}, text ? markdown(text, this.names) : el("i", {}, "a picture")));
  }

  content(message) {
    if (message.flags & 128) return el("p.thinking", {}, nameOf(message.author) + " is thinking", el("span.dots", {"aria-hidden": "true"}, "…"));
    if (message.type === 18) {
      return el("p.content", {}, "started a thread: ",
        el("button.link.opens", {type: "button", onclick: () => this.app.go(message.message_reference.channel_id)}, message.content));
    }
    if (!message.content) return null;
    return el("div.content", {}, markdown(message.content, this.names), message.edited_timestamp ? el("span.edited", {}, " (edited)") : null);
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
      secret ? null : emojis.slice(0, 2).map(e => el("button", {type: "button", "aria-label": "React with " + e, onclick: () => this.react(message, e)}, e)),
      secret ? null : el("button", {type: "button", "aria-label": "Reply", title: "Reply", onclick: () => this.app.reply(message)}, "↩"),
      el("button.more", {type: "button", "aria-label": "More", title: "More", "aria-haspopup": "menu", onclick: e => messageMenu(this.app, message, e.currentTarget)}, "⋯"));
  }

  dismiss(message) {
    this.app.client.of(message.channel_id).delete(message.id);
    this.changed({id: message.id, gone: true});
  }
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
  if (e.color) node.style.borderColor = "#" + e.color.toString(16).padStart(6, "0");
  return node;
}
