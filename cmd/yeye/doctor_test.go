package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/sandbox"
	"yeye/bot/store/sqlite"
	"yeye/internal/subprocess"
	"yeye/internal/wait"
)

// openDiscord starts a sandbox in this process, for bots in others.
func openDiscord(t *testing.T, o sandbox.Options) *sandbox.Server {
	t.Helper()
	s := sandbox.New(o)
	if err := s.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// runProgram runs the program to its end and returns its exit code and output.
func runProgram(t *testing.T, env []string, args ...string) (code int, out, log string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), wait.Bound)
	defer cancel()
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Env = append(append(os.Environ(), asProgram+"=1"), env...)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = subprocess.Run(cmd)
	if cmd.ProcessState == nil || ctx.Err() != nil {
		t.Fatalf("%v %v\n%s%s", err, ctx.Err(), stdout.String(), stderr.String())
	}
	return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

// freshDB returns a database as created by this version.
func freshDB(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "yeye.db")
	s, err := sqlite.Open(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	return path
}

// statement runs SQL on a database file.
func statement(t *testing.T, path, text string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(text); err != nil {
		t.Fatal(err)
	}
	return db
}

// slowDown lets the owner of the first guild set a slowmode in its first
// channel.
func slowDown(t *testing.T, s *sandbox.Server, seconds int) {
	t.Helper()
	var said []string
	for _, u := range s.Info().Users {
		req, err := http.NewRequest(http.MethodPatch, s.API()+"/v10/channels/"+s.Info().Channels[0].ID, strings.NewReader(fmt.Sprintf(`{"rate_limit_per_user":%d}`, seconds)))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", u.Token)
		req.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			return
		}
		said = append(said, resp.Status)
	}
	t.Fatalf("nobody may set a slowmode: %v", said)
}

const fromTheFuture = `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1); UPDATE facts SET value = '99999' WHERE name = 'oldest program'`

