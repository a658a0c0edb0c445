package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
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

// The examples for systemd and Kubernetes start the program with flags and variables that it has, and probe paths that it serves.
func TestDeployments(t *testing.T) {
	t.Parallel()
	_, serve, _ := runProgram(t, nil, "serve", "--help")
	_, worker, _ := runProgram(t, nil, "worker", "--help")
	for name, want := range map[string]int{"yeye.service": 4, "kubernetes.yaml": 8} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, line := range strings.Split(string(data), "\n") {
			comment := strings.HasPrefix(strings.TrimSpace(line), "#")
			for _, word := range regexp.MustCompile(`--[a-z][a-z-]+|\bYEYE_\w+|\bDISCORD_TOKEN\w*`).FindAllString(line, -1) {
				help := serve
				if strings.Contains(line, "[worker") {
					help = worker
				}
				word = strings.Replace(word, "--no-", "--[no-]", 1)
				if found++; !comment && !strings.Contains(help, word) {
					t.Errorf("%s: nothing reads %s", name, word)
				}
			}
			for _, path := range regexp.MustCompile(`path: (/\w+), port`).FindAllStringSubmatch(line, -1) {
				if !slices.Contains([]string{"/livez", "/readyz", "/metrics"}, path[1]) {
					t.Errorf("%s: %s is not served", name, path[1])
				}
			}
		}
		if found < want {
			t.Errorf("%s: only %d settings", name, found)
		}
	}
}
