// A list to choose from, beside something else: commands, choices, selects, menus. Arrow keys, Enter and Escape work in
// it, also while the focus stays in a text field.

import {el, $} from "./dom.js";
import {t} from "./words.js";

let open = null;

// pick shows entries {icon, label, detail, value} near an anchor and calls choose with the chosen one. With keepFocus the
// anchor keeps the focus and hands its keys to key(); otherwise the list takes it. title names the list for screen readers.
export function pick(anchor, entries, {choose, keepFocus = false, title = t("choices"), multiple = null, back = anchor}) {
  close();
  const chosen = new Set();
  const list = el("ul.picker", {role: "listbox", tabindex: -1, "aria-label": title, id: "picker"});
  if (multiple) list.setAttribute("aria-multiselectable", "true");
  const items = entries.map((entry, n) => {
    const item = el("li", {role: "option", id: "pick-" + n, "aria-selected": "false"},
      entry.icon || null,
      el("span.label", {}, entry.label), entry.detail ? el("span.detail", {}, entry.detail) : null);
    item.addEventListener("mousedown", e => e.preventDefault());
    item.addEventListener("click", () => take(n));
    return item;
  });
  list.append(...items);
  if (!entries.length) list.append(el("li.none", {role: "presentation"}, t("nothing")));
  let at = entries.length ? 0 : -1;

  function mark() {
    items.forEach((item, n) => {
      item.classList.toggle("at", n === at);
      item.setAttribute("aria-selected", String(multiple ? chosen.has(n) : n === at));
    });
    const active = at >= 0 ? "pick-" + at : "";
    for (const node of [list, open.anchor])
      active ? node.setAttribute("aria-activedescendant", active) : node.removeAttribute("aria-activedescendant");
    items[at]?.scrollIntoView({block: "nearest"});
  }
  function take(n) {
    if (n < 0) return;
    if (multiple) {
      chosen.has(n) ? chosen.delete(n) : chosen.size < multiple.max && chosen.add(n);
      at = n;
      mark();
      return;
    }
    close(true);
    choose(entries[n]);
  }
  function done() {
    const values = [...chosen].sort((a, b) => a - b).map(n => entries[n]);
    if (values.length < multiple.min) return;
    close(true);
    choose(values);
  }
  // key handles a key and says whether it was its own.
  function key(e) {
    const step = {ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8}[e.key];
    if (step && items.length) at = Math.abs(step) > 1 ? Math.max(0, Math.min(items.length - 1, at + step)) : (at + step + items.length) % items.length;
    else if (e.key === "Home" && !keepFocus) at = 0;
    else if (e.key === "End" && !keepFocus) at = items.length - 1;
    else if (e.key === "Enter" && multiple && e.ctrlKey) done();
    else if ((e.key === "Enter" || e.key === " " && !keepFocus || e.key === "Tab" && keepFocus) && at >= 0) take(at);
    else if (e.key === "Escape") close(true);
    else if (!keepFocus && e.key.length === 1) {
      const from = items.findIndex((_, n) => entries[(at + 1 + n) % items.length].label.toLowerCase().startsWith(e.key.toLowerCase()));
      if (from >= 0) at = (at + 1 + from) % items.length;
    } else return false;
    e.preventDefault();
    if (open === handle) mark();
    return true;
  }
  if (multiple) list.append(el("li.apply", {role: "presentation"}, el("button.primary", {type: "button", onclick: done}, t("choose"))));
  if (!keepFocus) list.addEventListener("keydown", e => { if (e.target === list) key(e); });
  const outside = e => { if (!list.contains(e.target) && e.target !== handle.anchor && !handle.anchor.contains(e.target)) close(); };
  document.addEventListener("pointerdown", outside, true);
  $("layer").append(list);
  place(list, anchor);
  anchor.setAttribute("aria-expanded", "true");
  anchor.setAttribute("aria-controls", "picker");
  const handle = {key, list, anchor, back, keepFocus, gone: () => document.removeEventListener("pointerdown", outside, true)};
  open = handle;
  mark();
  if (!keepFocus) list.focus();
}

export const picking = () => open;

// move has the open list belong to another control, for its own was drawn again. It may be undefined.
export function move(anchor) {
  if (!open || !anchor) return close();
  if (open.back === open.anchor) open.back = anchor;
  open.anchor = anchor;
  anchor.setAttribute("aria-expanded", "true");
  anchor.setAttribute("aria-controls", "picker");
  place(open.list, anchor);
}

// close takes the list away; refocus returns the focus to where it came from, or to what pick was given.
export function close(refocus = false) {
  if (!open) return;
  const {list, anchor, back, gone, keepFocus} = open;
  open = null;
  gone();
  list.remove();
  anchor.setAttribute("aria-expanded", "false");
  anchor.removeAttribute("aria-activedescendant");
  if (!refocus || keepFocus) return;
  back.focus();
  // The key that chose must not press what has the focus now.
  const swallow = e => e.preventDefault();
  back.addEventListener("keypress", swallow);
  setTimeout(() => back.removeEventListener("keypress", swallow), 50);
}

// place puts the list above or below its anchor, where there is room, within the window.
function place(list, anchor) {
  const box = anchor.getBoundingClientRect();
  const below = innerHeight - box.bottom, above = box.top, room = Math.max(below, above) - 12;
  list.style.maxHeight = Math.min(360, room) + "px";
  list.style.minWidth = Math.min(Math.max(box.width, 240), innerWidth - 16) + "px";
  const size = list.getBoundingClientRect();
  list.style.left = Math.max(8, Math.min(box.left, innerWidth - size.width - 8)) + "px";
  if (above > below) list.style.bottom = innerHeight - box.top + 4 + "px";
  else list.style.top = box.bottom + 4 + "px";
}
