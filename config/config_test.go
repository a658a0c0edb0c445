package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestSecretNeverShows(t *testing.T) {
	d := Discord{Token: "MTIz.secret.part", API: "http://127.0.0.1:1/api"}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("set", "token", d.Token, "all", d)
	j, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	for form, text := range map[string]string{
		"%v": fmt.Sprintf("%v", d), "%+v": fmt.Sprintf("%+v", d), "%#v": fmt.Sprintf("%#v", d),
		"Sprint": fmt.Sprint(d.Token), "slog": log.String(), "json": string(j),
	} {
		if strings.Contains(text, "secret") {
			t.Errorf("%s shows the token: %s", form, text)
		}
	}
	if d.Token.Reveal() != "MTIz.secret.part" {
		t.Error("Reveal does not")
	}
	if got := Secret(" MTIz.secret.part\r\n").Reveal(); got != "MTIz.secret.part" {
		t.Errorf("from a file: %q", got)
	}
}

// A token's file may end with a line break, as editors write it. Whatever is wrong with it is said with its path and without its content.
func TestTokenFile(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct {
		d    Discord
		want string
	}{
		{Discord{TokenFile: file("plain", "MTIz.secret")}, ""},
		{Discord{TokenFile: file("line", "MTIz.secret\n")}, ""},
		{Discord{TokenFile: file("dos", "MTIz.secret\r\n")}, ""},
		{Discord{Token: " \n", TokenFile: file("other", "MTIz.secret")}, ""}, // an empty variable is none
		{Discord{Token: "MTIz.secret"}, ""},
		{Discord{Token: "x", TokenFile: file("both", "MTIz.secret")}, "DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set"},
		{Discord{TokenFile: filepath.Join(dir, "none")}, "none, which DISCORD_TOKEN_FILE names: no such file or directory"},
		{Discord{TokenFile: dir}, "which DISCORD_TOKEN_FILE names: is a directory"},
		{Discord{TokenFile: file("empty", "\n")}, "is empty: put the bot's token into it"},
		{Discord{TokenFile: file("long", strings.Repeat("secret", 1000))}, "too long for a token"},
	} {
		path := c.d.TokenFile
		err := c.d.ReadToken()
		switch {
		case c.want == "" && (err != nil || c.d.ReadToken() != nil || c.d.Token.Reveal() != "MTIz.secret"):
			t.Errorf("%s: %v, token %q", path, err, c.d.Token.Reveal())
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "secret") || c.d.ReadToken() == nil):
			t.Errorf("%s: %v, want %q", path, err, c.want)
		}
	}
	d := Discord{TokenFile: file("header", "Bot MTIz.secret")}
	if err := d.ReadToken(); err != nil {
		t.Fatal(err)
	}
	if err := d.Check(); err == nil || !strings.Contains(err.Error(), "without the word Bot") {
		t.Error(err)
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		d    Discord
		want string
	}{
		{Discord{}, "no token"},
		{Discord{Token: "  "}, "no token"},
		{Discord{Token: "Bot x"}, "without the word Bot"},
		{Discord{Token: "x\x00y"}, "the token alone"},
		{Discord{Token: " x\n"}, ""},
		{Discord{Token: "x", API: "127.0.0.1:80"}, "YEYE_DISCORD_API"},
		{Discord{Token: "x", Requests: -1}, "--requests"},
		{Discord{Token: "x", API: "ftp://host/"}, "YEYE_DISCORD_API"},
		{Discord{Token: "x", API: "http://127.0.0.1:80/api"}, ""},
		{Discord{Token: "x"}, ""},
	} {
		err := c.d.Check()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v, want %q", c.d, err, c.want)
		}
	}
	for _, e := range []Engine{{Thinkers: -1, HashMB: 1, Analysis: 1}, {Analysis: 1}, {HashMB: 1, Analysis: 1, Pause: -1}, {HashMB: 1}} {
		if e.Check() == nil {
			t.Errorf("%+v passes", e)
		}
	}
	if err := (Pace{}).Check(); err != nil {
		t.Errorf("no limits: %v", err)
	}
	for flag, p := range map[string]Pace{
		"--player-rate":   {PlayerRate: math.NaN()},
		"--server-rate":   {ServerRate: -1},
		"--player-games":  {PlayerGames: -1},
		"--server-games":  {ServerGames: -1},
		"--player-engine": {PlayerEngine: -time.Minute},
	} {
		if err := p.Check(); err == nil || !strings.HasPrefix(err.Error(), flag+" is ") {
			t.Errorf("%s: %v", flag, err)
		}
	}
}
