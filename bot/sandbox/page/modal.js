// Forms the bot opens.

import {el, $, alertUser} from "./dom.js";
import {t} from "./words.js";

// openModal shows a form and sends what is filled in; what the bot refuses stays on the screen.
export function openModal(app, modal) {
  const dialog = $("dialog");
  const inputs = new Map();
  const note = el("p.trouble", {role: "alert"});
  const fields = modal.components.flatMap(row => row.type === 18 ? [{...row.component, label: row.label, description: row.description}] : row.components || [])
    .filter(c => c.type === 4).map(c => {
      const input = el(c.style === 2 ? "textarea" : "input", {name: c.custom_id, placeholder: c.placeholder, maxlength: c.max_length, minlength: c.min_length,
        required: c.required !== false, rows: c.style === 2 ? 5 : null, value: c.value || ""});
      inputs.set(c.custom_id, input);
      return el("label", {}, el("span", {}, c.label, c.required !== false ? el("b", {title: t("required")}, " *") : null), input);
    });
  const form = el("form", {method: "dialog"}, el("h2", {id: "dialog-title"}, modal.title), ...fields, note,
    el("div.row", {}, el("button.secondary", {type: "button", onclick: () => dialog.close()}, t("cancel")), el("button.primary", {type: "submit"}, t("submit"))));
  form.addEventListener("submit", async e => {
    e.preventDefault();
    const components = [...inputs].map(([custom_id, input]) => ({type: 1, components: [{type: 4, custom_id, value: input.value}]}));
    try {
      const outcome = await app.client.interact(5, modal.channel_id, {id: modal.id, custom_id: modal.custom_id, components});
      dialog.close();
      if (outcome.failed) alertUser(t("unanswered"));
    } catch (err) {
      note.textContent = err.message;
    }
  });
  dialog.setAttribute("aria-labelledby", "dialog-title");
  dialog.replaceChildren(form);
  dialog.showModal();
  form.querySelector("input, textarea")?.focus();
}