func TestDoctor(t *testing.T) {
	t.Parallel()
	plain := openDiscord(t, sandbox.Options{})
	noContent := openDiscord(t, sandbox.Options{NoContent: true})
	elsewhere := openDiscord(t, sandbox.Options{})
	// The sandbox's applications have no endpoint: this one has.
	target, _ := url.Parse(elsewhere.API())
	target.Path = ""
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }} // with the target's Host
	proxy.ModifyResponse = func(r *http.Response) error {
		if !strings.HasSuffix(r.Request.URL.Path, "/applications/@me") {
			return nil
		}
		var app map[string]any
		if err := json.NewDecoder(r.Body).Decode(&app); err != nil {
			return err
		}
		app["interactions_endpoint_url"] = "https://example.org/clicks"
		data, _ := json.Marshal(app)
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(data)), int64(len(data))
		r.Header.Del("Content-Length")
		return nil
	}
	front := httptest.NewServer(proxy)
	t.Cleanup(front.Close)

	// On this server the bot may give no roles.
	giving, _ := url.Parse(plain.API())
	giving.Path = ""
	mean := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(giving) }}
	mean.ModifyResponse = func(r *http.Response) error {
		if !strings.HasSuffix(r.Request.URL.Path, "/guilds/"+plain.GuildID()) {
			return nil
		}
		var guild map[string]any
		if err := json.NewDecoder(r.Body).Decode(&guild); err != nil {
			return err
		}
		for _, one := range guild["roles"].([]any) {
			role := one.(map[string]any)
			may, _ := strconv.ParseInt(role["permissions"].(string), 10, 64)
			role["permissions"] = strconv.FormatInt(may&^discord.ManageRoles, 10)
		}
		data, _ := json.Marshal(guild)
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(data)), int64(len(data))
		r.Header.Del("Content-Length")
		return nil
	}
	noRoles := httptest.NewServer(mean)
	t.Cleanup(noRoles.Close)
	ranked := freshDB(t)
	statement(t, ranked, `INSERT INTO ranks (guild, band, role) VALUES ('`+plain.GuildID()+`', 'c1', '5')`)

	deaf := func(channels int, deny ...string) *sandbox.Server {
		s := openDiscord(t, sandbox.Options{})
		for _, c := range s.Info().Channels[:channels] {
			id, _ := sandbox.ParseSnowflake(c.ID)
			if _, err := s.InjectFault(sandbox.Fault{Kind: "permissions", ChannelID: id, Deny: deny}); err != nil {
				t.Fatal(err)
			}
		}
		return s
	}
	slow := openDiscord(t, sandbox.Options{})
	slowDown(t, slow, 30)
	one, all, none := deaf(1, "ATTACH_FILES", "CREATE_PUBLIC_THREADS"), deaf(3, "SEND_MESSAGES"), deaf(3, "VIEW_CHANNEL")

	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { taken.Close() })
	stranger := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(stranger.Close)

	fresh, newer, locked, foreign, broken := freshDB(t), freshDB(t), freshDB(t), freshDB(t), freshDB(t)
	statement(t, newer, fromTheFuture)
	statement(t, locked, `BEGIN IMMEDIATE`)
	os.WriteFile(foreign, bytes.Repeat([]byte("no database "), 500), 0o600)
	spoil(t, broken)

	env := func(s *sandbox.Server) []string {
		return []string{"DISCORD_TOKEN=" + s.BotToken(), "YEYE_DISCORD_API=" + s.API()}
	}
	// Each row asks a server of its own: on one for all, they would wait for the limits of the application's requests.
	alone := func() []string { return env(openDiscord(t, sandbox.Options{})) }
	for _, c := range []struct {
		name string
		env  []string
		args []string
		code int
		want []string // lines expected
	}{
		{"all well", alone(), []string{"--db", fresh}, 0, []string{"ok settings", "ok database", " free on the database's disk", "ok Discord", "ok token", `belongs to "Yeye"`,
			"ok intents", "warning commands none are registered yet", "ok connections", "ok permissions sufficient", "Nothing is wrong"}},
		{"roles for ranks", env(plain), []string{"--db", ranked}, 0, []string{`ok ranks on "Park under the plane trees" the bot may give roles`}},
		{"no roles for ranks", []string{"DISCORD_TOKEN=" + plain.BotToken(), "YEYE_DISCORD_API=" + noRoles.URL + "/api"}, []string{"--db", ranked}, 0,
			[]string{"warning ranks", "the bot lacks Manage Roles there", "ok permissions sufficient"}},
		{"no database yet", alone(), []string{"--db", filepath.Join(t.TempDir(), "new.db")}, 0, []string{"ok database", "does not exist yet"}},
		{"no thinkers", []string{"DISCORD_TOKEN=x", "YEYE_THINK=false"}, []string{"--db", fresh}, 1, []string{"wrong settings --no-think leaves thinking to workers"}},
		{"no token", []string{"DISCORD_TOKEN="}, []string{"--db", fresh}, 1, []string{"wrong settings no token: set DISCORD_TOKEN", "ok database", "skipped Discord"}},
		{"bad token", []string{"DISCORD_TOKEN=MTIz.bogus.token", "YEYE_DISCORD_API=" + plain.API()}, []string{"--db", fresh}, 1,
			[]string{"ok Discord", "wrong token Discord refused the token: set DISCORD_TOKEN", "skipped the rest"}},
		{"nobody there", []string{"DISCORD_TOKEN=x", "YEYE_DISCORD_API=http://127.0.0.1:1/api"}, []string{"--db", fresh}, 1,
			[]string{"wrong Discord", "is something running there?", "skipped token"}},
		{"another server there", []string{"DISCORD_TOKEN=x", "YEYE_DISCORD_API=" + stranger.URL}, []string{"--db", fresh}, 1, []string{"wrong Discord"}},
		{"intent off", env(noContent), []string{"--db", fresh}, 0, []string{"warning intents Message Content Intent is disabled: moves work by"}},
		{"intent off and not asked for", env(noContent), []string{"--db", fresh, "--no-message-content"}, 0, []string{"ok intents"}},
		{"endpoint", []string{"DISCORD_TOKEN=" + elsewhere.BotToken(), "YEYE_DISCORD_API=" + front.URL + "/api"}, []string{"--db", fresh}, 1,
			[]string{"wrong commands", "Interactions Endpoint URL"}},
		{"permission missing in a channel", env(one), []string{"--db", fresh}, 0,
			[]string{`warning permissions on "Park under the plane trees" the bot lacks Attach Files, Create Public Threads in #xiangqi;`}},
		{"permission missing everywhere", env(all), []string{"--db", fresh}, 1, []string{"wrong permissions", "lacks Send Messages in #xiangqi, #teahouse, #lobby; no board can be shown anywhere"}},
		{"slowmode", env(slow), []string{"--db", fresh}, 0, []string{"warning slowmode", "in #xiangqi (30s);", "ok permissions sufficient"}},
		{"a password in the address", []string{"DISCORD_TOKEN=x", "YEYE_DISCORD_API=http://me:hush@127.0.0.1:1/api"}, []string{"--db", fresh}, 1, []string{"wrong Discord http://me:xxxxx@127.0.0.1:1/api"}},
		{"a password in an address of no kind", []string{"DISCORD_TOKEN=x", "YEYE_DISCORD_API=ftp://me:hush@example.org"}, []string{"--db", fresh}, 1, []string{"wrong settings YEYE_DISCORD_API is"}},
		{"a password in no address", []string{"DISCORD_TOKEN=x", "YEYE_DISCORD_API=http://me:hush@[::1/api"}, []string{"--db", fresh}, 1, []string{"wrong settings YEYE_DISCORD_API cannot be read"}},
		{"sees nothing", env(none), []string{"--db", fresh}, 1, []string{"wrong permissions", "sees no text channel"}},
		{"newer", alone(), []string{"--db", newer}, 1, []string{"wrong database", "newer version of yeye; run that version"}},
		{"locked", alone(), []string{"--db", locked}, 1, []string{"wrong database", "another program has locked it"}},
		{"no database", alone(), []string{"--db", foreign}, 1, []string{"wrong database", "not an SQLite database"}},
		{"damaged", alone(), []string{"--db", broken}, 1, []string{"wrong database", "damaged"}},
		{"no directory", alone(), []string{"--db", "/no/such/dir/yeye.db"}, 1, []string{"wrong database", "its directory does not exist"}},
		{"a directory", alone(), []string{"--db", t.TempDir()}, 1, []string{"wrong database", "it is a directory"}},
		{"port taken", alone(), []string{"--db", fresh, "--watch", taken.Addr().String()}, 1, []string{"wrong metrics", "another program"}},
		{"port open to the world", alone(), []string{"--db", fresh, "--watch", "0.0.0.0:9095"}, 1, []string{"wrong metrics", "this machine only"}},
		{"wrong flag", alone(), []string{"--nonsense"}, 2, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			code, out, log := runProgram(t, c.env, append([]string{"doctor"}, c.args...)...)
			if code != c.code {
				t.Errorf("exit code %d, want %d", code, c.code)
			}
			flat := strings.Join(strings.Fields(out), " ")
			for _, w := range c.want {
				if !strings.Contains(flat, w) {
					t.Errorf("does not say %q", w)
				}
			}
			_, token, _ := strings.Cut(c.env[0], "=")
			secrets := []string{"hush", "bogus"}
			if len(token) > 10 {
				secrets = append(secrets, token)
			}
			if slices.ContainsFunc(secrets, func(secret string) bool { return strings.Contains(out+log, secret) }) {
				t.Error("the token is shown")
			}
			if t.Failed() {
				t.Logf("stdout:\n%s\nstderr:\n%s", out, log)
			}
		})
	}
}

