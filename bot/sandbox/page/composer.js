// The message box: text, replies, mentions, files and slash commands with options and autocomplete.

import {el, $, nameOf, alertUser} from "./dom.js";
import {pick, picking, close} from "./picker.js";
import {t, rich} from "./words.js";

export class Composer {
  constructor(app) {
    this.app = app;
    this.form = $("composer");
    this.command = null; // {entry, fields: Map of option name → {option, input, value}}
    this.replyTo = null;
    this.form.addEventListener("submit", e => e.preventDefault()); // Enter is looked at where it is pressed
    this.plain();
  }

  // plain shows the box for ordinary text.
  plain(text = "") {
    close();
    this.command = null;
    this.text = el("textarea", {id: "text", rows: 1, maxlength: 4000, "aria-label": this.label, placeholder: this.label, "aria-autocomplete": "list", enterkeyhint: "send"});
    this.text.value = text;
    this.file = el("input", {type: "file", hidden: true, multiple: true, onchange: () => this.submit()});
    this.text.addEventListener("input", () => this.typed());
    this.text.addEventListener("keydown", e => {
      if (e.isComposing) return; // the keys are the input method's
      if (picking()?.anchor === this.text && picking().key(e)) return;
      this.newline = e.key === "Enter" && e.shiftKey;
      if (e.key === "Enter" && !e.shiftKey) { e.preventDefault(); this.submit(); }
      else if (e.key === "Escape") this.reply(null);
    });
    this.text.addEventListener("beforeinput", e => { // keyboards of phones send no Enter key, only its line break
      if (e.inputType !== "insertLineBreak" || this.newline) return;
      e.preventDefault();
      this.submit();
    });
    this.form.replaceChildren(
      el("button.plus", {type: "button", "aria-label": t("sendFile"), title: t("sendFile"), onclick: () => this.file.click()}, "+"),
      this.text, this.file, el("button.send", {type: "button", "aria-label": t("send"), title: t("send"), onclick: () => this.submit()}, "➤"));
    this.grow();
  }

  get label() {
    const {client, channel} = this.app, c = client?.channels.get(channel);
    if (!c) return t("to.none");
    const name = client.global_name || client.username;
    return c.type === 1 ? t("to.dm", {place: nameOf(c.recipients[0]), name}) : t(c.parent_id ? "to.thread" : "to.room", {place: c.name, name});
  }

  focus() { (this.command ? this.form.querySelector("input") : this.text)?.focus(); }

  insert(text) {
    if (this.command) this.plain();
    this.text.value += text;
    this.text.focus();
  }

  grow() {
    this.text.style.height = "auto";
    this.text.style.height = Math.min(this.text.scrollHeight, 180) + "px";
  }

  reply(message) {
    this.replyTo = message;
    const bar = $("replying");
    bar.hidden = !message;
    if (!message) return;
    bar.replaceChildren(...rich("replying", {name: el("b", {}, nameOf(message.author))}), " ",
      el("button.link", {type: "button", onclick: () => this.reply(null)}, t("cancel")));
    if (this.command) this.plain();
    this.text.focus();
  }

  async typed() {
    this.grow();
    const text = this.text.value;
    if (text.startsWith("/") && !text.includes("\n")) return this.offer(text.slice(1).toLowerCase());
    const mention = text.slice(0, this.text.selectionStart).match(/@([\p{L}\w]*)$/u);
    if (mention) return this.offerPeople(mention[1].toLowerCase());
    close();
    if (text && Date.now() - (this.told || 0) > 8000) {
      this.told = Date.now();
      this.app.client.request("POST", `/channels/${this.app.channel}/typing`).catch(() => {});
    }
  }

  // offer lists the commands that begin with what has been typed, at once if they are known already: a list that lags
  // behind the typing would make Enter choose the wrong command.
  async offer(text) {
    const {client, channel} = this.app;
    let list = client.known(channel);
    if (!list) {
      close();
      try {
        list = (await client.index(channel)).application_commands;
      } catch (err) {
        return alertUser(err.message);
      }
      if (this.command || this.text.value.slice(1).toLowerCase() !== text) return; // typed on meanwhile
    }
    list = list.filter(c => c.type === 1).flatMap(flatten);
    const found = list.filter(c => c.names.some(n => n.startsWith(text.trim()) || text.startsWith(n + " ")));
    const exact = found.find(c => c.names.some(n => text === n + " "));
    if (exact) return this.begin(exact);
    if (!found.length) return close();
    pick(this.text, found.map(c => ({label: "/" + c.shown, detail: c.detail, value: c})), {keepFocus: true, title: t("commands"), choose: e => this.begin(e.value)});
  }

  async entries() {
    return (await this.app.client.index(this.app.channel)).application_commands.filter(c => c.type === 1).flatMap(flatten);
  }

