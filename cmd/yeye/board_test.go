package main

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"yeye/bot/sandbox/browse"
	"yeye/internal/slow"
)

// Both settings of boards belong together, and players are not sent over an open line.
func TestBoardFlags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ board, url, says string }{
		{"", "", ""},
		{"127.0.0.1:8090", "https://play.example.org", ""},
		{"127.0.0.1:8090", "https://example.org/yeye/", ""},
		{"127.0.0.1:8090", "http://127.0.0.1:8090", ""},
		{"127.0.0.1:8090", "http://localhost:8090", ""},
		{"127.0.0.1:8090", "", "belong together"},
		{"", "https://play.example.org", "belong together"},
		{"127.0.0.1:8090", "http://play.example.org", "only https"},
		{"127.0.0.1:8090", "play.example.org", "must be an address"},
		{"127.0.0.1:8090", "https://mei:secret@play.example.org", "must be an address"},
		{"127.0.0.1:8090", "https://play.example.org/#x", "must be an address"},
	} {
		err := boardFlags{c.board, c.url}.checkBoards()
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q %q: %v", c.board, c.url, err)
		}
	}
	code, _, log := runProgram(t, []string{"DISCORD_TOKEN=x"}, "serve", "--board", "127.0.0.1:0")
	if code != 78 || !strings.Contains(log, "--board-url") {
		t.Errorf("%d %s", code, log)
	}
	if at := (boardFlags{"", "https://example.org/yeye/"}).address(); at != "https://example.org/yeye" {
		t.Error(at)
	}
}

// The doctor says whether players find boards at their address.
func TestDoctorFindsBoards(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	ask := func(board, url string) string {
		var out bytes.Buffer
		c := doctorCmd{serveFlags: serveFlags{boardFlags: boardFlags{board, url}}}
		c.boards(t.Context(), &report{out: &out})
		return out.String()
	}
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	ours := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "frame-ancestors 'none'")
	}))
	defer ours.Close()
	for _, c := range []struct{ board, url, says string }{
		{"", "", ""},
		{"127.0.0.1:0", "https://play.example.org", "is free"},
		{taken.Addr().String(), other.URL, "not with yeye's boards"},
		{taken.Addr().String(), ours.URL, "players find them"},
		{taken.Addr().String(), "http://127.0.0.1:1", "do not find them"},
	} {
		if got := ask(c.board, c.url); !strings.Contains(got, c.says) || (got == "") != (c.says == "") {
			t.Errorf("%q %q: %s", c.board, c.url, got)
		}
	}
}

// The first command of the README ends with a piece under the newcomer's finger: the button under the first board leads to a page on which
// a dragged piece moves, the Kid answers there, and the card shows both moves.
func TestBoardInTheSandbox(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	t.Parallel()
	p := startProcess(t, nil, "sandbox", "--addr", "127.0.0.1:0", "--db", filepath.Join(t.TempDir(), "yeye.db"))
	line, err := p.out.ReadString('\n')
	if err != nil {
		t.Fatalf("%v\n%s", err, p.log())
	}
	chat := browse.Open(t, regexp.MustCompile(`http://\S+`).FindString(line), 1280, 900)
	const button = `[...document.querySelectorAll("button")].find(b => b.textContent.includes("Open board"))`
	chat.Wait(button)
	browse.Eval[any](chat, button+".click()")
	const link = `document.querySelector('a.button[href*="#"]')`
	chat.Wait(link)
	chat.Screenshot("link")
	opens := browse.Eval[string](chat, link+`.target + " " + `+link+`.rel`)
	if !strings.Contains(opens, "_blank") || !strings.Contains(opens, "noopener") {
		t.Errorf("it opens %s", opens)
	}
	page := browse.Open(t, browse.Eval[string](chat, link+".href"), 390, 844)
	page.Wait(`document.querySelector("main").dataset.state === "open" && document.querySelector("#set")`)
	page.TouchDrag(`[data-square="h2"]`, `[data-square="e2"]`, nil)
	for n := 1; n <= 2; n++ {
		page.Wait(fmt.Sprintf(`document.querySelector('#moves [data-ply="%d"]')`, n))
	}
	page.Screenshot("answered")
	if hash := browse.Eval[string](page, "location.href"); strings.Contains(hash, "#") {
		t.Errorf("the address keeps the secret: %s", hash)
	}
	chat.Wait(`document.querySelector("main").innerText.match(/h2e2 *·.*\d/)`)
	again := browse.Eval[string](page, `sessionStorage.getItem("yeye.session")`)
	browse.Eval[any](page, "location.reload()")
	page.Wait(`document.querySelector('#moves [data-ply="2"]')`)
	if browse.Eval[string](page, `sessionStorage.getItem("yeye.session")`) != again {
		t.Error("a reload does not go on")
	}
}
