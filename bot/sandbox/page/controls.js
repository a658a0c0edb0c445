// Buttons, selects and the other parts below a message.

import {el, alertUser, emoji, here} from "./dom.js";
import {markdown} from "./markdown.js";
import {pick} from "./picker.js";
import {t} from "./words.js";

const styles = {1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary"};

// signs are drawn, where a button's label is nothing else: few fonts have all of them.
const signs = {"⏮": "M5 5h3v14H5zM20 5v14L9 12z", "◀": "M17 5v14L6 12z", "▶": "M7 5v14l11-7z", "⏭": "M4 5v14l11-7zM16 5h3v14h-3z"};

function label(text) {
  if (!signs[text]) return text;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS(svg.namespaceURI, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "sign");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", signs[text]);
  svg.append(path);
  return svg;
}

// controls draws a message's components. use(component, values) sends the interaction and resolves when it is settled.
export function controls(list, message, ctx) {
  return (list || []).map(c => part(c, message, ctx)).filter(Boolean);
}

function part(c, message, ctx) {
  switch (c.type) {
  case 1: return el("div.row", {}, c.components.map(x => part(x, message, ctx)));
  case 2: return button(c, message, ctx);
  case 3: case 5: case 6: case 7: case 8: return select(c, message, ctx);
  case 9: return el("div.section", {}, el("div", {}, controls(c.components, message, ctx)), part(c.accessory, message, ctx));
  case 10: return el("div", {}, markdown(c.content, ctx.names));
  case 12: return el("div.gallery", {}, c.items.map(i => el("img", {src: here(i.media.url), alt: i.description || ""})));
  case 14: return el("hr");
  case 17: return el("div.container", {}, controls(c.components, message, ctx));
  }
  return null;
}

function button(c, message, ctx) {
  if (c.style === 5) return el("a.button.secondary", {href: c.url, target: "_blank", rel: "noreferrer noopener"}, c.emoji ? emoji(c.emoji) : "", " ", c.label || "", " ↗");
  const node = el("button." + styles[c.style], {type: "button", disabled: c.disabled, "data-custom-id": c.custom_id,
    "aria-label": signs[c.label] ? c.label : c.label ? null : c.emoji?.name}, c.emoji ? emoji(c.emoji) : null, label(c.label || ""));
  node.addEventListener("click", () => use(node, c, message, ctx));
  return node;
}

// use presses something: it is busy until the bot has answered.
async function use(node, c, message, ctx, values) {
  const {client} = ctx;
  if (node.getAttribute("aria-busy")) return;
  node.setAttribute("aria-busy", "true"); // not disabled: that would take the focus away
  try {
    const outcome = await client.interact(3, message.channel_id, {component_type: c.type, custom_id: c.custom_id, ...(values ? {values} : {})},
      {message_id: message.id, message_flags: message.flags});
    if (outcome.failed) alertUser(t("failed"));
    else if (values && message.attachments.length) ctx.moved(); // by a menu below a board
  } catch (err) {
    alertUser(err.message);
  }
  node.removeAttribute("aria-busy");
}

function select(c, message, ctx) {
  const chosen = (c.options || []).filter(o => o.default).map(o => o.label).join(", ");
  const node = el("button.select", {type: "button", disabled: c.disabled, "data-custom-id": c.custom_id, role: "combobox",
    "aria-haspopup": "listbox", "aria-expanded": "false", "aria-label": [c.placeholder || t("select"), chosen].filter(Boolean).join(": ")},
    el("span", {}, chosen || c.placeholder || t("select")), el("span.arrow", {"aria-hidden": "true"}, "▾"));
  node.addEventListener("click", () => {
    const many = (c.max_values ?? 1) > 1;
    pick(node, entries(c, ctx), {
      title: c.placeholder || t("options"),
      multiple: many ? {min: c.min_values ?? 1, max: c.max_values} : null,
      choose: picked => {
        const list = many ? picked : [picked];
        node.firstChild.replaceChildren(...list.flatMap((e, n) => [n ? ", " : "", e.icon || "", e.label]));
        use(node, c, message, ctx, list.map(e => e.value));
      },
    });
  });
  return node;
}

function entries(c, ctx) {
  const {client} = ctx;
  if (c.type === 3) {
    return c.options.map(o => ({icon: o.emoji ? emoji(o.emoji) : null, label: o.label, detail: o.description, value: o.value}));
  }
  if (c.type === 8) return [...client.channels.values()].filter(x => x.type === 0).map(x => ({label: "#" + x.name, value: x.id}));
  return [...client.users.values()].map(u => ({label: u.global_name, detail: u.username, value: u.id}));
}
