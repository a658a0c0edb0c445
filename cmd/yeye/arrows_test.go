package main

import (
	"encoding/json"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// arrows lists the allowed imports: which of our packages each package may import. A name that ends in /...
// includes all packages below it.
var arrows = joined(base, domain, messages, views, shared, program)

var base = map[string][]string{
	"config":             {},
	"game":               {},
	"game/finish":        {"game"},
	"game/notation":      {"game"},
	"game/record":        {"game", "game/notation"},
	"game/jieqi":         {"game"},
	"game/jieqi/seal":    {"game", "game/jieqi"},
	"game/jieqi/pgn":     {"game", "game/jieqi", "game/jieqi/seal"},
	"game/jieqi/foreign": {"game", "game/jieqi", "game/jieqi/pgn", "game/notation", "game/record"},
	"ai":                 {"ai/character", "ai/net", "game"},
	"ai/accuracy":        {"ai", "game"},
	"ai/agreement":       {"ai", "ai/accuracy", "game"},
	"ai/book":            {"game"},
	"ai/character":       {},
	"ai/explain":         {"ai", "game"},
	"ai/flipped":         {"ai/character", "game", "game/jieqi"},
	"ai/flipped/audit":   {"ai/character", "ai/flipped", "game", "game/jieqi", "game/jieqi/pgn", "game/jieqi/seal"},
	"ai/flipped/luck":    {"ai/flipped", "game", "game/jieqi"},
	"ai/net":             {"game"},
	"ai/puzzle":          {"ai/explain", "game", "game/finish"},
	"ai/puzzle/mine":     {"ai", "ai/accuracy", "ai/character", "ai/explain", "ai/puzzle", "game"},
	"ai/report":          {"ai", "ai/accuracy", "ai/explain", "game", "game/finish", "game/record"},
	"ai/uci":             {"ai", "ai/character", "game", "game/notation", "game/record"},
	"render":             {"ai/character", "game", "game/jieqi", "render/glyph"},
	"render/glyph":       {},
	"render/glyph/...":   {"render/glyph"},
	// Discord and storage do not depend on the game.
	"bot/id":                      {},
	"bot/door":                    {},
	"bot/locale":                  {},
	"bot/discord":                 {"bot/id"},
	"bot/discord/internal/wire":   {"bot/discord", "bot/id"},
	"bot/discord/rest":            {"bot/discord", "bot/discord/internal/wire", "bot/id"},
	"bot/discord/gateway":         {"bot/discord", "bot/discord/internal/wire", "bot/id"},
	"bot/store":                   {"bot/id"},
	"bot/store/schema":            {},
	"bot/store/sqlite":            {"bot/store", "bot/store/schema"},
	"bot/store/postgres":          {"bot/store", "bot/store/schema"},
	"bot/store/transfer":          {"bot/store"},
	"bot/store/postgres/pgserver": {"internal/subprocess"},
	"bot/store/shards":            {"bot/store", "bot/id"},
	"bot/store/scheduler":         {"bot/door", "bot/store", "bot/store/shards", "bot/id"},
}

// Domain. Like what follows up to the program, features and services may import all of it.
var domain = map[string][]string{
	"bot/place":                        {"bot/store", "bot/id"},
	"bot/player":                       {"bot/store", "bot/id"},
	"bot/guild":                        {"bot/store", "bot/player", "bot/id"},
	"bot/policy":                       {"bot/guild", "bot/player", "bot/store", "bot/id"},
	"bot/match/flipped":                {"bot/id", "bot/store", "game", "game/jieqi", "game/jieqi/seal", "game/notation"},
	"bot/match":                        {"ai/character", "bot/match/flipped", "bot/place", "bot/policy", "bot/store", "bot/store/scheduler", "bot/store/shards", "bot/player", "bot/id", "game", "game/jieqi", "game/jieqi/seal", "game/notation"},
	"bot/feature/study":                {"bot/match/fairplay", "bot/match", "bot/store", "bot/id", "game", "game/record"},
	"bot/match/arrange":                {"bot/guild", "bot/id", "bot/match", "bot/store"},
	"bot/feature/ring":                 {"ai/character", "bot/match/arrange", "bot/guild", "bot/match", "bot/place", "bot/policy", "bot/player", "bot/store", "bot/store/scheduler", "bot/id", "game"},
	"bot/feature/vote":                 {"bot/guild", "bot/match", "bot/player", "bot/policy", "bot/store", "bot/store/scheduler", "bot/store/shards", "bot/id", "game"},
	"bot/match/challenge":              {"bot/match", "bot/place", "bot/policy", "bot/store", "bot/store/scheduler", "bot/player", "bot/id", "game"},
	"bot/match/history":                {"ai/character", "bot/match", "bot/player", "bot/policy", "bot/store", "bot/id", "game", "game/record"},
	"bot/match/standing":               {"ai/character", "bot/guild", "bot/match", "bot/player", "bot/policy", "bot/match/rating", "bot/store", "bot/store/scheduler", "bot/id", "game", "game/finish"},
	"bot/feature/ranks":                {"ai/character", "bot/guild", "bot/id", "bot/match", "bot/player", "bot/match/standing", "bot/store", "bot/store/scheduler"},
	"bot/feature/tournament":           {"ai/character", "bot/match/arrange", "bot/guild", "bot/id", "bot/match", "bot/place", "bot/policy", "bot/player", "bot/store", "bot/store/scheduler", "bot/feature/tournament/pairing", "bot/feature/tournament/standings", "game"},
	"bot/feature/tournament/pairing":   {},
	"bot/feature/tournament/standings": {"bot/feature/tournament/pairing"},
	"bot/match/fairplay":               {"bot/match", "bot/store", "bot/store/shards", "bot/id", "game"},
	"bot/feature/daily":                {"bot/id", "bot/player", "bot/store", "bot/store/scheduler"},
	"bot/feature/puzzles":              {"ai/puzzle", "bot/id", "bot/player", "bot/policy", "bot/match/rating", "bot/store"},
	"bot/feature/endings":              {"ai/character", "bot/id", "bot/match", "bot/player", "bot/store", "game"},
	"bot/feature/lessons":              {"bot/id", "bot/player", "bot/store", "game"},
	"bot/match/rating":                 {"ai/character", "game", "game/finish"},
	"bot/match/voice":                  {"ai/character", "game", "ai/explain"},
	"bot/match/engine":                 {"bot/door", "ai/puzzle", "ai/puzzle/mine", "bot/match/fairplay", "bot/match", "bot/store/scheduler", "bot/id", "game", "game/jieqi", "ai", "ai/accuracy", "ai/explain", "ai/character", "ai/flipped", "ai/flipped/luck", "ai/report"},
}

// Requests and messages.
var messages = map[string][]string{
	"bot/interaction": {"bot/discord", "bot/door", "bot/locale", "bot/player", "bot/id", "game/notation"},
	"bot/display":     {"bot/door", "bot/interaction", "bot/discord", "bot/locale", "bot/place", "bot/store", "bot/store/scheduler", "bot/store/shards", "bot/id"},
	"bot/backfill":    {"bot/interaction", "bot/match", "bot/place", "bot/discord", "bot/store", "bot/store/shards", "bot/id", "game/notation"},
}

// Views.
var views = map[string][]string{
	"bot/match/view/words": {"ai/character", "ai/explain", "bot/locale", "bot/match", "bot/store", "game", "game/finish", "game/jieqi", "game/notation", "game/record"},
	"bot/match/view":       {"ai/character", "bot/match/view/words", "bot/interaction", "bot/match", "bot/player", "bot/locale", "bot/discord", "bot/id", "game", "game/jieqi", "game/jieqi/seal", "game/notation", "game/record", "render"},
	"bot/match/matchcard":  {"bot/discord", "bot/display", "bot/id", "bot/interaction", "bot/locale", "bot/match", "bot/place", "bot/store", "bot/match/view", "game", "render"},
}

// Shared by features.
var shared = map[string][]string{
	"bot/match/start":             {"ai/character", "bot/match/challenge", "bot/door", "bot/match/fairplay", "bot/match", "bot/guild", "bot/player", "bot/interaction", "bot/match/view", "bot/match/view/words", "bot/discord", "bot/locale", "bot/id", "game", "game/record"},
	"bot/match/archive":           {"bot/discord", "bot/match/history", "bot/id", "bot/interaction", "bot/locale", "bot/match", "bot/player", "bot/store", "bot/feature/study", "bot/match/view", "bot/match/view/words", "game", "game/...", "ai/character", "render"},
	"bot/match/replaypage":        {"bot/discord", "bot/match/archive", "bot/id", "bot/interaction", "bot/locale", "bot/match", "bot/match/view", "bot/match/view/words", "game", "game/...", "render"},
	"bot/feature/study/studycard": {"bot/discord", "bot/display", "bot/match/fairplay", "bot/id", "bot/interaction", "bot/locale", "bot/match", "bot/match/matchcard", "bot/store", "bot/match/view", "bot/match/view/words", "game", "game/...", "ai/report", "render"},
	"bot/match/moderation":        {"bot/match/challenge", "bot/match", "bot/guild", "bot/interaction", "bot/match/start", "bot/id"},
}

// The program: what is its own; features, which import neither each other nor the program that they are part of, not even in tests;
// their list; services, which they are made of; and the program, which imports none of them.
var program = map[string][]string{
	"bot/discord/audience":             {"bot/discord", "bot/id"},
	"bot/discord/emoji":                {"ai/character", "bot/discord", "bot/id", "game", "render"},
	"bot/connection":                   {"bot/discord/audience", "bot/backfill", "bot/match/challenge", "bot/discord", "bot/discord/gateway", "bot/interaction", "bot/match", "bot/place", "bot/store", "bot/store/shards", "bot/id"},
	"bot/match/refusal":                {"bot/match/challenge", "bot/match/engine", "bot/match/archive", "bot/guild", "bot/interaction", "bot/locale", "bot/match", "bot/policy", "bot/match/start", "bot/match/view"},
	"bot/feature":                      {"bot/match/challenge", "bot/door", "bot/guild", "bot/display", "bot/match/archive", "bot/id", "bot/interaction", "bot/locale", "bot/match", "bot/place", "bot/player", "bot/feature/ring", "bot/store", "bot/store/scheduler", "bot/feature/tournament", "bot/match/view", "bot/discord", "game"},
	"bot/feature/...":                  layers("ai/accuracy", "ai/agreement", "ai/character", "ai/explain", "ai/puzzle", "ai/report", "bot/discord", "bot/door", "bot/feature", "bot/id", "bot/locale", "bot/store", "bot/store/scheduler", "game", "game/...", "render"),
	"bot/match/challenge/challengebot": layers("bot/discord", "bot/door", "bot/feature", "bot/id", "bot/locale", "bot/store", "bot/store/scheduler", "game"),
	"bot/feature/all":                  layers("bot/match/challenge/challengebot", "bot/feature", "bot/feature/...", "bot/services"),
	"bot/services":                     layers("ai/puzzle", "bot/discord/audience", "bot/discord", "bot/door", "bot/discord/emoji", "bot/feature", "bot/id", "bot/locale", "bot/match/refusal", "bot/store", "bot/store/scheduler", "bot/store/shards", "game", "game/...", "render"),
	"bot":                              {"bot/connection", "bot/discord", "bot/discord/gateway", "bot/discord/rest", "bot/display", "bot/match/engine", "bot/id", "bot/interaction", "bot/match", "bot/services", "bot/store", "bot/store/scheduler", "bot/store/shards", "game", "ai/character", "render"},
	"bot/telemetry":                    {"ai/character", "game"},
	"bot/internal/leak":                {},
	"internal/gotest":                  {},
	"internal/race":                    {},
	"internal/slow":                    {},
	"internal/subprocess":              {},
	"internal/wait":                    {},
	"bot/internal/desk":                {"ai", "ai/puzzle", "bot/discord", "bot/display", "bot/match/engine", "bot/feature", "bot/feature/all", "bot/id", "bot/interaction", "bot/internal/testdb", "bot/match", "bot/services", "bot/store", "bot/store/scheduler", "bot/store/shards", "game", "game/notation", "render"},
	"bot/internal/bottest":             {"ai", "ai/character", "ai/explain", "bot", "bot/discord", "bot/display", "bot/match/engine", "bot/feature", "bot/feature/all", "bot/id", "bot/interaction", "bot/internal/testdb", "bot/match", "bot/sandbox", "bot/sandbox/conform", "bot/sandbox/person", "bot/services", "bot/store", "game", "internal/wait", "render"},
	"bot/internal/testdb":              {"bot/internal/leak", "bot/store", "bot/store/postgres", "bot/store/postgres/pgserver", "bot/store/sqlite"},
	"bot/internal/testplay":            {"ai/character", "bot/match/fairplay", "bot/internal/testdb", "bot/match", "bot/store", "bot/id", "game", "game/notation"},
	"bot/sandbox":                      {"bot/sandbox/internal/...", "bot/sandbox/page", "bot/sandbox/wire"},
	"bot/sandbox/page":                 {},
	"bot/sandbox/...":                  {"bot/sandbox", "bot/sandbox/..."},
	// Parts of the sandbox that know neither its users nor its state.
	"bot/sandbox/internal/fault":     {"bot/sandbox/internal/snowflake"},
	"bot/sandbox/internal/ratelimit": {},
	"bot/sandbox/internal/snowflake": {},
	"bot/sandbox/internal/socket":    {},
	"cmd/...":                        {"..."},

	"bot/internal/testdb/share": {"bot/internal/testdb"},
}

// joined returns one map of several.
func joined(all ...map[string][]string) map[string][]string {
	one := map[string][]string{}
	for _, m := range all {
		maps.Copy(one, m)
	}
	return one
}

// layers returns packages, and all packages of the layers between base and program.
func layers(more ...string) []string {
	return slices.AppendSeq(more, maps.Keys(joined(domain, messages, views, shared)))
}

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
	"github.com/gorilla/websocket":                   {"bot/sandbox/internal/socket", "bot/sandbox/client", "bot/discord/gateway", "bot/discord/rest"},
	"github.com/nicksnyder/go-i18n/v2/i18n":          {"bot/locale"},
	"github.com/prometheus/client_golang/prometheus": {"bot/telemetry"},
}

