// The page's own words, in the visitor's language. What people and the bot write is not translated.

const texts = {
  en: {
    title: "{name} · Yeye sandbox", skip: "To the message box", channels: "Channels", theme: "Light or dark", who: "Who you are",
    messages: "Messages", notifications: "Notifications", guild: "Park under the plane trees",
    "topic.xiangqi": "The board is here: play by writing a move.", "topic.teahouse": "Games between friends, and talk.", "topic.lobby": "Everything else.",
    archived: "This thread is archived; a message opens it again.", offline: "The sandbox is not answering; trying again …",
    direct: "Direct messages", messageBot: "+ Message {name}", become: "Become somebody else",
    you: "You are {name}. Choose who else to be, or press F2.", person: "{name}, {locale} (Alt+{n})", me: "You are {name}: become somebody else",
    mentions: "{n} mentions", unread: "unread", typing1: "{names} is typing …", typing2: "{names} are typing …",
    "hint.move": "{name}, it is your move: write {move} and press Enter.",
    "hint.play": "You are {name}. Write {play}, press Enter twice, and the board appears.",
    "to.room": "Message #{place} as {name}", "to.thread": "Message in {place} as {name}", "to.dm": "Message @{place} as {name}", "to.none": "Message",
    sendFile: "Send a file", send: "Send", replying: "Replying to {name}", cancel: "Cancel", commands: "Commands", people: "People",
    leave: "Leave the command", enterSends: "/{name}, Enter sends", yes: "True", no: "False", needed: "“{name}” is needed.",
    silent: "/{name}: the application did not respond", noCommand: "No such command here.", refused: "Refused",
    failed: "This interaction failed: the bot did not answer.", select: "Make a selection", options: "Options",
    reply: "Reply", thread: "Create thread", threadName: "Thread", react: "React {emoji}", copy: "Copy text", delete: "Delete message",
    message: "Message", mention: "Mention", dm: "Message", noAnswer: "The application did not respond", bot: "BOT",
    onlyYou: "Only you can see this", dismiss: "Dismiss message", used: "{name} used {command}", gone: "Original message was deleted",
    picture: "a picture", thinking: "{name} is thinking", opened: "started a thread: {thread}", edited: "(edited)", reactWith: "React with {emoji}", more: "More",
    submit: "Submit", required: "needed", unanswered: "The form was not answered.", phone: "{name}’s phone", noWords: "(no words)",
    quiet: "Phones are quiet. What pings somebody shows here.", nothing: "Nothing to choose", choose: "Choose", choices: "Choices",
    spoiler: "Spoiler", unknownUser: "unknown-user", unknown: "unknown", broken: "The page could not start: {why}",
  },
  "zh-CN": {
    title: "{name} · Yeye 沙盒", skip: "跳到输入框", channels: "频道", theme: "浅色或深色", who: "你是谁",
    messages: "消息", notifications: "通知", guild: "梧桐树下的公园",
    "topic.xiangqi": "棋盘就在这里，直接输入着法就能下棋。", "topic.teahouse": "和朋友对弈，喝茶聊天。", "topic.lobby": "别的都在这里聊。",
    archived: "这个子区已归档，发一条消息就会重新打开。", offline: "沙盒没有响应，正在重试……",
    direct: "私信", messageBot: "+ 给 {name} 发私信", become: "换成别人",
    you: "你现在是 {name}。点别人或按 F2，就换成那个人。", person: "{name}，{locale}（Alt+{n}）", me: "你是 {name}：换成别人",
    mentions: "{n} 次提及", unread: "未读", typing1: "{names} 正在输入……", typing2: "{names} 正在输入……",
    "hint.move": "{name}，轮到你走：输入 {move}，按回车。",
    "hint.play": "你是 {name}。输入 {play}，按两次回车，棋盘就出来了。",
    "to.room": "以 {name} 的身份在 #{place} 发消息", "to.thread": "以 {name} 的身份在 {place} 发消息", "to.dm": "以 {name} 的身份给 @{place} 发消息", "to.none": "消息",
    sendFile: "发送文件", send: "发送", replying: "回复 {name}", cancel: "取消", commands: "命令", people: "成员",
    leave: "退出命令", enterSends: "/{name}，按回车发送", yes: "是", no: "否", needed: "请填写“{name}”。",
    silent: "/{name}：应用没有响应", noCommand: "这里没有这个命令。", refused: "被拒绝了",
    failed: "交互失败：机器人没有回应。", select: "请选择", options: "选项",
    reply: "回复", thread: "创建子区", threadName: "子区", react: "添加反应 {emoji}", copy: "复制文字", delete: "删除消息",
    message: "消息", mention: "提及", dm: "发私信", noAnswer: "应用没有响应", bot: "机器人",
    onlyYou: "只有你能看到这条消息", dismiss: "关闭这条消息", used: "{name} 使用了 {command}", gone: "原消息已被删除",
    picture: "一张图片", thinking: "{name} 正在思考", opened: "开了一个子区：{thread}", edited: "（已编辑）", reactWith: "添加反应 {emoji}", more: "更多",
    submit: "提交", required: "必填", unanswered: "提交后没有得到回应。", phone: "{name} 的手机", noWords: "（没有文字）",
    quiet: "手机都很安静。谁收到提醒，就显示在这里。", nothing: "没有可选的", choose: "选好了", choices: "选择",
    spoiler: "剧透", unknownUser: "未知用户", unknown: "未知频道", broken: "页面打不开：{why}",
  },
  "zh-TW": {
    title: "{name} · Yeye 沙盒", skip: "跳到輸入框", channels: "頻道", theme: "淺色或深色", who: "你是誰",
    messages: "訊息", notifications: "通知", guild: "梧桐樹下的公園",
    "topic.xiangqi": "棋盤就在這裡，直接輸入著法就能下棋。", "topic.teahouse": "和朋友對弈，喝茶聊天。", "topic.lobby": "其他的都在這裡聊。",
    archived: "這個討論串已封存，傳一則訊息就會重新開啟。", offline: "沙盒沒有回應，正在重試……",
    direct: "私人訊息", messageBot: "+ 傳訊息給 {name}", become: "換成別人",
    you: "你現在是 {name}。點別人或按 F2，就換成那個人。", person: "{name}，{locale}（Alt+{n}）", me: "你是 {name}：換成別人",
    mentions: "{n} 次提及", unread: "未讀", typing1: "{names} 正在輸入……", typing2: "{names} 正在輸入……",
    "hint.move": "{name}，輪到你走：輸入 {move}，按 Enter。",
    "hint.play": "你是 {name}。輸入 {play}，按兩次 Enter，棋盤就出來了。",
    "to.room": "以 {name} 的身分在 #{place} 傳訊息", "to.thread": "以 {name} 的身分在 {place} 傳訊息", "to.dm": "以 {name} 的身分傳訊息給 @{place}", "to.none": "訊息",
    sendFile: "傳送檔案", send: "傳送", replying: "回覆 {name}", cancel: "取消", commands: "指令", people: "成員",
    leave: "離開指令", enterSends: "/{name}，按 Enter 傳送", yes: "是", no: "否", needed: "請填寫「{name}」。",
    silent: "/{name}：應用程式沒有回應", noCommand: "這裡沒有這個指令。", refused: "被拒絕了",
    failed: "互動失敗：機器人沒有回應。", select: "請選擇", options: "選項",
    reply: "回覆", thread: "建立討論串", threadName: "討論串", react: "新增反應 {emoji}", copy: "複製文字", delete: "刪除訊息",
    message: "訊息", mention: "提及", dm: "傳訊息", noAnswer: "應用程式沒有回應", bot: "機器人",
    onlyYou: "只有你看得到這則訊息", dismiss: "關閉這則訊息", used: "{name} 使用了 {command}", gone: "原始訊息已刪除",
    picture: "一張圖片", thinking: "{name} 正在思考", opened: "開了一個討論串：{thread}", edited: "（已編輯）", reactWith: "新增反應 {emoji}", more: "更多",
    submit: "送出", required: "必填", unanswered: "送出後沒有得到回應。", phone: "{name} 的手機", noWords: "（沒有文字）",
    quiet: "手機都很安靜。誰收到提醒，就顯示在這裡。", nothing: "沒有可選的", choose: "選好了", choices: "選擇",
    spoiler: "劇透", unknownUser: "未知的使用者", unknown: "未知的頻道", broken: "頁面打不開：{why}",
  },
  vi: {
    title: "{name} · Yeye sandbox", skip: "Tới ô nhập tin nhắn", channels: "Kênh", theme: "Sáng hoặc tối", who: "Bạn là ai",
    messages: "Tin nhắn", notifications: "Thông báo", guild: "Công viên dưới hàng ngô đồng",
    "topic.xiangqi": "Bàn cờ ở đây: gõ nước đi để chơi.", "topic.teahouse": "Bạn bè đánh cờ, uống trà, trò chuyện.", "topic.lobby": "Mọi chuyện khác.",
    archived: "Chủ đề này đã được lưu trữ; gửi một tin nhắn để mở lại.", offline: "Sandbox không trả lời, đang thử lại…",
    direct: "Tin nhắn trực tiếp", messageBot: "+ Nhắn cho {name}", become: "Đổi sang người khác",
    you: "Bạn đang là {name}. Chọn người khác hoặc nhấn F2 để đổi.", person: "{name}, {locale} (Alt+{n})", me: "Bạn là {name}: đổi sang người khác",
    mentions: "{n} lượt nhắc đến", unread: "chưa đọc", typing1: "{names} đang nhập…", typing2: "{names} đang nhập…",
    "hint.move": "{name}, đến lượt bạn: gõ {move} rồi nhấn Enter.",
    "hint.play": "Bạn là {name}. Gõ {play}, nhấn Enter hai lần, bàn cờ sẽ hiện ra.",
    "to.room": "Nhắn tới #{place} với tên {name}", "to.thread": "Nhắn trong {place} với tên {name}", "to.dm": "Nhắn cho @{place} với tên {name}", "to.none": "Tin nhắn",
    sendFile: "Gửi tệp", send: "Gửi", replying: "Đang trả lời {name}", cancel: "Hủy", commands: "Lệnh", people: "Thành viên",
    leave: "Thoát lệnh", enterSends: "/{name}, nhấn Enter để gửi", yes: "Có", no: "Không", needed: "Cần điền “{name}”.",
    silent: "/{name}: ứng dụng không phản hồi", noCommand: "Ở đây không có lệnh này.", refused: "Bị từ chối",
    failed: "Tương tác thất bại: bot không trả lời.", select: "Hãy chọn", options: "Lựa chọn",
    reply: "Trả lời", thread: "Tạo chủ đề", threadName: "Chủ đề", react: "Thả biểu cảm {emoji}", copy: "Sao chép văn bản", delete: "Xóa tin nhắn",
    message: "Tin nhắn", mention: "Nhắc đến", dm: "Nhắn tin", noAnswer: "Ứng dụng không phản hồi", bot: "BOT",
    onlyYou: "Chỉ bạn thấy tin nhắn này", dismiss: "Ẩn tin nhắn", used: "{name} đã dùng {command}", gone: "Tin nhắn gốc đã bị xóa",
    picture: "một bức ảnh", thinking: "{name} đang suy nghĩ", opened: "đã mở một chủ đề: {thread}", edited: "(đã chỉnh sửa)", reactWith: "Thả biểu cảm {emoji}", more: "Thêm",
    submit: "Gửi", required: "bắt buộc", unanswered: "Biểu mẫu không được trả lời.", phone: "Điện thoại của {name}", noWords: "(không có chữ)",
    quiet: "Điện thoại đang im lặng. Ai được nhắc sẽ hiện ở đây.", nothing: "Không có gì để chọn", choose: "Chọn", choices: "Lựa chọn",
    spoiler: "Nội dung bị ẩn", unknownUser: "người-dùng-lạ", unknown: "không-rõ", broken: "Không mở được trang: {why}",
  },
};

