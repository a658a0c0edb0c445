package all_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/store"
)

// handled maps each action with a handler to whether its controls are on cards.
func handled() map[string]bool {
	actions := map[string]bool{}
	for _, f := range program() {
		for _, c := range f.Components {
			actions[c.Action] = c.OnCard
		}
	}
	return actions
}

// Messages of 1.0.0 still have their buttons, whose ids had this form. Each of their actions has a handler.
func TestControlsOfEarlierVersions(t *testing.T) {
	actions := handled()
	for _, action := range strings.Fields(`man to undo resign giveup keep again draw hint resume accept novice decline never unblock stop export games
		playkid openseat how rule strike newcomer yes no bring forget step jump film sure setup sman sfile sput sturn sclear sall sdone
		study engine reset close view refresh`) {
		for _, text := range []string{"y1:" + action + ":abcdefghij:1z::", "y1:" + action + ":abcdefghij:0:h2:k", "y1:" + action + "::0:3:"} {
			c, ok := discord.ParseControlID(text)
			if !ok {
				t.Errorf("%s is not read", text)
			}
			if _, ok := actions[c.Action]; !ok {
				t.Errorf("%s has no handler", text)
			}
		}
	}
	for _, text := range []string{"", "y1", "y2:man:a:0::", "y1::a:0::", "y1:man:a:!::", "y1:man:a:0:", "y1:man:a:0:::", "y1:man:a:zzzzzzzzzzzzzzz::"} {
		if c, ok := discord.ParseControlID(text); ok {
			t.Errorf("%q is read as %+v", text, c)
		}
	}
}

// Every action that the program's sources name has a handler.
func TestEveryActionHasAHandler(t *testing.T) {
	actions, found := handled(), 0
	name := regexp.MustCompile(`^[aA]ction[A-Z]`)
	for _, root := range []string{"feature", "match", "interaction"} {
		err := filepath.WalkDir(filepath.Join("..", "..", root), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				spec, ok := n.(*ast.ValueSpec)
				if !ok || len(spec.Names) != 1 || len(spec.Values) != 1 || !name.MatchString(spec.Names[0].Name) {
					return true
				}
				if text, ok := spec.Values[0].(*ast.BasicLit); ok && text.Kind == token.STRING {
					action, _ := strconv.Unquote(text.Value)
					if _, ok := actions[action]; !ok {
						t.Errorf("%s: %s = %q has no handler", path, spec.Names[0].Name, action)
					}
					found++
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 40 {
		t.Errorf("only %d actions were found", found)
	}
}

// Only a card is recognized as one: offers, questions and replays carry the subject's id too.
func TestCardOn(t *testing.T) {
	actions := handled()
	d := display.New(display.Options{DB: store.New(nil, nil, nil, nil), OnCard: func(action string) bool { return actions[action] }})
	with := func(actions ...string) *discord.Received {
		m := &discord.Received{}
		for _, a := range actions {
			m.CustomIDs = append(m.CustomIDs, discord.ControlID{Action: a, ID: "aaaaaaaaaa"}.String())
		}
		return m
	}
	for _, c := range []struct {
		m    *discord.Received
		card bool
	}{
		{with("view", "draw", "resign"), true}, {with("undo", "resign"), true}, {with("again"), true},
		{with("accept", "novice", "decline"), true}, {with("stop"), true}, {with("resume"), true}, {with("engine", "reset", "setup"), true},
		{with("yes", "no"), false}, {with("giveup", "keep"), false}, {with("step", "jump", "film", "study"), false},
		{with("playkid", "openseat", "how"), false}, {with("sman", "sfile", "sput", "sdone"), false}, {with(), false},
		{&discord.Received{CustomIDs: []string{"somebody's", ""}}, false},
	} {
		if control, ok := d.CardOn(c.m); ok != c.card || ok && control.ID != "aaaaaaaaaa" {
			t.Errorf("%v: %v %v", c.m.CustomIDs, control, ok)
		}
	}
}
