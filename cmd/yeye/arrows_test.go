package main

import (
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// arrows is which of our packages each may import: the map of the house. A name
// ending in /... stands for all below it too.
var arrows = map[string][]string{
	"config":            {},
	"game":              {},
	"game/finish":       {"game"},
	"game/notation":     {"game"},
	"game/record":       {"game", "game/notation"},
	"ai":                {"game", "ai/net"},
	"ai/book":           {"game"},
	"ai/net":            {"game"},
	"ai/...":            {"ai", "ai/...", "game", "game/..."},
	"render":            {"game", "render/glyph"},
	"render/glyph":      {},
	"render/glyph/...":  {"render/glyph"},
	"bot/session":       {"game", "game/notation"},
	"bot/agenda":        {"bot/session", "game"},
	"bot/board":         {"bot/session"},
	"bot/store":         {"bot/session", "bot/agenda", "bot/board", "game"},
	"bot/locale":        {"bot/session", "game", "game/..."},
	"bot/gateway":       {},
	"bot/watch":         {"game"},
	"bot/rating":        {"game", "game/finish"},
	"bot/voice":         {"game", "game/finish", "ai/analysis"},
	"bot/internal/leak": {},
	"bot/sandbox":       {"bot/sandbox/wire"},
	"bot/sandbox/...":   {"bot/sandbox", "bot/sandbox/..."},
	"bot":               {"bot/session", "bot/agenda", "bot/board", "bot/gateway", "bot/locale", "render", "game", "game/...", "ai/analysis"},
	"cmd/...":           {"..."},
}

// outside is which packages alone may import a module of others.
var outside = map[string][]string{
	"github.com/bwmarrin/discordgo":                  {"bot", "bot/gateway", "cmd/yeye"},
	"github.com/fogleman/gg":                         {"render"},
	"modernc.org/sqlite":                             {"bot/store"},
	"github.com/pressly/goose/v3":                    {"bot/store"},
	"github.com/gorilla/websocket":                   {"bot/sandbox", "bot/sandbox/client", "bot/gateway", "cmd/lab"},
	"github.com/nicksnyder/go-i18n/v2/i18n":          {"bot/locale"},
	"github.com/prometheus/client_golang/prometheus": {"bot/watch"},
}

func TestArrows(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "yeye/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		from := strings.TrimPrefix(p.ImportPath, "yeye/")
		may, known := mayImport(from)
		if !known {
			t.Errorf("%s has no place on the map: add it to arrows, with what it may import", from)
			continue
		}
		for _, i := range p.Imports {
			if to, ours := strings.CutPrefix(i, "yeye/"); ours {
				if !slices.ContainsFunc(may, func(pattern string) bool { return matches(pattern, to) }) {
					t.Errorf("%s imports %s, which the map does not allow", from, to)
				}
			} else if only, guarded := outside[i]; guarded && !slices.Contains(only, from) {
				t.Errorf("%s imports %s, which only %v may", from, i, only)
			} else if from == "game" && strings.Contains(i, ".") {
				t.Errorf("game imports %s; it stands on the standard library alone", i)
			}
		}
	}
}

// mayImport is the arrows of the most exact entry for a package.
func mayImport(from string) ([]string, bool) {
	if may, ok := arrows[from]; ok {
		return may, true
	}
	best := ""
	for pattern := range arrows {
		if strings.HasSuffix(pattern, "/...") && matches(pattern, from) && len(pattern) > len(best) {
			best = pattern
		}
	}
	may, ok := arrows[best]
	return may, ok
}

func matches(pattern, name string) bool {
	if pattern == "..." {
		return true
	}
	if below, ok := strings.CutSuffix(pattern, "/..."); ok {
		return strings.HasPrefix(name, below+"/")
	}
	return pattern == name
}