// languageOf gives which of the page's languages serves a tag such as zh-Hant-HK, or "" for none.
export function languageOf(tag) {
  const parts = tag.toLowerCase().split(/[-_]/);
  if (parts[0] === "zh") return parts.some(p => ["hant", "tw", "hk", "mo"].includes(p)) ? "zh-TW" : "zh-CN";
  return ["en", "vi"].includes(parts[0]) ? parts[0] : "";
}

const wanted = new URLSearchParams(location.search).get("lang");

// lang is the visitor's language: that of the browser, as far as it is spoken here.
export const lang = [wanted, ...(navigator.languages || []), navigator.language].filter(Boolean).map(languageOf).find(Boolean) || "en";

// t is a text with its placeholders filled in.
export function t(key, values = {}) {
  return texts[lang][key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

// rich is a text whose placeholders are nodes, as a list for el.
export function rich(key, values) {
  return texts[lang][key].split(/(\{\w+\})/).map(part => (/^\{\w+\}$/.test(part) ? values[part.slice(1, -1)] : part));
}

// seeded translates a name or topic that the sandbox gave from the start; others stay as they are.
export function seeded(text) {
  const key = Object.keys(texts.en).find(k => (k === "guild" || k.startsWith("topic.")) && texts.en[k] === text);
  return key ? t(key) : text;
}

// written guesses a text's language, so that fonts and screen readers take the right one; "" where it may be any.
export function written(text) {
  if (/[ăđơưạảấầẩậắằẳặẹẻẽếềểễệỉịọỏốồổộớờởợụủứừửữựỳỵỷỹ]/i.test(text)) return "vi";
  const words = text.replace(/`[^`]*`|<[^>]*>|https?:\S+/g, "");
  const han = (words.match(/\p{Script=Han}/gu) || []).length, latin = (words.match(/[a-z]{3,}/gi) || []).length;
  if (han <= 2 * latin) return latin ? "en" : "";
  return /[這個來時說對請將軍車馬後過會紅輪選擇誰還沒從開關學習顯讓認為幾點話寫]/.test(words) ? "zh-TW" : "zh-CN";
}

// spoken is the language of a user with a Discord locale, "" if it is none of the page's.
export const spoken = locale => languageOf(locale || "");