func TestArrows(t *testing.T) {
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
		may, known := mayImport(from)
		if !known {
			t.Errorf("%s is not in arrows: add it, with what it may import", from)
			continue
		}
		if strings.HasPrefix(from, "bot/feature/") && slices.Contains(slices.Concat(p.TestImports, p.XTestImports), "yeye/bot") {
			t.Errorf("a test in %s imports the whole program: desk has the features that it needs", from)
		}
		if slices.Contains(p.Imports, "yeye/bot/match") || from == "bot/match" {
			checkCallers(t, from, p.Dir, p.GoFiles, callers)
		}
		checkCallers(t, from, p.Dir, p.GoFiles, wishes)
		for _, i := range p.Imports {
			if to, ours := strings.CutPrefix(i, "yeye/"); ours {
				if !slices.ContainsFunc(may, func(pattern string) bool { return matches(pattern, to) }) {
					t.Errorf("%s imports %s, which arrows does not allow", from, to)
				}
			} else if only, guarded := outside[i]; guarded && !slices.Contains(only, from) {
				t.Errorf("%s imports %s, which only %v may", from, i, only)
			} else if from == "game" && strings.Contains(i, ".") {
				t.Errorf("game imports %s; only the standard library is allowed", i)
			}
		}
	}
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

// mayImport returns the arrows of the most specific entry for a package.
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
