//go:build linux || darwin || freebsd

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"yeye/bot/discord"
	"yeye/internal/slow"
	"yeye/internal/subprocess"
)

// block is a shell block of a page. unless says why it is not run here, "" if it is.
type block struct {
	where, unless, text string
}

// A block of shell is run unless the line before it is a comment that begins with
// "needs" or "takes": <!-- needs Discord -->.
var shellBlock = regexp.MustCompile("(?m)(?:^<!-- ((?:needs|takes) [^>]*?) -->\n)?^```sh\n((?s:.*?))^```$")

func shellBlocks(t *testing.T, name string) (all []block) {
	t.Helper()
	data := page(t, name)
	for _, m := range shellBlock.FindAllStringSubmatchIndex(data, -1) {
		b := block{where: fmt.Sprintf("%s:%d", name, 1+strings.Count(data[:m[4]], "\n")), text: data[m[4]:m[5]]}
		if m[2] >= 0 {
			b.unless = data[m[2]:m[3]]
		}
		all = append(all, b)
	}
	if fences := strings.Count(data, "\n```sh"); fences != len(all) {
		t.Errorf("%s: %d blocks of shell, but only %d are read: something stands between a fence and its end", name, fences, len(all))
	}
	return all
}

// inTwo lists the pages that are in English and Chinese: that for newcomers and players, and that for operators.
var inTwo = [][2]string{{"README.md", "README.zh-CN.md"}, {"cmd/yeye/README.md", "cmd/yeye/README.zh-CN.md"}}

// pages returns every README of the project, by its path from the root.
func pages(t *testing.T) (all []string) {
	t.Helper()
	root := os.DirFS(filepath.Join("..", ".."))
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && path != "." && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		if err == nil && strings.HasPrefix(d.Name(), "README") {
			all = append(all, path)
		}
		return err
	})
	if err != nil || len(all) < 4 {
		t.Fatalf("%v %v", all, err)
	}
	return all
}

// bareTest is a command that runs the tests of packages and nothing else.
var bareTest = regexp.MustCompile(`(?m)^go test((?: \./\S+)+)$`)

// The commands that the pages tell people to type work as written, in a copy of the tree. Of those that only run tests, it is asked that
// they name packages: the gate runs the tests itself, and slow ones would take too long here.
func TestReadme(t *testing.T) {
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("needs bash")
	}
	slow.Test(t)
	t.Parallel()
	tree := copyTree(t)
	var done []string // in both languages the same
	for _, name := range pages(t) {
		for _, b := range shellBlocks(t, name) {
			if slices.Contains(done, b.text) {
				continue
			}
			done = append(done, b.text)
			t.Run(b.where, func(t *testing.T) {
				if b.unless != "" {
					t.Skipf("left out, it %s:\n%s", b.unless, b.text)
				}
				ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute) // it may have to compile
				defer cancel()
				cmd := exec.CommandContext(ctx, shell, "-euo", "pipefail", "-c", bareTest.ReplaceAllString(b.text, "go list$1 | grep ."))
				cmd.Dir = tree
				cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", slow.Variable+"=")
				if strings.Contains(b.text, "yeye sandbox") {
					asNewcomer(t, cmd)
				} else if out, err := subprocess.Output(cmd); err != nil {
					t.Errorf("%v\n%s%s", err, b.text, out)
				}
			})
		}
	}
}

// A page's two languages agree: the same commands in the same order, and each links to the other.
func TestLanguagesOfPagesAgree(t *testing.T) {
	for _, pair := range inTwo {
		var texts [2]string
		var blocks [2][]block
		for n, name := range pair {
			texts[n], blocks[n] = page(t, name), shellBlocks(t, name)
			if other := filepath.Base(pair[1-n]); !strings.Contains(texts[n], "]("+other+")") {
				t.Errorf("%s does not lead to %s", name, other)
			}
			if len(blocks[n]) < 3 {
				t.Errorf("%s: only %d blocks of shell", name, len(blocks[n]))
			}
		}
		for n := range max(len(blocks[0]), len(blocks[1])) {
			if n >= len(blocks[0]) || n >= len(blocks[1]) {
				t.Fatalf("%d blocks of shell and %d", len(blocks[0]), len(blocks[1]))
			}
			if a, b := blocks[0][n], blocks[1][n]; a.text != b.text || a.unless != b.unless {
				t.Errorf("%s and %s differ:\n%s\n%s", a.where, b.where, a.text, b.text)
			}
		}
		invitation := fmt.Sprintf("&permissions=%d`", discord.Permissions())
		for n, name := range pair {
			if !strings.Contains(texts[n], invitation) {
				t.Errorf("%s invites with other permissions than the bot needs: %s", name, invitation)
			}
		}
	}
}

// Links and pictures of every page lead to what is there, and no page is longer than its readers read.
func TestPages(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	for _, name := range pages(t) {
		text := page(t, name)
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join("..", "..", filepath.Dir(name), m[1])); err != nil {
				t.Errorf("%s leads to %s, which is not there", name, m[1])
			}
		}
		limit := 90
		switch filepath.Dir(name) {
		case ".":
			limit = 120
		case "cmd/yeye":
			limit = 300
		case "bot":
			limit = 130
		}
		if lines := strings.Count(text, "\n"); lines > limit {
			t.Errorf("%s has %d lines, more than %d", name, lines, limit)
		}
	}
}