  // use begins the command of an identifier, as when its name is pressed in a message.
  async use(id) {
    try {
      const entry = (await this.entries()).find(e => e.command.id === id);
      if (entry) this.begin(entry);
    } catch (err) {
      alertUser(err.message);
    }
  }

  // people are all others first, then the bot, then oneself.
  people() {
    const {client} = this.app, rank = u => (u.id === client.id ? 2 : u.bot ? 1 : 0);
    return [...client.users.values()].sort((a, b) => rank(a) - rank(b));
  }

  offerPeople(text) {
    const people = this.people().filter(u => nameOf(u).toLowerCase().startsWith(text) || u.username.startsWith(text));
    if (!people.length) return close();
    pick(this.text, people.map(u => ({label: "@" + nameOf(u), detail: u.username, value: u})), {keepFocus: true, title: t("people"), choose: e => {
      const at = this.text.selectionStart, before = this.text.value.slice(0, at).replace(/@[\p{L}\w]*$/u, `<@${e.value.id}> `);
      this.text.value = before + this.text.value.slice(at);
      this.text.focus();
    }});
  }

  // begin turns the box into a command with its options.
  begin(entry) {
    close();
    this.command = {entry, fields: new Map()};
    // With every option filled in, the focus is on the row as a whole and Enter sends: a button there would take the very
    // Enter that chose the last option.
    this.row = el("div.command", {tabindex: -1, role: "group", "aria-label": t("enterSends", {name: entry.shown})}, el("span.slash", {}, "/" + entry.shown));
    this.row.addEventListener("keydown", e => {
      if (e.target !== this.row) return;
      if (e.key === "Enter") { e.preventDefault(); this.submit(); }
      else if (e.key === "Escape" || e.key === "Backspace") { e.preventDefault(); this.plain(); this.text.focus(); }
    });
    this.rest = el("span.rest", {});
    this.row.append(this.rest);
    this.form.replaceChildren(this.row,
      el("button.plus", {type: "button", "aria-label": t("leave"), title: t("leave"), onclick: () => { this.plain(); this.text.focus(); }}, "✕"),
      el("button.send", {type: "button", "aria-label": t("send"), title: t("send"), onclick: () => this.submit()}, "➤"));
    for (const o of entry.options.filter(o => o.required)) this.field(o);
    this.offerRest();
    if (!this.command.fields.size) this.row.focus();
  }

  offerRest() {
    const left = this.command.entry.options.filter(o => !this.command.fields.has(o.name));
    this.rest.replaceChildren(...left.map(o => el("button.add", {type: "button", title: o.description_localized || o.description, onclick: () => { this.field(o); this.offerRest(); }},
      "+ " + (o.name_localized || o.name))));
  }

