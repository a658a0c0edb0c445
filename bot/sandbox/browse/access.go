package browse

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// ReduceMotion has the page hear that its reader wants little motion, or no longer.
func (p *Page) ReduceMotion(reduce bool) {
	p.t.Helper()
	value := "no-preference"
	if reduce {
		value = "reduce"
	}
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: value}}})
		return err
	}))
}

// Heard returns the page as a screen reader has it: a line for each element with a role or a name, indented below the
// element that it is in, like `button "Resign"`.
func (p *Page) Heard() string {
	p.t.Helper()
	var nodes []*accessibility.Node
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		got, err := cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		nodes = got.Nodes
		return err
	}))
	return outline(nodes)
}

// silent are roles of which a screen reader says nothing besides what is in them.
var silent = map[string]bool{"none": true, "generic": true, "InlineTextBox": true, "ListMarker": true}

func outline(nodes []*accessibility.Node) string {
	var b strings.Builder
	byID := map[accessibility.NodeID]*accessibility.Node{}
	for _, n := range nodes {
		byID[n.NodeID] = n
	}
	text := func(v *accessibility.Value) (s string) {
		if v != nil {
			_ = json.Unmarshal(v.Value, &s) // what is no text has none
		}
		return s
	}
	var write func(n *accessibility.Node, depth int, inside string)
	write = func(n *accessibility.Node, depth int, inside string) {
		role, name := text(n.Role), text(n.Name)
		if shown := !n.Ignored && !silent[role] && (role != "StaticText" || name != inside); shown {
			fmt.Fprintf(&b, "%s%s", strings.Repeat("  ", depth), role)
			if name != "" {
				fmt.Fprintf(&b, " %q", name)
			}
			for _, property := range n.Properties {
				switch property.Name {
				case "focused", "pressed", "selected", "live", "busy", "invalid":
					if v := string(property.Value.Value); v != "false" && v != `"false"` {
						fmt.Fprintf(&b, " %s=%s", property.Name, v)
					}
				}
			}
			b.WriteByte('\n')
			depth, inside = depth+1, name
		}
		for _, id := range n.ChildIDs {
			if child := byID[id]; child != nil {
				write(child, depth, inside)
			}
		}
	}
	for _, n := range nodes {
		if n.ParentID == "" {
			write(n, 0, "")
		}
	}
	return b.String()
}

// axe is the judge of accessibility, at this version.
const axe = "axe-core@4.10.3"

// Axe returns the script of axe-core, which npm fetches; without npm or its registry the test is skipped.
func Axe(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	pack := exec.CommandContext(ctx, "npm", "pack", "--silent", "--prefer-offline", axe)
	pack.Dir = dir
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("There is no npm here, which fetches " + axe + ": the page was not judged.")
	}
	if out, err := pack.CombinedOutput(); err != nil {
		t.Skipf("npm does not fetch %s: %v %s", axe, err, out)
	}
	unpack := exec.CommandContext(ctx, "tar", "-xzf", strings.Replace(axe, "@", "-", 1)+".tgz", "package/axe.min.js")
	unpack.Dir = dir
	if out, err := unpack.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	script, err := os.ReadFile(filepath.Join(dir, "package", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(script)
}

// Finding is something that axe-core finds wrong.
type Finding struct {
	ID, Impact, Help string
	Nodes            []struct{ HTML, FailureSummary string }
}

// Judge returns what axe-core, of a script from [Axe], finds wrong with the page as it is.
func (p *Page) Judge(script string) []Finding {
	p.t.Helper()
	if !Eval[bool](p, "!!window.axe") {
		Eval[bool](p, script+"; true")
	}
	Eval[bool](p, `window.found = null; axe.run().then(r => window.found = r.violations); true`)
	p.Wait("window.found")
	var all []Finding
	if err := json.Unmarshal([]byte(Eval[string](p, "JSON.stringify(window.found)")), &all); err != nil {
		p.t.Fatal(err)
	}
	return all
}
