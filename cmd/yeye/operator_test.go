package main

import (
	"bytes"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yeye/bot/sandbox"
)

// lastWord returns the final sentence for the operator.
func lastWord(log string) string {
	last := ""
	for line := range strings.Lines(log) {
		if word, ok := strings.CutPrefix(line, "yeye: "); ok {
			last = strings.TrimSpace(word)
		}
	}
	return last
}

// An operator's mistake ends in one sentence that says what to do, and exit
// code 2, or 78 for serve; an error that may pass by itself, with 1.
func TestOperatorsMistakes(t *testing.T) {
	t.Parallel()
	s, noIntents := openDiscord(t, sandbox.Options{}), openDiscord(t, sandbox.Options{})
	if _, err := noIntents.InjectFault(sandbox.Fault{Kind: "close", CloseCode: 4014, On: "identify", Count: -1}); err != nil {
		t.Fatal(err)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { taken.Close() })
	dir := t.TempDir()
	db, newer, locked, foreign := filepath.Join(dir, "yeye.db"), freshDB(t), freshDB(t), filepath.Join(dir, "foreign.db")
	statement(t, newer, fromTheFuture)
	statement(t, locked, `BEGIN IMMEDIATE`)
	bogus := filepath.Join(dir, "token")
	os.WriteFile(bogus, []byte("MTIz.bogus.token\n"), 0o600)
	os.WriteFile(foreign, bytes.Repeat([]byte("no database "), 500), 0o600)

	env := func(s *sandbox.Server) []string {
		return []string{"DISCORD_TOKEN=" + s.BotToken(), "YEYE_DISCORD_API=" + s.API()}
	}
	good := env(s)
	for _, c := range []struct {
		name string
		env  []string
		args []string
		want string
	}{
		{"no token", []string{"DISCORD_TOKEN="}, []string{"serve", "--db", db}, "no token: set DISCORD_TOKEN"},
		{"refused token", []string{"DISCORD_TOKEN=MTIz.bogus.token", "YEYE_DISCORD_API=" + s.API()}, []string{"serve", "--db", db}, "Discord refused the token: set DISCORD_TOKEN"},
		{"the header for the token", []string{"DISCORD_TOKEN=Bot " + s.BotToken()}, []string{"serve", "--db", db}, "set it to the token alone, without the word Bot"},
		{"two tokens", append(env(s), "DISCORD_TOKEN_FILE="+foreign), []string{"serve", "--db", db}, "are both set: keep one"},
		{"no file of a token", []string{"DISCORD_TOKEN=", "DISCORD_TOKEN_FILE=/no/such/token"}, []string{"serve", "--db", db}, "cannot read the token from /no/such/token"},
		{"a refused token in a file", []string{"DISCORD_TOKEN=", "DISCORD_TOKEN_FILE=" + bogus, "YEYE_DISCORD_API=" + s.API()}, []string{"serve", "--db", db}, "Discord refused the token"},
		{"a refused token, with backups", []string{"DISCORD_TOKEN=MTIz.bogus.token", "YEYE_DISCORD_API=" + s.API()},
			[]string{"serve", "--db", filepath.Join(dir, "kept.db"), "--backup-dir", filepath.Join(dir, "backups")}, "Discord refused the token"},
		{"refused intents", env(noIntents), []string{"serve", "--db", filepath.Join(dir, "intent.db")}, "does not allow one of the intents"},
		{"bad address", []string{"DISCORD_TOKEN=x", "YEYE_DISCORD_API=nowhere"}, []string{"serve", "--db", db}, "it must be an address like"},
		{"no file named", good, []string{"serve", "--db", ""}, "no file is named; give one with --db"},
		{"no directory", good, []string{"serve", "--db", "/no/such/dir/yeye.db"}, "its directory does not exist; create it"},
		{"a directory", good, []string{"serve", "--db", dir}, "it is a directory; give a file in it with --db"},
		{"locked database", good, []string{"serve", "--db", locked}, "another program has locked it for longer than 5 seconds; stop that program"},
		{"newer database", good, []string{"serve", "--db", newer}, "newer version of yeye; run that version"},
		{"no database", good, []string{"serve", "--db", foreign}, "not an SQLite database; give another file with --db"},
		{"sandbox on no database", nil, []string{"sandbox", "--addr", "127.0.0.1:0", "--db", foreign}, "not an SQLite database"},
		{"port taken", good, []string{"serve", "--db", db, "--watch", taken.Addr().String()}, "another program does, perhaps another yeye; stop it, or start with --watch"},
		{"another machine's address", good, []string{"serve", "--db", db, "--watch", "203.0.113.9:9095", "--watch-public"}, "it is not an address of this machine"},
		{"port open to the world", good, []string{"serve", "--db", db, "--watch", "0.0.0.0:9095"}, "on this machine only: give an address like"},
		{"no port", good, []string{"serve", "--db", db, "--watch", "nonsense"}, "cannot listen on nonsense: missing port in address; start with --watch"},
		{"no such port", nil, []string{"sandbox", "--addr", "127.0.0.1:99999"}, "cannot listen on 127.0.0.1:99999: invalid port; start with --addr"},
		{"nowhere for a sandbox", []string{"TMPDIR=/no/such/dir"}, []string{"sandbox", "--addr", "127.0.0.1:0"}, "set TMPDIR to a writable directory"},
		{"sandbox's port taken", nil, []string{"sandbox", "--addr", taken.Addr().String()}, "stop it, or start with --addr 127.0.0.1:0"},
		{"no servers", nil, []string{"sandbox", "--guilds", "0"}, "--guilds is 0; it must be at least 1"},
		{"no time to answer", nil, []string{"sandbox", "--answer-within", "0s"}, "--answer-within is 0s; it must be more than 0"},
		{"sandbox open to the world", nil, []string{"sandbox", "--addr", "0.0.0.0:8080"}, "only this machine may reach the sandbox"},
		{"unknown flag", nil, []string{"serve", "--nonsense"}, "unknown flag --nonsense"},
		{"unknown command", nil, []string{"play"}, "unexpected argument play"},
		{"no command", nil, nil, "expected one of"},
		{"unknown level of logs", nil, []string{"serve", "--log-level", "loud"}, "--log-level must be one of"},
		{"no number", nil, []string{"serve", "--thinkers", "many"}, "--thinkers"},
		{"negative pause", []string{"DISCORD_TOKEN=x"}, []string{"serve", "--pause=-1s"}, "it must be 0 to 1m"},
		{"negative rate", []string{"DISCORD_TOKEN=x"}, []string{"serve", "--player-rate=-1"}, "it must be 0, for no limit, or more"},
		{"negative number of games", []string{"DISCORD_TOKEN=x"}, []string{"serve", "--player-games=-1"}, "--player-games is -1; it must be 0, for no limit, or more"},
		{"backups of a server", good, []string{"serve", "--db", "postgres://yeye@db.example.org/yeye", "--backup-dir", dir}, "back PostgreSQL up with pg_dump"},
		{"backups without a pause", good, []string{"serve", "--db", db, "--backup-every", "1s"}, "--backup-every is 1s; it must be at least 1m"},
		{"no backups to keep", good, []string{"serve", "--db", db, "--backup-keep", "0"}, "--backup-keep is 0; it must be at least 1"},
		{"backups into a file", good, []string{"serve", "--db", filepath.Join(dir, "backups.db"), "--backup-dir", foreign}, "cannot use --backup-dir: mkdir"},
		{"backup of nothing", nil, []string{"backup", "--db", filepath.Join(dir, "none.db"), "-o", filepath.Join(dir, "copy.db")}, "no such file"},
		{"backup of no database", nil, []string{"backup", "--db", foreign, "-o", filepath.Join(dir, "copy.db")}, "not an SQLite database"},
		{"backup into no directory", nil, []string{"backup", "--db", filepath.Join(dir, "foreign.db"), "-o", "/no/such/dir/copy.db"}, "cannot back up to /no/such/dir/copy.db: no such file or directory; give a file with -o in a directory that exists and can be written"},
		{"backup over something", nil, []string{"backup", "--db", foreign, "-o", foreign}, "file already exists"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			code, _, log := runProgram(t, c.env, c.args...)
			want := 2
			if len(c.args) > 0 && c.args[0] == "serve" {
				want = exitConfig
			}
			switch c.name {
			case "locked database", "port taken", "sandbox's port taken", "another machine's address":
				want = 1 // it may pass: worth a restart
			}
			if code != want || !strings.Contains(lastWord(log), c.want) {
				t.Errorf("exit code %d; want %d and %q; stderr:\n%s", code, want, c.want, log)
			}
			if strings.Contains(log, "bogus") || strings.Contains(log, s.BotToken()) {
				t.Errorf("the token is in the log: %s", log)
			}
		})
	}
}

// If nobody answers, health exits with 1, for the supervisor.
func TestNobodyWell(t *testing.T) {
	t.Parallel()
	code, _, log := runProgram(t, nil, "health", "--watch", "127.0.0.1:1")
	if code != 1 || !strings.Contains(lastWord(log), "is `yeye serve --watch 127.0.0.1:1` running?") {
		t.Errorf("exit code %d: %s", code, log)
	}
}

// If the log is JSON, the final error is JSON too.
func TestLastWordInJSON(t *testing.T) {
	t.Parallel()
	code, _, log := runProgram(t, []string{"DISCORD_TOKEN="}, "serve", "--log-format", "json", "--db", filepath.Join(t.TempDir(), "yeye.db"))
	var line struct {
		Level, Msg, Err string
		Exit            int
	}
	if err := json.Unmarshal([]byte(log), &line); err != nil {
		t.Fatalf("%v: %s", err, log)
	}
	if code != exitConfig || line.Exit != code || line.Level != "ERROR" || !strings.HasPrefix(line.Err, "no token: ") {
		t.Errorf("exit code %d: %s", code, log)
	}
}
