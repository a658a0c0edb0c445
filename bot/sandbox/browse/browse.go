// Package browse drives the sandbox's page in a real Chromium, for tests: it opens pages, types, presses keys, waits
// for text and takes screenshots. If the machine has no Chromium, a test that opens a page is skipped with a message.
//
// Screenshots go to the directory that the environment variable YEYE_SCREENSHOTS names, else nowhere.
//
// Out of scope: what a certain test expects to see. Only tests import it.
package browse

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Keys for Press.
const (
	Enter      = kb.Enter
	Escape     = kb.Escape
	ArrowDown  = kb.ArrowDown
	ArrowRight = kb.ArrowRight
	ArrowUp    = kb.ArrowUp
	ArrowLeft  = kb.ArrowLeft
	Tab        = kb.Tab
	F2         = kb.F2
)

// Page is one tab.
type Page struct {
	t   testing.TB
	ctx context.Context
}

// Browser returns the path of Chromium, or "" if there is none.
func Browser() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// Require skips a test for which there is no Chromium.
func Require(t testing.TB) {
	t.Helper()
	if Browser() == "" {
		t.Skip("There is no Chromium here: what this test shows about the page was not looked at.")
	}
}

// Open opens an address in a window of the given size in CSS pixels. The browser is closed when the test ends.
func Open(t testing.TB, address string, width, height int) *Page {
	t.Helper()
	return OpenIn(t, "en-US", address, width, height)
}

// OpenIn is Open with a browser language other than en-US.
func OpenIn(t testing.TB, language, address string, width, height int) *Page {
	t.Helper()
	path := Browser()
	if path == "" {
		t.Skip("There is no Chromium here: what this test shows about the page was not looked at.")
	}
	dir, err := os.MkdirTemp("", "yeye-page-")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Minute)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.UserDataDir(dir),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.WSURLReadTimeout(2*time.Minute), chromedp.Flag("lang", language),
		chromedp.Flag("accept-lang", language), chromedp.WindowSize(max(width, 500), height))
	ctx, stopAllocator := chromedp.NewExecAllocator(ctx, options...)
	ctx, stop := chromedp.NewContext(ctx)
	t.Cleanup(func() {
		stop()
		stopAllocator()
		cancel()
		for range 50 { // the browser's children may still write for a moment after it has exited
			if os.RemoveAll(dir) == nil {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	})
	p := &Page{t, ctx}
	// The browser lives as long as the context of the first actions, so these have no deadline of their own.
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(int64(width), int64(height)),
		chromedp.Navigate(address)); err != nil {
		t.Fatalf("page: %v", err)
	}
	return p
}

func (p *Page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 45*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.Screenshot("failed")
		p.t.Fatalf("page: %v", err)
	}
}

// Resize changes the window's size.
func (p *Page) Resize(width, height int) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(int64(width), int64(height)))
}

// Press sends keys to the focused element: text, or one of the keys above.
func (p *Page) Press(keys ...string) {
	p.t.Helper()
	for _, k := range keys {
		p.do(chromedp.KeyEvent(k))
	}
}

// Click clicks the first visible element of a CSS selector. If the page redraws it between the search and the click, it
// searches again.
func (p *Page) Click(selector string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 45*time.Second)
	defer cancel()
	for {
		err := chromedp.Do(ctx, chromedp.Click(chromedp.CSS(selector)))
		if err == nil {
			return
		}
		if !strings.Contains(err.Error(), "ode with given id") || ctx.Err() != nil {
			p.Screenshot("failed")
			p.t.Fatalf("page: clicking %s: %v", selector, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// Wait waits until a JavaScript expression is true, at most 45 seconds: test machines are busy.
func (p *Page) Wait(expression string) {
	p.t.Helper()
	deadline := time.Now().Add(45 * time.Second)
	for {
		if ok, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("!!("+expression+")")); err == nil && ok {
			return
		} else if time.Now().After(deadline) {
			p.Screenshot("failed")
			p.t.Fatalf("page: %s never came true (%v); on the screen:\n%s", expression, err, p.Text("main"))
		}
		time.Sleep(40 * time.Millisecond)
	}
}

// WaitText waits until an element shows some words.
func (p *Page) WaitText(selector, words string) {
	p.t.Helper()
	p.Wait(fmt.Sprintf(`[...document.querySelectorAll(%q)].some(e => e.innerText.includes(%q))`, selector, words))
}

// Eval computes a JavaScript expression.
func Eval[T any](p *Page, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.t.Fatalf("page: %s: %v", expression, err)
	}
	return v
}

// Text returns an element's text as shown.
func (p *Page) Text(selector string) string {
	p.t.Helper()
	text, _ := chromedp.Run(p.ctx,
		chromedp.Evaluate[string](fmt.Sprintf(`(document.querySelector(%q)?.innerText || "")`, selector)))
	return text
}

// Screenshot takes a screenshot, if YEYE_SCREENSHOTS is set.
func (p *Page) Screenshot(name string) {
	p.t.Helper()
	dir := os.Getenv("YEYE_SCREENSHOTS")
	if dir == "" {
		return
	}
	time.Sleep(250 * time.Millisecond) // pictures and fonts settle
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		if err = os.MkdirAll(dir, 0o755); err == nil {
			err = os.WriteFile(filepath.Join(dir, strings.ReplaceAll(p.t.Name(), "/", "-")+"-"+name+".png"), png, 0o644)
		}
	}
	if err != nil {
		p.t.Logf("screenshot %s: %v", name, err)
	}
}
