package main

import (
	"path/filepath"
	"regexp"
	"testing"

	"yeye/bot/sandbox/browse"
	"yeye/internal/slow"
)

// A stranger opens the address: a board appears, in the language of their browser, a
// line says what to type, the message box has the focus. Two words later the Kid has
// answered. The same on a phone, in light and in dark mode.
func TestFirstScreen(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	t.Parallel()
	for _, c := range []struct {
		name, language, theme string
		width, height         int
		hint, card            string // the text of the line, and of the card once the Kid has answered
	}{
		{"desktop dark", "en-US", "dark", 1280, 800, "your move: write h2e2 and press Enter", "to move"},
		{"phone light", "en-US", "light", 360, 640, "your move: write h2e2 and press Enter", "to move"},
		{"phone dark", "zh-CN", "dark", 360, 740, "轮到你走：输入 h2e2，按回车", "轮到"},
		{"desktop light", "zh-CN", "light", 1440, 900, "轮到你走：输入 h2e2，按回车", "轮到"},
		{"phone traditional", "zh-TW", "light", 390, 800, "輪到你走：輸入 h2e2，按 Enter", "輪到"},
		{"desktop traditional", "zh-TW", "dark", 1280, 800, "輪到你走：輸入 h2e2，按 Enter", "輪到"},
		{"phone Vietnamese", "vi", "dark", 400, 800, "đến lượt bạn: gõ h2e2 rồi nhấn Enter", "lượt"},
		{"desktop Vietnamese", "vi", "light", 1280, 800, "đến lượt bạn: gõ h2e2 rồi nhấn Enter", "lượt"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := startProcess(t, nil, "sandbox", "--addr", "127.0.0.1:0", "--db", filepath.Join(t.TempDir(), "yeye.db"))
			line, err := p.out.ReadString('\n')
			if err != nil {
				t.Fatalf("%v\n%s", err, p.log())
			}
			address := regexp.MustCompile(`http://\S+`).FindString(line)
			page := browse.OpenIn(t, c.language, address+"/?theme="+c.theme, c.width, c.height)
			page.WaitText("#hint", c.hint)
			page.Wait(`document.activeElement?.id === "text"`)
			page.Wait(`[...document.querySelectorAll("img.attachment")].some(i => i.naturalWidth > 500)`)
			// The line and the whole board come into view, for the page scrolls as the picture
			// loads, and nothing is wider than the window.
			page.Wait(`(() => {
				const board = document.querySelector("img.attachment").getBoundingClientRect(), hint = document.querySelector("#hint").getBoundingClientRect();
				return hint.top >= 0 && board.bottom <= innerHeight && board.top >= hint.bottom - 1 && document.documentElement.scrollWidth <= innerWidth;
			})()`)
			page.Screenshot("first")
			// Everything that can be used has a name for screen readers, and every picture that is no decoration.
			if nameless := browse.Eval[string](page, `[...document.querySelectorAll("button, input, textarea, a, img:not([alt='']), [role=combobox]")].filter(e => e.checkVisibility() &&
				!(e.getAttribute("aria-label") || e.textContent.trim() || e.title || e.alt || e.querySelector('img[alt]:not([alt=""])'))).map(e => e.outerHTML).join("\n")`); nameless != "" {
				t.Errorf("without a name: %s", nameless)
			}
			page.Press("h2e2", browse.Enter)
			page.Wait(`document.querySelector("#hint").hidden`)
			page.Wait(`[...document.querySelectorAll(".content")].at(-1).innerText.match(/(h2e2|炮二平五|P2-5) *·.*\d/)`) // and the Kid's answer
			page.WaitText(".content", c.card)
			page.Screenshot("answered")
		})
	}
}