// The operator's manual names every flag and variable of the settings, except the token's flag: a token does not belong on a
// command line.
func TestManualNamesSettings(t *testing.T) {
	for _, name := range inTwo[1] {
		text := page(t, name)
		for _, flag := range serveFlagsOf(t) {
			words := []string{"`--" + flag.Name + "`"}
			switch {
			case flag.Name == "token":
				words = nil
			case flag.Tag.Negatable != "":
				words[0] = "`--no-" + flag.Name + "`"
			}
			for _, variable := range flag.Envs {
				words = append(words, "`"+variable)
			}
			for _, word := range words {
				if !strings.Contains(text, word) {
					t.Errorf("%s says nothing of %s", name, word)
				}
			}
		}
	}
}

// The manual's table has every exit code of the program and no other, and what restarts the bot does not do so after the code that asks
// for a change.
func TestManualNamesExitCodes(t *testing.T) {
	want := []string{strconv.Itoa(exitOK), strconv.Itoa(exitFailed), strconv.Itoa(exitMisuse), strconv.Itoa(exitConfig)}
	for n, name := range inTwo[1] {
		_, table, found := strings.Cut(page(t, name), []string{"### Exit codes\n", "### 退出码\n"}[n])
		table, _, _ = strings.Cut(table, "\n#")
		var codes []string
		for _, row := range regexp.MustCompile(`(?m)^\| (\d+) \|`).FindAllStringSubmatch(table, -1) {
			codes = append(codes, row[1])
		}
		if !found || !slices.Equal(codes, want) {
			t.Errorf("%s has the codes %v, the program %v", name, codes, want)
		}
	}
	if !strings.Contains(page(t, "cmd/yeye/yeye.service"), fmt.Sprintf("\nRestartPreventExitStatus=%d\n", exitConfig)) {
		t.Error("yeye.service restarts whatever the code")
	}
}

// The front page and the image ask for the Go that go.mod does.
func TestVersionOfGo(t *testing.T) {
	version := string(regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(page(t, "go.mod"))[1])
	if !strings.Contains(page(t, "Dockerfile"), "FROM golang:"+version) {
		t.Errorf("the Dockerfile does not build with Go %s", version)
	}
	for _, name := range inTwo[0] {
		if !strings.Contains(page(t, name), "Go "+version) {
			t.Errorf("%s does not ask for Go %s", name, version)
		}
	}
}

// page returns a file of the project, by its path from the root.
func page(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// serveFlagsOf returns the flags of `yeye serve`, as it reads them.
func serveFlagsOf(t *testing.T) []*kong.Flag {
	t.Helper()
	parser, err := kong.New(&cli{})
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(parser.Model.Children, func(n *kong.Node) bool { return n.Name == "serve" })
	if at < 0 || len(parser.Model.Children[at].Flags) < 10 {
		t.Fatal("the flags of serve are not found")
	}
	return parser.Model.Children[at].Flags
}

// asNewcomer starts a sandbox, opens the page it prints, and ends it as Ctrl-C does.
func asNewcomer(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	cmd.Stderr = &log
	p, err := subprocess.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Kill()
	address := ""
	lines := bufio.NewScanner(out)
	for address == "" && lines.Scan() {
		address = regexp.MustCompile(`http://\S+`).FindString(lines.Text())
	}
	if address == "" {
		p.Kill()
		t.Fatalf("no address\n%s", log.String())
	}
	for path, want := range map[string]string{"/": "<title>Yeye", "/sandbox/info": `"bot_token"`} {
		resp, err := http.Get(address + path)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK || !strings.Contains(string(text), want) {
			t.Errorf("%s: %s, %.200s", path, resp.Status, text)
		}
	}
	syscall.Kill(-p.Cmd.SysProcAttr.Pgid, syscall.SIGINT) // a terminal's Ctrl-C reaches go run and the program
	go io.Copy(io.Discard, out)
	err = p.Wait() // go run itself exits with 1 after Ctrl-C, whatever the program did
	if code := cmd.ProcessState.ExitCode(); code < 0 || code > 1 || strings.Contains(log.String(), "yeye: ") || strings.Contains(log.String(), "panic") {
		t.Errorf("%v\n%s", err, log.String())
	}
}

// copyTree copies the sources, so that files written by the commands are not left in
// them.
func copyTree(t *testing.T) string {
	t.Helper()
	from, to := filepath.Join("..", ".."), t.TempDir()
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(from, path)
		switch {
		case err != nil:
			return err
		case below != "." && strings.HasPrefix(d.Name(), ".") && d.IsDir(), d.Name() == "out" && d.IsDir():
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, below), 0o755)
		case !d.Type().IsRegular() || strings.HasSuffix(d.Name(), ".db"):
			return nil
		}
		return copyFile(path, filepath.Join(to, below), 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return to
}
