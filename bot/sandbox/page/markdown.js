// Discord's markdown, as far as its clients draw it, made into nodes.

import {el, emoji} from "./dom.js";
import {t, lang} from "./words.js";

// inline rules: pattern, and what to make of a match. The first that fits at the earliest place wins.
const inline = [
  [/^```(?:([a-z0-9]+)\n)?([\s\S]+?)```/i, m => el("pre", {}, el("code", {}, m[2].replace(/^\n|\n$/g, "")))],
  [/^``(.+?)``|^`([^`\n]+)`/s, m => el("code", {}, m[1] ?? m[2])],
  [/^\\([^\w\s])/, m => m[1]],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (m, ctx) => el("strong", {}, parse(m[1], ctx))],
  [/^__([\s\S]+?)__(?!_)/, (m, ctx) => el("u", {}, parse(m[1], ctx))],
  [/^\*(?=\S)((?:\*\*|[^*])+?)\*(?!\*)/, (m, ctx) => el("em", {}, parse(m[1], ctx))],
  [/^_((?:__|[^_])+?)_(?![_\w])/, (m, ctx) => el("em", {}, parse(m[1], ctx))],
  [/^~~([\s\S]+?)~~/, (m, ctx) => el("s", {}, parse(m[1], ctx))],
  [/^\|\|([\s\S]+?)\|\|/, (m, ctx) => spoiler(parse(m[1], ctx))],
  [/^\[([^\]]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m, ctx) => link(m[2], parse(m[1], ctx))],
  [/^<(https?:\/\/[^>\s]+)>/, m => link(m[1], m[1])],
  [/^https?:\/\/[^\s<]+[^\s<.,:;"')\]]/, m => link(m[0], m[0])],
  [/^<@!?(\d+)>/, (m, ctx) => el("span.mention", {}, "@" + (ctx.user(m[1]) || t("unknownUser")))],
  [/^<#(\d+)>/, (m, ctx) => el("button.mention", {type: "button", onclick: () => ctx.go(m[1])}, "#" + (ctx.channel(m[1]) || t("unknown")))],
  [/^@(everyone|here)\b/, m => el("span.mention", {}, m[0])],
  [/^<\/([^:<>]{1,100}):(\d+)>/, (m, ctx) => el("button.mention", {type: "button", onclick: () => ctx.use?.(m[2])}, "/" + m[1])],
  [/^<a?:(\w{2,32}):(\d+)>/, m => emoji({id: m[2], name: m[1]})],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, m => time(Number(m[1]), m[2]) || m[0]],
];

function spoiler(children) {
  const node = el("span.spoiler", {tabindex: 0, role: "button", "aria-label": t("spoiler")}, children);
  const show = () => node.classList.add("shown");
  node.addEventListener("click", show);
  node.addEventListener("keydown", e => e.key === "Enter" && show());
  return node;
}

const link = (href, children) => el("a", {href, target: "_blank", rel: "noreferrer noopener"}, children);

// time draws a moment, null for one that no calendar has.
function time(seconds, style) {
  const date = new Date(seconds * 1000);
  if (isNaN(date)) return null;
  const forms = {t: {timeStyle: "short"}, T: {timeStyle: "medium"}, d: {dateStyle: "short"}, D: {dateStyle: "long"},
    f: {dateStyle: "long", timeStyle: "short"}, F: {dateStyle: "full", timeStyle: "short"}};
  const text = style === "R" ? ago(date) : date.toLocaleString(lang, forms[style] || forms.f);
  return el("time", {datetime: date.toISOString(), title: date.toLocaleString(lang), ...(style === "R" ? {"data-relative": seconds, "aria-live": "off"} : {})}, text);
}

// Relative times go on, as in Discord's clients: a flag that will fall is a countdown.
setInterval(() => {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    const text = ago(new Date(Number(node.dataset.relative) * 1000));
    if (node.textContent !== text) node.textContent = text;
  }
}, 1000);

// ahead is by how much the sandbox's clock has been moved on, as far as its messages tell.
let ahead = 0;
export const heard = at => { ahead = Math.max(ahead, at - Date.now()); };

function ago(date) {
  let left = (date - Date.now() - ahead) / 1000;
  const words = new Intl.RelativeTimeFormat(lang, {numeric: "auto"});
  for (const [unit, size] of [["second", 60], ["minute", 60], ["hour", 24], ["day", 30], ["month", 12]]) {
    if (Math.abs(left) < size) return words.format(Math.round(left), unit);
    left /= size;
  }
  return words.format(Math.round(left), "year");
}

function parse(text, ctx) {
  const out = [];
  let plain = "";
  for (let i = 0; i < text.length;) {
    const rest = text.slice(i);
    const wordBefore = i > 0 && /\w/.test(text[i - 1]);
    const hit = inline.map(([pattern, make]) => [rest.match(pattern), make])
      .find(([m]) => m && !(m[0][0] === "_" && m[0][1] !== "_" && wordBefore));
    if (!hit) {
      plain += text[i++];
      continue;
    }
    if (plain) out.push(plain);
    plain = "";
    out.push(hit[1](hit[0], ctx));
    i += hit[0][0].length;
  }
  if (plain) out.push(plain);
  return out;
}

// markdown draws a message's text: blocks line by line, code fences whole.
export function markdown(text, ctx) {
  const out = [];
  for (const piece of text.split(/(```[\s\S]+?```)/)) {
    if (piece.startsWith("```") && piece.length > 6) out.push(...parse(piece, ctx));
    else out.push(...blocks(out.length ? piece.replace(/^\n/, "") : piece, ctx));
  }
  return out;
}

function blocks(text, ctx) {
  const out = [];
  const lines = text.split("\n");
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n];
    let m;
    if ((m = line.match(/^(#{1,3}) (.+)/))) out.push(el("h" + (m[1].length + 3) + ".md" + m[1].length, {}, parse(m[2], ctx)));
    else if ((m = line.match(/^-# (.+)/))) out.push(el("small", {}, parse(m[1], ctx)));
    else if (line.startsWith("> ")) {
      const quote = [];
      while (n < lines.length && lines[n].startsWith("> ")) quote.push(lines[n++].slice(2));
      n--;
      out.push(el("blockquote", {}, blocks(quote.join("\n"), ctx)));
    } else if (/^ *[-*] \S/.test(line) || /^ *\d+\. \S/.test(line)) {
      const ordered = /^ *\d/.test(line);
      const items = [];
      while (n < lines.length && (ordered ? /^ *\d+\. \S/ : /^ *[-*] \S/).test(lines[n])) {
        items.push(el("li", {}, parse(lines[n++].replace(/^ *(?:[-*]|\d+\.) /, ""), ctx)));
      }
      n--;
      out.push(el(ordered ? "ol" : "ul", {}, items));
    } else {
      out.push(...parse(line, ctx));
      if (n < lines.length - 1) out.push(el("br"));
    }
  }
  return out;
}
