package sandbox_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/sandbox"
	"yeye/bot/sandbox/browse"
	"yeye/bot/sandbox/person"
	"yeye/internal/slow"
)

// The page, with the toy bot behind it: with the keyboard alone a game is begun, a move made, a select used; then a
// form, a private message, a thread, two people, a phone's width, light and dark.
func TestPage(t *testing.T) {
	te := start(t, sandbox.Options{})
	slow.Test(t)
	browse.Require(t)
	te.withBot()
	room := te.info.Channels[0].ID
	p := browse.Open(t, te.info.URL, 1280, 800)
	p.WaitText("#channel", "xiangqi")
	p.WaitText("#hint", "/play")
	p.Wait(`document.activeElement?.id === "text"`)

	p.Press("/pl")
	p.WaitText("#picker", "/play")
	p.Press(browse.Enter)
	p.WaitText(".add", "opponent")
	p.Press(browse.Enter) // sends: the option is not required
	p.WaitText(".content", "The board")
	p.Wait(`document.querySelector("img.attachment")?.naturalWidth === 34`)
	p.Screenshot("board")

	p.Press("h2e2", browse.Enter)
	te.eventually(func() bool { return len(te.heard) == 1 && te.heard[0] == "h2e2" })
	p.Wait(`document.querySelector("#hint").hidden`)

	t.Run("select by keyboard", func(t *testing.T) {
		browse.Eval[bool](p, `(document.querySelector(".select").focus(), true)`)
		p.Press(browse.Enter)
		p.WaitText("#picker", "Horse h0")
		p.Screenshot("select")
		p.Press(browse.ArrowDown, browse.Enter)
		p.WaitText(".content", "Chosen h0")
	})
	t.Run("autocomplete", func(t *testing.T) {
		p.Click("#text")
		p.Press("/move")
		p.WaitText("#picker", "/move")
		p.Press(browse.Enter, "h")
		p.WaitText("#picker", "Move h0g2")
		p.Screenshot("autocomplete")
		p.Press(browse.ArrowDown, browse.Enter)
		p.Wait(`document.activeElement?.classList.contains("command")`)
		p.Press(browse.Enter)
		p.WaitText(".content", "Moved h0g2")
	})
	t.Run("form", func(t *testing.T) {
		p.Click(`button[data-custom-id="form"]`)
		p.Wait(`document.querySelector("dialog").open`)
		p.Screenshot("form")
		p.Press("green tea", browse.Enter)
		p.WaitText(".content", "You wrote green tea")
	})
	t.Run("private message", func(t *testing.T) {
		p.Click("#text")
		p.Press("/secret", browse.Enter)
		p.WaitText(".slash", "/secret")
		p.Press(browse.Enter)
		p.WaitText(".message.secret", "Only you can see this")
		p.Click(`[data-person="mei"]`)
		p.Wait(`document.title.startsWith("Mei")`)
		p.WaitText(".content", "You wrote green tea")
		if strings.Contains(p.Text("#messages"), "Only you") {
			t.Error("Mei sees Tom's private message")
		}
		for _, name := range []string{"Tom", "Linh", "Ting", "Mei", "Tom"} {
			p.Press(browse.F2)
			p.Wait(`document.title.startsWith("` + name + `")`)
		}
	})
	t.Run("a ping shows on a phone", func(t *testing.T) {
		if _, err := te.bot.ChannelMessageSend(room,
			"<@"+te.info.Users[0].ID+"> **it is your turn** after `h2e2`"); err != nil {
			t.Fatal(err)
		}
		p.WaitText("#phone", "@Mei **it is your turn**")
		p.WaitText(`[data-person="mei"] .badge`, "1")
	})
	t.Run("thread", func(t *testing.T) {
		m, err := te.bot.ChannelMessageSend(room, "A game begins")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := te.bot.MessageThreadStartComplex(room, m.ID, &discordgo.ThreadStart{Name: "Tom and Mei",
			AutoArchiveDuration: 1440}); err != nil {
			t.Fatal(err)
		}
		p.WaitText("#channels", "Tom and Mei")
		p.Click(".thread")
		p.WaitText("#channel", "Tom and Mei")
		p.Press("in the thread", browse.Enter)
		p.WaitText(".content", "in the thread")
		p.Click("[data-channel='" + room + "']")
		p.WaitText("#channel", "xiangqi")
		// A thread without a first message is entered by the line that announces it.
		if _, err := te.bot.ThreadStart(room, "Mei and Linh", discordgo.ChannelTypeGuildPublicThread,
			1440); err != nil {
			t.Fatal(err)
		}
		p.WaitText(".content", "started a thread")
		p.Click(".opens")
		p.WaitText("#channel", "Mei and Linh")
		p.Click("[data-channel='" + room + "']")
		p.WaitText("#channel", "xiangqi")
	})
	t.Run("menu on a message", func(t *testing.T) {
		p.Press("炮二平五", browse.Enter)
		p.WaitText(".content", "炮二平五")
		browse.Eval[bool](p, `([...document.querySelectorAll(".message")].at(-1).querySelector(".more").click(), true)`)
		p.WaitText("#picker", "Read as xiangqi")
		p.Press(browse.Enter)
		p.WaitText(".content", "Read: 炮二平五")
	})
	t.Run("words of markup stay words", func(t *testing.T) {
		if _, err := te.bot.ChannelMessageSend(room,
			"# Head\n**bold** *it* __under__ ~~gone~~ `code` ||hidden||\n> quoted\n- one\n- two\n<img src=x onerror=alert(1)> [site](https://example.com/a)\n```\nblock <b>\n```\n-# small"); err != nil {
			t.Fatal(err)
		}
		p.WaitText(".content", "<img src=x onerror=alert(1)>")
		for _, tag := range []string{"h4.md1", "strong", "em", "u", "s", "code", ".spoiler", "blockquote", "li", "pre",
			"small", "a[href='https://example.com/a']"} {
			if !browse.Eval[bool](p, `!!document.querySelector(".content `+tag+`")`) {
				t.Errorf("no %s", tag)
			}
		}
		p.Screenshot("markdown")
	})
	t.Run("a relative time counts down, by the sandbox's clock", func(t *testing.T) {
		te.s.Advance(time.Hour)
		if _, err := te.bot.ChannelMessageSend(room, fmt.Sprintf("time runs out <t:%d:R>",
			te.s.Now().Add(59*time.Second).Unix())); err != nil {
			t.Fatal(err)
		}
		const shown = `document.querySelector("time[data-relative]")?.textContent`
		p.Wait(`/^in [2-5]\d seconds$/.test(` + shown + `)`)
		first := browse.Eval[string](p, shown)
		p.Wait(shown + ` !== ` + strconv.Quote(first))
	})
	t.Run("a time that no calendar has stays text", func(t *testing.T) {
		if _, err := te.bot.ChannelMessageSend(room, "at <t:99999999999999999> o'clock"); err != nil {
			t.Fatal(err)
		}
		p.WaitText(".content", "at <t:99999999999999999> o'clock")
	})
	t.Run("an input method's Enter is its own", func(t *testing.T) {
		const enter = `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", isComposing: true, bubbles: true, cancelable: true}))`
		p.Click("#text")
		p.Press("pao'er")
		if !browse.Eval[bool](p, enter) || browse.Eval[string](p, `document.querySelector("#text").value`) != "pao'er" {
			t.Error("the text was sent")
		}
		browse.Eval[bool](p, `(document.querySelector("#text").value = "", true)`)
		p.Press("/move", browse.Enter, "h")
		p.WaitText("#picker", "Move h0g2")
		if !browse.Eval[bool](p, enter) || browse.Eval[string](p, `document.querySelector(".option input").value`) != "h" {
			t.Error("a choice was made")
		}
		p.Press(browse.Escape)
		p.Press(browse.Escape)
		p.Click("#text")
	})
	t.Run("what could not be loaded is loaded at the next look", func(t *testing.T) {
		browse.Eval[bool](p, `(window.app.client.loaded.clear(), window.app.client.request = () => Promise.reject(new Error("away")), window.app.go(window.app.channel), true)`)
		p.WaitText("#alert", "away")
		browse.Eval[bool](p, `(delete window.app.client.request, window.app.go(window.app.channel), true)`)
		p.Wait(`window.app.client.loaded.has(window.app.channel)`)
	})
	t.Run("refusals are said", func(t *testing.T) {
		p.Press("/nothing", browse.Enter)
		p.WaitText("#alert", "No such command")
		browse.Eval[bool](p, `(document.querySelector("#text").value = "", true)`)
	})
	t.Run("light and dark", func(t *testing.T) {
		var seen []string
		for range 2 {
			p.Click("#theme")
			theme := browse.Eval[string](p, `document.documentElement.dataset.theme`)
			seen = append(seen, theme+" "+browse.Eval[string](p, `getComputedStyle(document.body).backgroundColor`))
			p.Screenshot(theme)
		}
		if seen[0] == seen[1] || strings.Fields(seen[0])[0] == strings.Fields(seen[1])[0] {
			t.Errorf("the button changes nothing: %q", seen)
		}
	})
	t.Run("phone's width", func(t *testing.T) {
		p.Resize(360, 740)
		p.Wait(`document.documentElement.scrollWidth <= 360`)
		p.Click("#menu")
		p.Wait(`document.body.classList.contains("open")`)
		p.Screenshot("drawer")
		p.Press(browse.Escape)
		p.Screenshot("narrow")
	})
	t.Run("the connection comes back", func(t *testing.T) {
		browse.Eval[bool](p, `(window.app.client.dispatchEvent(new CustomEvent("offline")), true)`)
		p.WaitText("#alert", "not answering")
		p.Click("#text")
		p.Press("half a move")
		browse.Eval[bool](p, `(window.before = window.app.client.session, window.app.client.socket.close(), true)`)
		if _, err := te.bot.ChannelMessageSend(room, "said during the break"); err != nil {
			t.Fatal(err)
		}
		p.Wait(`window.app.client.session !== window.before`)
		p.Wait(`document.querySelector("#alert").hidden`)
		p.WaitText(".content", "said during the break")
		if text := browse.Eval[string](p, `document.querySelector("#text").value`); text != "half a move" {
			t.Errorf("of what was being written %q is left", text)
		}
	})
	// The bot does not respond: the page says so after three seconds.
	tom := te.connect(1)
	if _, err := tom.Command(te.ctx, room, "never"); err != person.ErrFailed {
		t.Error(err)
	}
}

