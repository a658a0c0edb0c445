package main

import (
	"path/filepath"
	"regexp"
	"testing"

	"yeye/bot/sandbox/browse"
)

// A stranger opens the address: a board stands there, a line says what to type, the
// message box has the focus. Two words of keyboard later the Kid has answered. The
// same on a phone, in light and in dark.
func TestFirstScreen(t *testing.T) {
	if browse.Browser() == "" {
		t.Skip("There is no Chromium here: the first screen was not looked at.")
	}
	t.Parallel()
	for _, c := range []struct {
		name, theme   string
		width, height int
	}{
		{"desktop dark", "dark", 1280, 800},
		{"phone light", "light", 360, 640},
		{"phone dark", "dark", 360, 740},
		{"desktop light", "light", 1440, 900},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := startProcess(t, nil, "sandbox", "--addr", "127.0.0.1:0", "--db", filepath.Join(t.TempDir(), "yeye.db"))
			line, err := p.out.ReadString('\n')
			if err != nil {
				t.Fatalf("%v\n%s", err, p.log())
			}
			address := regexp.MustCompile(`http://\S+`).FindString(line)
			page := browse.Open(t, address+"/?theme="+c.theme, c.width, c.height)
			page.See("#hint", "your move: write h2e2 and press Enter")
			page.Wait(`document.activeElement?.id === "text"`)
			page.Wait(`[...document.querySelectorAll("img.attachment")].some(i => i.naturalWidth > 500)`)
			page.Shot("first")
			// The line and the whole board are in sight, and nothing is wider than the window.
			if !browse.Eval[bool](page, `(() => {
				const board = document.querySelector("img.attachment").getBoundingClientRect(), hint = document.querySelector("#hint").getBoundingClientRect();
				return hint.top >= 0 && board.bottom <= innerHeight && board.top >= hint.bottom - 1 && document.documentElement.scrollWidth <= innerWidth;
			})()`) {
				t.Error("the board or the line is not whole in sight: ", browse.Eval[string](page,
					`JSON.stringify([document.querySelector("img.attachment").getBoundingClientRect(), document.querySelector("#hint").getBoundingClientRect(), innerWidth, innerHeight])`))
			}
			// Whoever does not see is told the name of everything that can be used.
			if nameless := browse.Eval[string](page, `[...document.querySelectorAll("button, input, textarea, a, img, [role=combobox]")].filter(e => e.checkVisibility() &&
				!(e.getAttribute("aria-label") || e.textContent.trim() || e.title || e.alt || e.querySelector('img[alt]:not([alt=""])'))).map(e => e.outerHTML).join("\n")`); nameless != "" {
				t.Errorf("without a name: %s", nameless)
			}
			page.Press("h2e2", browse.Enter)
			page.Wait(`document.querySelector("#hint").hidden`)
			page.See(".content", "Black ")
			page.See(".content", "to move")
			page.Shot("answered")
		})
	}
}
