package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write licenses.txt again")

// licenceFile matches the name of a file that belongs to a module's license.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)`)

// The output of `yeye licenses` contains our license and notice, and the
// license of Go and of each linked library, unchanged.
func TestLicenses(t *testing.T) {
	want := licencesOf(t)
	if *update {
		if err := os.WriteFile("licenses.txt", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if licenses != want {
		t.Error("licenses.txt is not of what is linked; go test ./cmd/yeye -run TestLicenses -update")
	}
	for _, some := range []string{"Yeye contains material", "FreeType", "Apache License", "Mozilla Public License", "== modernc.org/sqlite", "== Go"} {
		if !strings.Contains(licenses, some) {
			t.Errorf("nothing of %q", some)
		}
	}
	if code, out, log := runProgram(t, nil, "licenses"); code != 0 || out != licenses {
		t.Errorf("exit code %d, %d bytes of %d: %s", code, len(out), len(licenses), log)
	}
}

// licencesOf collects the texts. A text shared by several modules is given
// once.
func licencesOf(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}", ".").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	modules := strings.Split(strings.TrimSpace(string(out)), "\n")
	modules = slices.DeleteFunc(modules, func(m string) bool { return m == "" })
	slices.Sort(modules)
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatalf("go env: %v", err)
	}
	modules = append([]string{"Yeye " + filepath.Join("..", ".."), "Go " + strings.TrimSpace(string(root))}, slices.Compact(modules)...)
	var names []string
	texts := map[string][]string{} // the modules by text
	for _, m := range modules {
		path, dir, _ := strings.Cut(m, " ")
		found := 0
		filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && file != dir && d.Name() != "licenses":
				return filepath.SkipDir
			case d.IsDir() || !licenceFile.MatchString(d.Name()) && filepath.Base(filepath.Dir(file)) != "licenses":
				return nil
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text := strings.TrimSpace(strings.ReplaceAll(string(data), "\r\n", "\n"))
			if texts[text] == nil {
				names = append(names, text)
			}
			texts[text] = append(texts[text], path+", "+d.Name())
			found++
			return nil
		})
		if found == 0 {
			t.Errorf("%s has no license", path)
		}
	}
	var b strings.Builder
	for _, text := range names {
		for _, whose := range texts[text] {
			b.WriteString("== " + whose + "\n")
		}
		b.WriteString("\n" + text + "\n\n")
	}
	return b.String()
}