func TestPageFiles(t *testing.T) {
	te := start(t, sandbox.Options{})
	for _, c := range []struct{ name, kind, says string }{
		{"", "text/html; charset=utf-8", "<main>"}, {"app.js", "text/javascript; charset=utf-8", "class App"},
		{"base.css", "text/css; charset=utf-8", "--back"}, {"icon.svg", "image/svg+xml", "<svg"},
	} {
		r := te.get(te.info.URL + "/" + c.name)
		if r.status != 200 || r.head.Get("Content-Type") != c.kind || !strings.Contains(r.body, c.says) || r.head.Get("Content-Security-Policy") == "" {
			t.Errorf("%q: %d %v", c.name, r.status, r.head)
		}
	}
	if r := te.get(te.info.URL + "/../server.go"); r.status == 200 {
		t.Error("it serves what is not the page's")
	}
}

// What scripts, styles and pictures draw needs no typeface with Chinese characters, which a system may lack. Words for
// readers of Chinese are in words.js and index.html.
func TestPageNeedsNoChineseTypeface(t *testing.T) {
	entries, err := os.ReadDir("page")
	if err != nil || len(entries) < 10 {
		t.Fatal(len(entries), err)
	}
	for _, e := range entries {
		text, err := os.ReadFile("page/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		for line, said := range strings.Split(string(text), "\n") {
			if i := strings.IndexFunc(said, func(r rune) bool { return unicode.Is(unicode.Han, r) }); i >= 0 && !slices.Contains([]string{"words.js", "index.html"}, e.Name()) {
				t.Errorf("%s:%d: %.60s", e.Name(), line+1, said[i:])
			}
		}
	}
}

