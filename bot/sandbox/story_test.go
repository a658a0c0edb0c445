package sandbox_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"yeye/bot/sandbox"
	"yeye/bot/sandbox/browse"
	"yeye/internal/slow"
	"yeye/internal/subprocess"
)

// program builds the real program and starts its sandbox, bot and all, as a newcomer would.
func program(t *testing.T) sandbox.Info {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	t.Cleanup(cancel)
	binary := filepath.Join(t.TempDir(), "yeye")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", binary, "yeye/cmd/yeye").CombinedOutput(); err != nil {
		t.Fatalf("the program does not build: %v\n%s", err, out)
	}
	cmd := exec.CommandContext(ctx, binary, "sandbox", "--addr", "127.0.0.1:0", "--json", "--answer-within", "1m")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p, err := subprocess.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		if err := p.Wait(); err != nil {
			t.Errorf("the program ended badly: %v\n%s", err, stderr.String())
		}
		if t.Failed() {
			t.Log(stderr.String())
		}
	})
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	var info sandbox.Info
	if err == nil {
		err = json.Unmarshal(line, &info)
	}
	if err != nil {
		t.Fatalf("the program did not say where it is: %v\n%s", err, stderr.String())
	}
	return info
}

// The newcomer's story and a game of two, with the real bot, on the page alone.
func TestStory(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	info := program(t)
	p := browse.Open(t, info.URL, 1280, 860)
	button := func(label string) string {
		return `[...document.querySelectorAll(".main .row button")].filter(b => !b.disabled && b.innerText.includes("` +
			label + `")).at(-1)`
	}
	press := func(label string) {
		t.Helper()
		p.Wait(button(label))
		browse.Eval[bool](p, `(`+button(label)+`.click(), true)`)
	}
	choose := func(text string) { // in the newest select, by keyboard
		t.Helper()
		browse.Eval[bool](p, `([...document.querySelectorAll(".select")].at(-1).focus(), true)`)
		p.Press(browse.Enter)
		p.WaitText("#picker", text)
		for range 25 {
			if strings.Contains(p.Text("#picker .at"), text) {
				break
			}
			p.Press(browse.ArrowDown)
		}
		p.Press(browse.Enter)
	}
	board := `[...document.querySelectorAll("img.attachment")].at(-1)?.naturalWidth > 100`

	// A game against the Kid, with the keyboard alone.
	p.WaitText("#channel", "xiangqi")
	p.WaitText("#hint", "/play")
	p.Press("/play")
	p.WaitText("#picker", "/play")
	p.Press(browse.Enter)
	p.WaitText(".slash", "/play")
	p.Press(browse.Enter)
	p.Wait(board)
	p.WaitText("#hint", "h2e2")
	p.Screenshot("begun")
	p.Press("h2e2", browse.Enter)
	p.Wait(`[...document.querySelectorAll(".content")].at(-1).innerText.match(/Red.*h2e2[\s\S]*Black.*[a-i]\d[a-i]\d/)`)
	p.Wait(`document.querySelector("#hint").hidden`)
	if alt := browse.Eval[string](p, `[...document.querySelectorAll("img.attachment")].at(-1).alt`); len(alt) < 40 {
		t.Errorf("alt text: %q", alt)
	}
	choose("c3") // a pawn that can move whatever Black did; then its target
	p.Wait(`[...document.querySelectorAll(".message:last-child .select")].length > 1`)
	p.Wait(`document.activeElement?.classList.contains("select")`) // even though the card was redrawn
	p.Screenshot("chosen")
	choose("c4")
	p.Wait(`[...document.querySelectorAll(".content")].at(-1).innerText.includes("c3c4")`)
	p.Screenshot("moved")

	// A game of two: challenge, accept, a private board, a move by selects, a typed answer.
	p.Click(`[data-channel="` + info.Channels[1].ID + `"]`)
	p.WaitText("#channel", "teahouse")
	p.Press("/challenge")
	p.WaitText("#picker", "/challenge")
	p.Press(browse.Enter)
	p.WaitText(".slash", "/challenge")
	browse.Eval[bool](p,
		`([...document.querySelectorAll(".add")].find(b => b.innerText.includes("user")).click(), true)`)
	p.WaitText("#picker", "Mei")
	p.Press(browse.Enter)
	p.Wait(`document.activeElement?.classList.contains("command")`)
	p.Press(browse.Enter)
	p.Wait(button("Accept"))
	p.WaitText("#phone", "Mei’s phone")
	p.Screenshot("challenge")
	p.Press(browse.F2, browse.F2, browse.F2)
	p.Wait(`document.title.startsWith("Mei")`)
	press("Accept")
	p.Wait(board)
	p.Screenshot("accepted")

	// Red moves first, be it Mei or Tom.
	red := browse.Eval[string](p,
		`([...document.querySelectorAll(".content strong .mention")].at(-1)?.innerText || "").slice(1).toLowerCase()`)
	if red != "mei" && red != "tom" {
		t.Fatalf("nobody is to move, but %q", red)
	}
	black := map[string]string{"mei": "tom", "tom": "mei"}[red]
	p.Click(`[data-person="` + red + `"]`)
	p.Wait(`document.querySelector('[data-person="` + red + `"]').getAttribute("aria-pressed") === "true"`)
	p.Wait(board)
	press("My board")
	p.Wait(`document.querySelector(".message.secret img.attachment")?.naturalWidth > 100`)
	p.Screenshot("private")
	cannon, moved := "h2", "e2"
	if red == "mei" { // whose client is Chinese
		cannon, moved = "二路炮", "炮二平五"
	}
	choose(cannon)
	p.Wait(`[...document.querySelectorAll(".message.secret .select")].length > 1`)
	choose(moved)
	p.Click(`[data-person="` + black + `"]`)
	p.WaitText(".content", "h2e2")
	if strings.Contains(p.Text("#messages"), "Only you can see this") {
		t.Errorf("%s sees the private board of %s", black, red)
	}
	p.Wait(`document.activeElement?.id === "text"`)
	p.Press("h9g7", browse.Enter)
	p.Wait(`[...document.querySelectorAll(".content")].at(-1).innerText.includes("h9g7")`)
	p.Screenshot("answered")
	browse.Eval[bool](p, `(document.documentElement.dataset.theme = "dark", true)`)
	p.Screenshot("dark")
	p.Resize(360, 740)
	p.Wait(`document.documentElement.scrollWidth <= 360`)
	p.Screenshot("narrow")

	// What phones showed: only people with something to do were notified, with words they can read.
	resp, err := http.Get(info.URL + "/sandbox/pings")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var pings []sandbox.Ping
	if err := json.NewDecoder(resp.Body).Decode(&pings); err != nil {
		t.Fatal(err)
	}
	for _, ping := range pings {
		if ping.Preview == "" || ping.ChannelID.String() != info.Channels[1].ID {
			t.Errorf("a ping nobody needs: %+v", ping)
		}
	}
	if len(pings) == 0 || pings[0].Username != "mei" {
		t.Errorf("the challenge should ping Mei: %+v", pings)
	}
}