// The doctor finds two bots on one file, and one that would serve everything beside those that divide the shards.
func TestDoctorFindsTwoBots(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the system does not say who uses a file")
	}
	t.Parallel()
	s := openDiscord(t, sandbox.Options{})
	env := []string{"DISCORD_TOKEN=" + s.BotToken(), "YEYE_DISCORD_API=" + s.API()}
	db := filepath.Join(t.TempDir(), "yeye.db")
	doctor := func() string {
		_, out, _ := runProgram(t, env, "doctor", "--db", db)
		return strings.Join(strings.Fields(out), " ")
	}
	var both [2]*process
	var text string
	for n := range both {
		both[n] = startProcess(t, env, "serve", "--db", db, "--watch", "127.0.0.1:0")
		both[n].watch()
		if text = doctor(); strings.Contains(text, "processes use") != (n == 1) {
			t.Errorf("%d: %s", n+1, text)
		}
	}
	for _, p := range both {
		if !strings.Contains(text, pid(p)) {
			t.Errorf("does not name %s: %s", pid(p), text)
		}
	}
}

// The doctor does not disturb a running bot: it is reported well, with its
// commands.
func TestDoctorBesideABot(t *testing.T) {
	t.Parallel()
	s := openDiscord(t, sandbox.Options{})
	env := []string{"DISCORD_TOKEN=" + s.BotToken(), "YEYE_DISCORD_API=" + s.API()}
	db := filepath.Join(t.TempDir(), "yeye.db")
	served := startProcess(t, env, "serve", "--db", db, "--watch", "127.0.0.1:0")
	watch := served.watch()
	if err := s.Ready(bounded(t)); err != nil {
		t.Fatalf("%v\n%s", err, served.log())
	}
	served.eventually("it is well", func() bool {
		code, out, _ := runProgram(t, nil, "health", "--watch", watch)
		return code == 0 && out == "well\n"
	})
	code, out, log := runProgram(t, env, "doctor", "--db", db, "--watch", watch)
	flat := strings.Join(strings.Fields(out), " ")
	for _, w := range []string{"ok commands all", ": well", "ok database", "ok intents", "ok token"} {
		if !strings.Contains(flat, w) {
			t.Errorf("does not say %q", w)
		}
	}
	if code != 0 || t.Failed() {
		t.Errorf("exit code %d\n%s%s\n%s", code, out, log, served.log())
	}
}