  // field adds an option to fill in.
  field(option) {
    const {fields} = this.command;
    const shown = option.name_localized || option.name;
    const input = el("input", {type: option.type === 11 ? "file" : "text", "aria-label": shown + ": " + (option.description_localized || option.description),
      placeholder: option.description_localized || option.description, role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false"});
    const f = {option, input, value: undefined};
    fields.set(option.name, f);
    this.rest.before(el("label.option", {}, el("span", {}, shown), input));
    input.addEventListener("input", () => { f.value = undefined; this.complete(f); });
    input.addEventListener("focus", () => this.complete(f));
    input.addEventListener("blur", () => setTimeout(() => { if (picking()?.anchor === input && document.activeElement !== input) close(); }, 150));
    input.addEventListener("keydown", e => {
      if (e.isComposing) return;
      if (picking()?.anchor === input && !(e.key === "Tab" && !input.value) && picking().key(e)) return;
      if (e.key === "Backspace" && !input.value && option.type !== 11) {
        e.preventDefault();
        fields.delete(option.name);
        input.closest("label").remove();
        if (!fields.size || option.required) { this.plain(); this.text.focus(); } else { this.offerRest(); this.focus(); }
      } else if (e.key === "Escape") { this.plain(); this.text.focus(); }
      else if (e.key === "Enter") { e.preventDefault(); this.submit(); }
    });
    input.focus();
  }

  // complete offers what an option can be: its choices, people, channels, or what the bot says while one types.
  async complete(f) {
    const {option, input} = f;
    const typed = input.value.toLowerCase();
    let list = null;
    if (option.choices?.length) list = option.choices.map(c => ({label: c.name_localized || c.name, value: c.value}));
    else if (option.type === 5) list = [{label: t("yes"), value: true}, {label: t("no"), value: false}];
    else if (option.type === 6 || option.type === 9) list = this.people().map(u => ({label: nameOf(u), detail: u.username, value: u.id}));
    else if (option.type === 7) list = [...this.app.client.channels.values()].filter(c => c.name).map(c => ({label: "#" + c.name, value: c.id}));
    if (list) list = list.filter(e => f.value !== undefined || e.label.toLowerCase().includes(typed));
    else if (option.autocomplete) {
      const asked = f.asked = (f.asked || 0) + 1;
      if (picking()?.anchor === input) close(); // Enter must not choose from what was offered before the last letter
      await new Promise(r => setTimeout(r, typed ? 120 : 0));
      if (f.asked !== asked || !this.command) return;
      const given = this.values().options.filter(o => o.name !== option.name);
      let outcome;
      try {
        outcome = await this.app.client.interact(4, this.app.channel, this.data([...given, {type: option.type, name: option.name, value: input.value, focused: true}]));
      } catch (err) {
        return alertUser(err.message);
      }
      if (f.asked !== asked || document.activeElement !== input) return;
      list = (outcome.choices || []).map(c => ({label: c.name_localized || c.name, value: c.value}));
    }
    if (!list?.length) return picking()?.anchor === input && close();
    pick(input, list, {keepFocus: true, title: option.name, choose: e => {
      input.value = e.label;
      f.value = e.value;
      this.next();
    }});
  }

  // next goes to the first option still missing, or to the row, where Enter sends.
  next() {
    const empty = [...this.command.fields.values()].find(f => !f.input.value);
    (empty ? empty.input : this.row).focus();
  }

  values() {
    const files = [], options = [];
    for (const {option, input, value} of this.command.fields.values()) {
      let v = value ?? input.value;
      if (option.type === 11) {
        if (!input.files.length) continue;
        v = files.push(input.files[0]) - 1;
      } else if (v === "") continue;
      if (option.type === 4 || option.type === 10) v = Number(v);
      if (option.choices?.length && value === undefined) v = option.choices.find(c => c.name === v || c.name_localized === v)?.value ?? v;
      options.push({type: option.type, name: option.name, value: v});
    }
    return {options, files};
  }

  // data puts options into the command's data, inside its subcommand if it is one.
  data(options) {
    const {command, subs} = this.command.entry;
    for (const sub of [...subs].reverse()) options = [{type: sub.type, name: sub.name, options}];
    return {id: command.id, version: command.version, name: command.name, type: 1, options};
  }

  async submit() {
    alertUser("");
    try {
      if (this.command) await this.send();
      else await this.say();
    } catch (err) {
      alertUser(err.message);
    }
  }

  async send() {
    const missing = [...this.command.fields.values()].find(f => f.option.required && !f.input.value);
    if (missing) {
      missing.input.focus();
      throw new Error(t("needed", {name: missing.option.name_localized || missing.option.name}));
    }
    const {options, files} = this.values();
    const data = this.data(options), channel = this.app.channel;
    const outcome = this.app.client.interact(2, channel, data, {}, files);
    outcome.catch(() => {});
    const entry = this.command.entry;
    this.plain();
    this.text.focus();
    this.app.messages.down(); // where the answer will be
    if ((await outcome).failed) alertUser(t("silent", {name: entry.shown}));
  }

  async say() {
    const content = this.text.value.trim(), files = [...this.file.files];
    if (!content && !files.length) return;
    if (content.startsWith("/") && content.length > 1) { // Enter was quicker than the list
      const entries = await this.entries(), typed = content.slice(1).toLowerCase();
      const entry = entries.find(c => c.names.includes(typed)) || entries.find(c => c.names.some(n => n.startsWith(typed)));
      if (!entry) throw new Error(t("noCommand"));
      return this.begin(entry);
    }
    const body = {content};
    if (this.replyTo) body.message_reference = {message_id: this.replyTo.id, channel_id: this.replyTo.channel_id};
    this.text.value = "";
    this.grow();
    try {
      await this.app.client.say(this.app.channel, body, files);
    } catch (err) {
      this.text.value = content;
      throw err;
    }
    this.file.value = "";
    this.reply(null);
    this.app.said();
  }
}

// flatten makes one entry of each subcommand.
function flatten(command) {
  // A command is found by its name in any language: who learned it in one need not know it in another.
  const locales = ["", ...Object.keys(command.name_localizations || {})];
  const named = (o, locale) => o.name_localizations?.[locale] || o.name;
  const make = (options, parts, subs, detail) => {
    const children = (options || []).filter(o => o.type === 1 || o.type === 2);
    if (children.length) return children.flatMap(o => make(o.options, [...parts, o], [...subs, o], o.description_localized || o.description));
    const names = [...new Set(locales.map(l => parts.map(o => named(o, l)).join(" ")))];
    return [{command, options: options || [], shown: parts.map(o => o.name_localized || o.name).join(" "), names, subs, detail}];
  };
  return make(command.options, [command], [], command.description_localized || command.description);
}
