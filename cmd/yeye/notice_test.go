package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// NOTICE lists the libraries that the program links, no more and no fewer.
func TestNotice(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", ".").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	major := regexp.MustCompile(`/v\d+$`)
	linked := strings.Fields(string(out))
	for n, path := range linked {
		linked[n] = major.ReplaceAllString(path, "")
	}
	slices.Sort(linked)
	linked = slices.Compact(linked)
	text, err := os.ReadFile(filepath.Join("..", "..", "NOTICE"))
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, m := range regexp.MustCompile(`(?m)^   ([a-z.]+/\S+) {2,}\S`).FindAllStringSubmatch(string(text), -1) {
		listed = append(listed, m[1])
	}
	for _, path := range linked {
		if !slices.Contains(listed, path) {
			t.Errorf("%s is linked; NOTICE does not give its license", path)
		}
	}
	for _, path := range listed {
		if !slices.Contains(linked, path) {
			t.Errorf("%s is in NOTICE, but not linked", path)
		}
	}
}