// spoil overwrites the middle of a database file.
func spoil(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	for at := int64(8192); at < info.Size(); at += 4096 {
		if _, err := f.WriteAt(bytes.Repeat([]byte{0x5a}, 4096), at); err != nil {
			t.Fatal(err)
		}
	}
}

// The doctor mentions Discord's requirements for large bots a little before they
// apply.
func TestDoctorOfALargeBot(t *testing.T) {
	t.Parallel()
	servers := func(n, members int) []discord.GuildName {
		all := make([]discord.GuildName, n)
		for i := range all {
			all[i].Members = members
		}
		return all
	}
	among := func(n, of, shard int) []discord.GuildName {
		all := servers(n, 1)
		for i := range all {
			all[i].ID = id.Guild(fmt.Sprint(uint64(i*of+shard) << 22))
		}
		return all
	}
	for _, c := range []struct {
		name    string
		guilds  []discord.GuildName
		reads   bool
		shards  string
		advised int
		says    []string
		without []string
	}{
		{"two shards", slices.Concat(among(1900, 2, 0), among(1900, 2, 1)), true, "0-1/2", 4, []string{"the bot is on 3800", "the fullest of 2 shards has 1900"}, nil},
		{"one shard of two is full", slices.Concat(among(2200, 2, 0), among(1900, 2, 1)), true, "0/2", 4, []string{"the fullest of 2 shards has 2200", "Discord advises 4"}, nil},
		{"as many shards as advised", slices.Concat(among(2200, 2, 0), among(1900, 2, 1)), true, "auto", 4, []string{"the fullest of 4 shards has 1100"}, nil},
		{"small", servers(3, 50), true, "", 1, []string{"the bot is on 3"}, []string{"shards", "requires a review"}},
		{"many people", servers(90, 100), true, "", 1, []string{"about 9000 people", "from 10000 on, reading messages requires a review"}, []string{"shards"}},
		{"many people, and it reads nothing", servers(90, 100), false, "", 1, nil, []string{"requires a review"}},
		{"many servers", servers(2100, 1), true, "", 3, []string{"the bot is on 2100", "2500", "--shards auto (Discord advises 3)"}, []string{"requires a review"}},
	} {
		var out strings.Builder
		v := discordCheck{report: &report{out: &out}, advised: c.advised, flags: &serveFlags{Shards: c.shards},
			app: discord.Application{ReadsContent: c.reads}}
		v.flags.MessageContent = true
		v.size(c.guilds)
		for _, want := range c.says {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: no %q in %s", c.name, want, out.String())
			}
		}
		for _, not := range c.without {
			if strings.Contains(out.String(), not) {
				t.Errorf("%s: %q in %s", c.name, not, out.String())
			}
		}
	}
}
