package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// Every command of README.md is one that lab understands, but for those of a commit; every verb is in it.
func TestREADME(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	verbs := map[string]bool{}
	for _, m := range regexp.MustCompile("`lab ([^`]*)`( of [0-9a-f]{7})?").FindAllStringSubmatch(string(text), -1) {
		if m[2] != "" {
			continue
		}
		args := strings.Fields(m[1])
		verbs[args[0]] = true
		if len(args) == 1 || args[1] == "VERB" {
			continue
		}
		for i, arg := range args {
			switch arg {
			case "N", "A", "B":
				args[i] = "3"
			case "FILE":
				os.WriteFile(arg, nil, 0o600)
			}
			args[i] = strings.NewReplacer("=N", "=3", "=A", "=3", "=B", "=3").Replace(args[i])
		}
		k, err := kong.New(&cli{}, kong.Exit(func(int) {}))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := k.Parse(args); err != nil {
			t.Errorf("lab %s: %v", m[1], err)
		}
	}
	for _, verb := range kong.Must(&cli{}).Model.Children {
		if !verb.Hidden && !verbs[verb.Name] {
			t.Errorf("lab %s is not in the README", verb.Name)
		}
	}
}