// The hint asks nobody to move whose turn it is not, and goes once a move was chosen from a menu below the board. A command scrolls down
// to where its answer comes.
func TestHint(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	te := start(t, sandbox.Options{}).withBot()
	p := browse.OpenIn(t, "en", te.info.URL, 412, 800)
	p.WaitText("#hint", "/play")
	mei, tom, room := te.info.Users[0].ID, te.info.Users[1].ID, te.info.Channels[0].ID
	m, err := te.bot.ChannelMessageSendComplex(room, &discordgo.MessageSend{
		Content: "**<@" + mei + "> to move** (Red) against <@" + tom + ">\nPress **My board** below.",
		Files:   []*discordgo.File{{Name: "board.txt", Reader: strings.NewReader("a board")}},
		Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.SelectMenu{CustomID: "piece", Options: []discordgo.SelectMenuOption{{Label: "Horse h0", Value: "h0"}}}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	p.WaitText(".content", "My board")
	p.Wait(`document.querySelector("#hint").hidden`)
	if _, err := te.bot.ChannelMessageEdit(room, m.ID, "**<@"+tom+"> to move** (Red) against <@"+mei+">"); err != nil {
		t.Fatal(err)
	}
	p.WaitText("#hint", "h2e2")
	browse.Eval[bool](p, `(document.querySelector(".select").focus(), true)`)
	p.Press(browse.Enter)
	p.WaitText("#picker", "Horse h0")
	p.Press(browse.Enter)
	p.Wait(`document.querySelector("#hint").hidden`)

	for range 20 {
		if _, err := te.bot.ChannelMessageSend(room, "one\ntwo\nthree"); err != nil {
			t.Fatal(err)
		}
	}
	p.Wait(`document.querySelectorAll(".message").length >= 21`)
	bottom := `(() => { const l = document.querySelector("#messages"); return l.scrollHeight - l.scrollTop - l.clientHeight < 5 })()`
	browse.Eval[bool](p, `(document.querySelector("#messages").scrollTop = 0, true)`)
	p.Wait(`!` + bottom)
	p.Click("#text")
	p.Press("/play")
	p.WaitText("#picker", "/play")
	p.Press(browse.Enter, browse.Enter)
	p.Wait(bottom)
}

// The page uses the language of the browser and begins as the person with that language.
func TestPageSpeaksTheVisitorsLanguage(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	for _, c := range []struct{ language, page, who, hint, dm string }{
		{"en-GB", "en", "Tom", "You are Tom. Write /play, press Enter twice, and the board appears.", "+ Message Yeye"},
		{"zh-CN", "zh-CN", "Mei", "你是 Mei。输入 /下棋，按两次回车，棋盘就出来了。", "+ 给 Yeye 发私信"},
		{"zh-TW", "zh-TW", "Ting", "你是 Ting。輸入 /play，按兩次 Enter，棋盤就出來了。", "+ 傳訊息給 Yeye"},
		{"vi", "vi", "Linh", "Bạn là Linh. Gõ /play, nhấn Enter hai lần, bàn cờ sẽ hiện ra.", "+ Nhắn cho Yeye"},
		{"de", "en", "Tom", "You are Tom. Write /play, press Enter twice, and the board appears.", "+ Message Yeye"},
	} {
		t.Run(c.language, func(t *testing.T) {
			visits := make(chan string, 2)
			te := start(t, sandbox.Options{OnVisit: func(id string) { visits <- id }}).withBot()
			p := browse.OpenIn(t, c.language, te.info.URL, 1280, 800)
			p.Wait(`document.title.startsWith("` + c.who + `")`)
			p.WaitText("#hint", c.hint)
			p.WaitText("#channels", c.dm)
			if lang := browse.Eval[string](p, `document.documentElement.lang`); lang != c.page {
				t.Errorf("lang=%q", lang)
			}
			id := <-visits
			if n := slices.IndexFunc(te.info.Users, func(u sandbox.NamedUser) bool { return u.ID == id }); n < 0 || te.info.Users[n].Username != strings.ToLower(c.who) {
				t.Errorf("the visit names user %s", id)
			}
			for _, m := range []struct{ text, lang string }{{"轮到你走", "zh-CN"}, {"輪到你走", "zh-TW"}, {"Đến lượt bạn", "vi"}, {"Red `h2e2` 炮二平五 it is your move", "en"}} {
				if _, err := te.bot.ChannelMessageSend(te.info.Channels[0].ID, m.text); err != nil {
					t.Fatal(err)
				}
				p.Wait(`[...document.querySelectorAll(".content")].at(-1)?.lang === "` + m.lang + `"`)
			}
			// A command is found by its name in any language.
			p.Press("/下", browse.Enter)
			p.Wait(`document.querySelector(".slash")?.textContent.match(/play|下棋/)`)
			p.Press(browse.Escape)
			p.Resize(360, 740)
			p.Wait(`document.documentElement.scrollWidth <= 360`)
			p.Click("#me")
			p.WaitText("#picker", "Linh")
			p.Screenshot("somebody-else")
		})
	}
}

// A piece chosen by keyboard: the card is redrawn with other custom ids, and the focus is still on its select; if the
// card is replaced by another, it is on that one's.
func TestFocusStays(t *testing.T) {
	te := start(t, sandbox.Options{})
	slow.Test(t)
	browse.Require(t)
	te.withBot()
	room := te.info.Channels[0].ID
	card := func(id string) *discordgo.MessageSend {
		c := controls()
		menu := c[1].(discordgo.ActionsRow).Components[0].(discordgo.SelectMenu)
		menu.CustomID = id
		c[1] = discordgo.ActionsRow{Components: []discordgo.MessageComponent{menu}}
		return &discordgo.MessageSend{Content: "card " + id, Components: c}
	}
	p := browse.Open(t, te.info.URL, 1280, 800)
	m, err := te.bot.ChannelMessageSendComplex(room, card("piece"))
	if err != nil {
		t.Fatal(err)
	}
	p.WaitText(".content", "card piece")
	browse.Eval[bool](p, `(document.querySelector(".select").focus(), true)`)
	p.Press(browse.Enter, browse.ArrowDown, browse.Enter)
	p.WaitText(".content", "Chosen h0")
	onSelect := func(id string) string {
		return `document.activeElement?.classList.contains("select") && document.activeElement.dataset.customId === "` + id + `"`
	}
	p.Wait(onSelect("piece"))
	next := card("piece:2")
	if _, err := te.bot.ChannelMessageEditComplex(&discordgo.MessageEdit{ID: m.ID, Channel: room, Content: &next.Content, Components: &next.Components}); err != nil {
		t.Fatal(err)
	}
	p.Wait(onSelect("piece:2"))
	// It is drawn again while its menu is open, as it is at once on a slow machine.
	p.Press(browse.Enter)
	p.Wait(`document.querySelector("#picker")`)
	next = card("piece:4")
	if _, err := te.bot.ChannelMessageEditComplex(&discordgo.MessageEdit{ID: m.ID, Channel: room, Content: &next.Content,
		Components: &next.Components}); err != nil {
		t.Fatal(err)
	}
	p.WaitText(".content", "card piece:4")
	p.Press(browse.Escape)
	p.Wait(onSelect("piece:4"))
	if _, err := te.bot.ChannelMessageSendComplex(room, card("piece:3")); err != nil {
		t.Fatal(err)
	}
	p.WaitText(".content", "card piece:3")
	if err := te.bot.ChannelMessageDelete(room, m.ID); err != nil {
		t.Fatal(err)
	}
	p.Wait(onSelect("piece:3"))
}

// Several guilds: each has its channels in the list, and a message in one reaches the bot.
func TestPageShowsGuilds(t *testing.T) {
	te := start(t, sandbox.Options{Guilds: 3})
	slow.Test(t)
	browse.Require(t)
	te.withBot()
	p := browse.Open(t, te.info.URL, 1280, 800)
	third := te.info.Guilds[2]
	p.Click(`[data-channel="` + third.Channels[0].ID + `"]`)
	p.WaitText("#guild", third.Name)
	p.Press("h2e2", browse.Enter)
	te.eventually(func() bool { return len(te.heard) == 1 && te.heard[0] == "h2e2" })
	p.Press("/play", browse.Enter)
	p.Wait(`document.querySelector(".slash")`)
	p.Press(browse.Enter)
	p.WaitText(".content", "The board")
	p.Screenshot("guilds")
}
