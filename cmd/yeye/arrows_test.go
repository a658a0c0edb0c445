package main

import (
	_ "embed"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// arrows lists every package with the packages of ours that it imports.
//
//go:embed arrows.txt
var arrows string

// commands is the list of features: the only package that may import one.
const commands = "bot/feature/all"

// callers lists the only packages that may call certain methods of package match, which change a match by rules that are not its own,
// or take the price of a permission.
var callers = map[string][]string{
	".Amend(":           {"bot/feature/study", "bot/feature/vote"},
	".StartWith(":       {"bot/match", "bot/feature/ring", "bot/feature/study", "bot/feature/tournament", "bot/feature/vote"},
	".UncountLike(":     {"bot/match/fairplay", "bot/match"},
	".UncountLikeAny(":  {"bot/match/fairplay", "bot/match"},
	".AbandonUnplayed(": {"bot/feature/ring", "bot/feature/tournament"},
}

// wishes lists the only packages that may ask for themselves what somebody wants shown: of others only the policy says so, and the last two
// answer the player who asks about themselves.
var wishes = map[string][]string{
	".ShowsProfile(":     {"bot/player", "bot/policy", "bot/feature/profile", "bot/feature/leaderboard"},
	".ListedEverywhere(": {"bot/player", "bot/policy", "bot/feature/leaderboard"},
}

// outside lists the only packages that may import a third-party module.
var outside = map[string][]string{
	"github.com/bwmarrin/discordgo":                  {"bot/discord/gateway"},
	"github.com/fogleman/gg":                         {"render"},
	"modernc.org/sqlite":                             {"bot/store/sqlite"},
	"github.com/pressly/goose/v3":                    {"bot/store/postgres", "bot/store/sqlite"},
	"github.com/jackc/pgx/v5":                        {"bot/store/postgres", "bot/store/postgres/pgserver"},
	"github.com/jackc/pgx/v5/stdlib":                 {"bot/store/postgres"},
	"github.com/gorilla/websocket":                   {"bot/sandbox/internal/socket", "bot/sandbox/client", "bot/discord/gateway", "bot/discord/rest", "bot/feature/board", "cmd/lab/internal/load"},
	"github.com/nicksnyder/go-i18n/v2/i18n":          {"bot/locale"},
	"github.com/prometheus/client_golang/prometheus": {"bot/telemetry"},
}

// tables lists the only packages that may import what judges positions for whoever asks. Package practice takes a permission for that.
var tables = map[string][]string{"ai/masters": {"ai", "ai/report", "bot/match/practice", "cmd/lab"}}

// TestArrows compares imports with the list, which is edited by hand: a new arrow is a decision. All arrows point upwards in it.
func TestArrows(t *testing.T) {
	listed := readArrows(t)
	out, err := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,Imports,TestImports,XTestImports", "yeye/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath, Dir                    string
			GoFiles                            []string
			Imports, TestImports, XTestImports []string
		}
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		from := strings.TrimPrefix(p.ImportPath, "yeye/")
		may, known := listed[from]
		if !known {
			t.Errorf("%s is not in arrows.txt: add it below all that it imports, which stand in lines below its name", from)
			continue
		}
		delete(listed, from)
		if slices.Contains(p.Imports, "yeye/bot/feature") && slices.Contains(slices.Concat(p.TestImports, p.XTestImports), "yeye/bot") {
			t.Errorf("a test in %s imports the whole program: desk has the features that it needs", from)
		}
		if slices.Contains(p.Imports, "yeye/bot/match") || from == "bot/match" {
			checkCallers(t, from, p.Dir, p.GoFiles, callers)
		}
		checkCallers(t, from, p.Dir, p.GoFiles, wishes)
		for _, i := range p.Imports {
			if to, ours := strings.CutPrefix(i, "yeye/"); ours {
				if n := slices.Index(may, to); n >= 0 {
					may = slices.Delete(may, n, n+1)
				} else {
					t.Errorf("%s imports %s, which arrows.txt does not list", from, to)
				}
				if only, guarded := tables[to]; guarded && !slices.Contains(only, from) {
					t.Errorf("%s imports %s, which only %v may", from, to, only)
				}
			} else if only, guarded := outside[i]; guarded && !slices.Contains(only, from) {
				t.Errorf("%s imports %s, which only %v may", from, i, only)
			} else if from == "game" && strings.Contains(i, ".") {
				t.Errorf("game imports %s; only the standard library is allowed", i)
			}
		}
		if len(may) > 0 {
			t.Errorf("%s does not import %v, which arrows.txt lists", from, may)
		}
	}
	for p := range listed {
		t.Errorf("arrows.txt has %s, which is no package", p)
	}
}

// readArrows returns what arrows.txt lists, and checks its order: an import stands above the package that has it, and nothing but their
// list imports features: what it imports and what imports package feature, services aside.
func readArrows(t *testing.T) map[string][]string {
	listed := map[string][]string{}
	var order []string
	for line := range strings.Lines(arrows) {
		name, more := strings.CutPrefix(strings.TrimRight(line, "\n"), "\t")
		switch {
		case strings.HasPrefix(name, "#") || name == "":
		case !more:
			if _, twice := listed[name]; twice {
				t.Errorf("arrows.txt has %s twice", name)
			}
			listed[name] = nil
			order = append(order, name)
		default:
			from := order[len(order)-1]
			listed[from] = append(listed[from], strings.Fields(name)...)
		}
	}
	for at, from := range order {
		for _, to := range listed[from] {
			if !slices.Contains(order[:at], to) {
				t.Errorf("%s imports %s, which does not stand above it in arrows.txt", from, to)
			}
			if from != commands && to != "bot/services" && slices.Contains(listed[commands], to) && slices.Contains(listed[to], "bot/feature") {
				t.Errorf("%s imports %s: only %s imports features", from, to, commands)
			}
		}
	}
	return listed
}

func checkCallers(t *testing.T, from, dir string, files []string, callers map[string][]string) {
	for _, name := range files {
		source, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		for call, only := range callers {
			if strings.Contains(string(source), call) && !slices.Contains(only, from) {
				t.Errorf("%s in %s calls %s, which only %v may", name, from, call, only)
			}
		}
	}
}
