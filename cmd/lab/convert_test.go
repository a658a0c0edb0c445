package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yeye/game"
	"yeye/game/record"
)

func TestConvertFolder(t *testing.T) {
	in, out := t.TempDir(), filepath.Join(t.TempDir(), "new")
	r := record.New(game.Start())
	r.Info.Red = "胡荣华"
	r.Line = []record.Ply{{Move: game.NewMove(25, 22), Comment: "中炮"}}
	for path, data := range map[string]string{
		"a/one.xqf":   string(record.WriteXQF(r)),
		"a/one.pgn":   "1. 炮八平五",
		"two.PGN":     "[Red \"x\"]\n1. h2e2 *\n\n[Red \"y\"]\n1. b2e2 *\n",
		"partly.txt":  "[Red \"x\"]\n1. h2e2 *\n\n[Red \"y\"]\n1. h2h2 *\n",
		"broken.cbl":  "CCBridgeLibrary\x00",
		"picture.png": "no game file by its name",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(in, path)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(in, path), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	err := (&convertCmd{In: in, Out: out, To: "xqf", Notation: "coordinates", progress: progress{Quiet: true}}).Run()
	if err == nil || !strings.Contains(err.Error(), "2 of 5 files") || !strings.Contains(err.Error(), "broken.cbl: ") ||
		!strings.Contains(err.Error(), "game 2: ") {
		t.Errorf("%v", err)
	}
	files, err := gameFiles(out)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(files, " "); got != "a/one.xqf a/one.xqf.xqf partly.xqf two-001.xqf two-002.xqf" {
		t.Errorf("written: %s", got)
	}
	for path, want := range map[string]string{"two-002.xqf": "b2e2", "partly.xqf": "h2e2"} {
		data, err := os.ReadFile(filepath.Join(out, path))
		if err != nil {
			t.Fatal(err)
		}
		if r, err := record.Read(data); err != nil || r.Line[0].Move.String() != want {
			t.Errorf("%s: %+v, %v", path, r, err)
		}
	}
}

// The extension of the output file decides its format.
func TestConvertFile(t *testing.T) {
	in := filepath.Join(t.TempDir(), "in.txt")
	if err := os.WriteFile(in, []byte("1. C2=5 H8+7"), 0o644); err != nil {
		t.Fatal(err)
	}
	for ending, head := range map[string]string{".pgn": "[Game ", ".dhtmlxq": "[DhtmlXQ]", ".uci": "position ",
		".XQF": "XQ\x0a", ".other": "[Game "} {
		out := filepath.Join(t.TempDir(), "out"+ending)
		if err := (&convertCmd{In: in, Out: out, Notation: "wxf"}).Run(); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(out); err != nil || !strings.HasPrefix(string(data), head) {
			t.Errorf("%s: %.20q, %v", ending, data, err)
		}
	}
	if err := (&convertCmd{In: filepath.Dir(in), Out: "-", Notation: "wxf"}).Run(); err == nil {
		t.Error("a folder went to stdout")
	}
	if err := (&convertCmd{In: in + "x", Out: "-", Notation: "wxf"}).Run(); err == nil {
		t.Error("a file that is not there was read")
	}
}
