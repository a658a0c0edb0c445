// Menus of messages and of people, with the bot's commands for them.

import {$, nameOf, alertUser} from "./dom.js";
import {pick} from "./picker.js";
import {t} from "./words.js";

export const emojis = ["👍", "❤️", "😂", "🎉", "🤔", "👏", "🍵", "😭"];

async function appCommands(app, type) {
  try {
    const index = await app.client.index(app.channel);
    return index.application_commands.filter(c => c.type === type);
  } catch {
    return [];
  }
}

function run(app, command, target) {
  return {label: command.name_localized || command.name, detail: "Yeye", act: async () => {
    const outcome = await app.client.interact(2, app.channel, {id: command.id, version: command.version, name: command.name, type: command.type, target_id: target});
    if (outcome.failed) alertUser(t("noAnswer"));
  }};
}

function show(anchor, title, entries) {
  pick(anchor, entries, {title, back: $("text") || anchor, choose: async entry => {
    try {
      await entry.act();
    } catch (err) {
      alertUser(err.message);
    }
  }});
}

export async function messageMenu(app, message, anchor) {
  const {client} = app;
  const at = `/channels/${message.channel_id}/messages/${message.id}`;
  const entries = [];
  if (!(message.flags & 64)) {
    entries.push(...(await appCommands(app, 3)).map(c => run(app, c, message.id)));
    entries.push({label: t("reply"), act: () => app.reply(message)});
    if (!message.thread && client.channels.get(message.channel_id)?.type === 0) {
      entries.push({label: t("thread"), act: () => client.request("POST", at + "/threads", {name: (message.content || t("threadName")).slice(0, 60), auto_archive_duration: 1440})});
    }
    entries.push(...emojis.map(e => ({label: t("react", {emoji: e}), act: () => client.request("PUT", `${at}/reactions/${encodeURIComponent(e)}/@me`)})));
  }
  entries.push({label: t("copy"), act: () => navigator.clipboard.writeText(message.content)});
  if (message.author.id === client.id) entries.push({label: t("delete"), act: () => client.request("DELETE", at)});
  show(anchor, t("message"), entries);
}

export async function userMenu(app, user, anchor) {
  const entries = (await appCommands(app, 2)).map(c => run(app, c, user.id));
  entries.unshift({label: t("mention"), act: () => app.composer.insert(`<@${user.id}> `)});
  if (user.id !== app.client.id) {
    entries.push({label: t("dm"), act: async () => {
      const dm = await app.client.request("POST", "/users/@me/channels", {recipient_id: user.id});
      app.client.channels.set(dm.id, dm);
      app.go(dm.id);
    }});
  }
  show(anchor, nameOf(user), entries);
}
