package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// compose.yaml starts existing commands, sets variables that they read, and names existing files.
func TestCompose(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	data, err := os.ReadFile(filepath.Join(root, "compose.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	help := map[string]string{}
	for _, command := range []string{"serve", "worker"} {
		if !strings.Contains(text, "\n    command: ["+command+"]\n") {
			t.Errorf("nothing starts %s", command)
		}
		code, out, log := runProgram(t, nil, command, "--help")
		if code != 0 {
			t.Fatalf("%d %s", code, log)
		}
		help[command] = out
	}
	settings := regexp.MustCompile(`\b(YEYE_\w+|DISCORD_TOKEN): `).FindAllStringSubmatch(text, -1)
	if len(settings) < 7 {
		t.Errorf("only %d settings: %v", len(settings), settings)
	}
	for _, s := range settings {
		if !strings.Contains(help["serve"]+help["worker"], "$"+s[1]) {
			t.Errorf("nothing reads %s", s[1])
		}
	}
	for _, s := range []string{"YEYE_DB", "YEYE_THINKERS", "YEYE_WATCH"} {
		if !strings.Contains(help["worker"], "$"+s) {
			t.Errorf("a worker does not read %s", s)
		}
	}
	for _, file := range regexp.MustCompile(`(?m)^    file: (\S+)$`).FindAllStringSubmatch(text, -1) {
		if _, err := os.Stat(filepath.Join(root, file[1])); err != nil {
			t.Error(err)
		}
	}
}
