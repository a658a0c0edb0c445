// Small tools for making nodes. Text always goes in as text nodes, never as markup.

import {lang} from "./words.js";

// el makes an element: el("button.primary", {type: "button", onclick: f}, "Text", node).
export function el(spec, attrs, ...children) {
  const [tag, ...classes] = spec.split(".");
  const node = document.createElement(tag || "div");
  if (classes.length) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(attrs || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "value") node.value = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter(c => c !== null && c !== undefined && c !== false));
  return node;
}

export const $ = id => document.getElementById(id);

// here turns an address of the sandbox into one of the name under which this page was opened.
export function here(address) {
  const url = new URL(address, location.href);
  url.host = location.host;
  return url.href;
}

// served turns an address of Discord's content network into that of the sandbox, which plays its part.
export function served(address) {
  const url = new URL(address, location.href);
  return url.host === "cdn.discordapp.com" ? here("/cdn" + url.pathname) : url.href;
}

// emoji is the picture of one: {id, name} of an application, or a character.
export function emoji(e) {
  if (!e.id) return el("span.emoji", {}, e.name);
  return el("img.emoji", {src: here("/cdn/emojis/" + e.id + ".webp"), alt: ":" + e.name + ":", title: ":" + e.name + ":", draggable: "false"});
}

const tints = ["#c0563b", "#3c7d5a", "#4a6fb3", "#8a5a9e", "#a8812b"];
const seen = new Map(); // user id → tint, in the order in which they are first drawn

// avatar is a colored disc with an initial; the bot's is a piece of the game, a picture because not every system has
// a typeface with its character.
export function avatar(user) {
  if (user.bot) return el("img.avatar", {src: "icon.svg", alt: "", draggable: "false"});
  const name = user.global_name || user.username;
  const node = el("span.avatar", {"aria-hidden": "true"}, [...name][0].toUpperCase());
  if (!seen.has(user.id)) seen.set(user.id, tints[seen.size % tints.length]);
  node.style.background = seen.get(user.id);
  return node;
}

export const nameOf = user => user.global_name || user.username;

export const clock = date => date.toLocaleTimeString(lang, {hour: "2-digit", minute: "2-digit"});

// alertUser shows one line of trouble above the message box for a while.
let alertTimer;
export function alertUser(text) {
  const line = $("alert");
  line.textContent = text;
  line.hidden = !text;
  clearTimeout(alertTimer);
  if (text) alertTimer = setTimeout(() => { line.hidden = true; }, 9000);
}
