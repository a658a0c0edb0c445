// Package config defines the settings of an operator: by flag, or by environment
// variable; the flag has priority. It validates them and never shows a secret.
//
// Out of scope: anything that acts on the settings. Only cmd imports it.
package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"time"
	"unicode"
)

// Secret is a text that no log, error or dump shows.
type Secret string

// String returns "(set)" or "", never the secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "(set)"
}

// GoString is String, for %#v.
func (s Secret) GoString() string { return s.String() }

// LogValue is String, for slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText is String, for JSON and the like.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Reveal returns the secret itself, without a line break that a file or a paste
// may have left around it.
func (s Secret) Reveal() string { return strings.TrimSpace(string(s)) }

// Log sets the level and format of the program's log, which always goes to stderr.
type Log struct {
	Level  string `name:"log-level" env:"YEYE_LOG_LEVEL" enum:"debug,info,warn,error" default:"info" help:"Lowest level to log: debug, info, warn or error."`
	Format string `name:"log-format" env:"YEYE_LOG_FORMAT" enum:"text,json" default:"text" help:"Format of log lines: text or json."`
}

// Logger returns a logger to stderr with these settings.
func (l Log) Logger() *slog.Logger { return l.LoggerTo(os.Stderr) }

// LoggerTo returns a logger to w with these settings.
func (l Log) LoggerTo(w io.Writer) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(l.Level)) // one of the enum: no error
	o := &slog.HandlerOptions{Level: level}
	if l.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, o))
	}
	return slog.New(slog.NewTextHandler(w, o))
}

// Engine limits how much of the machine the engine's searches may use.
type Engine struct {
	Thinkers int           `env:"YEYE_THINKERS" default:"0" help:"Number of games the engine thinks about at once; 0 means one less than the processors, but at least one."`
	HashMB   int           `name:"hash-mb" env:"YEYE_HASH_MB" default:"16" help:"Transposition table of each thinker, in megabytes."`
	Analysis int           `name:"analysis-threads" env:"YEYE_ANALYSIS_THREADS" default:"1" help:"Threads to analyze one position with, while that many are idle."`
	Pause    time.Duration `name:"pause" env:"YEYE_PAUSE" default:"500ms" help:"Minimum time a character appears to think; each adds a delay of its own. 0 answers at once."`
}

// Check checks the values that kong cannot.
func (e Engine) Check() error {
	switch {
	case e.Thinkers < 0 || e.Thinkers > 1024:
		return fmt.Errorf("--thinkers is %d; it must be 0 to 1024", e.Thinkers)
	case e.HashMB < 1 || e.HashMB > 65536:
		return fmt.Errorf("--hash-mb is %d; it must be 1 to 65536", e.HashMB)
	case e.Analysis < 1 || e.Analysis > 128:
		return fmt.Errorf("--analysis-threads is %d; it must be 1 to 128", e.Analysis)
	case e.Pause < 0 || e.Pause > time.Minute:
		return fmt.Errorf("--pause is %v; it must be 0 to 1m", e.Pause)
	}
	return nil
}

// Pace limits the requests, games and engine time of people and servers. The defaults are far beyond what people do by
// hand, and keep one person with a script from occupying the bot.
type Pace struct {
	PlayerRate float64 `env:"YEYE_PLAYER_RATE" default:"20" help:"Commands, clicks and moves per second from one person, on average; 0 means no limit."`
	ServerRate float64 `env:"YEYE_SERVER_RATE" default:"200" help:"The same for all people of one server together; 0 means no limit."`

	PlayerGames  int           `env:"YEYE_PLAYER_GAMES" default:"20" help:"Open games and studies that one person may have started; 0 means no limit."`
	ServerGames  int           `env:"YEYE_SERVER_GAMES" default:"1000" help:"Open games and studies in one server; 0 means no limit."`
	PlayerEngine time.Duration `env:"YEYE_PLAYER_ENGINE" default:"20m" help:"Engine time per hour for one person's games; beyond it characters answer them more slowly. 0 means no limit."`
}

// Check checks the values that kong cannot.
func (p Pace) Check() error {
	for _, l := range []struct {
		flag  string
		value any
		ok    bool
	}{
		{"--player-rate", p.PlayerRate, p.PlayerRate >= 0}, // false for NaN
		{"--server-rate", p.ServerRate, p.ServerRate >= 0},
		{"--player-games", p.PlayerGames, p.PlayerGames >= 0},
		{"--server-games", p.ServerGames, p.ServerGames >= 0},
		{"--player-engine", p.PlayerEngine, p.PlayerEngine >= 0},
	} {
		if !l.ok {
			return fmt.Errorf("%s is %v; it must be 0, for no limit, or more", l.flag, l.value)
		}
	}
	return nil
}

// Discord holds the token, and the address and limits of Discord's API.
type Discord struct {
	Token          Secret `env:"DISCORD_TOKEN" help:"The bot's token, from the page Bot of its application. Set it as DISCORD_TOKEN, not on the command line."`
	TokenFile      string `env:"DISCORD_TOKEN_FILE" placeholder:"PATH" help:"A file that holds the bot's token, like a credential of systemd or a secret of a container, instead of DISCORD_TOKEN."`
	API            string `name:"discord-api" env:"YEYE_DISCORD_API" placeholder:"URL" help:"Address to use instead of Discord's: a sandbox or a REST proxy, like http://127.0.0.1:8080/api."`
	Requests       int    `name:"requests" env:"YEYE_REQUESTS" default:"0" help:"Requests per second with this token, over all processes; 0 means slightly less than Discord allows, or no limit with --discord-api, which limits by itself."`
	MessageContent bool   `env:"YEYE_MESSAGE_CONTENT" default:"true" negatable:"" help:"Read moves typed into channels. Requires the Message Content intent to be enabled for the application."`
}

// ErrNoToken is the operator's error message when no token is set.
var ErrNoToken = errors.New("no token: set DISCORD_TOKEN to the bot's token (discord.com/developers, your " +
	"application, page Bot), or DISCORD_TOKEN_FILE to a file that holds it, or try everything without one by running " +
	"`yeye sandbox`")

// errTokenForm is the operator's error message for a token that no HTTP header can
// carry, or for the header instead of the token.
var errTokenForm = errors.New("the token contains a space or a line break: set it to the token alone, without the " +
	"word Bot before it")

// maxTokenFile is the size in bytes from which on a file cannot be a token.
const maxTokenFile = 4 << 10

// ReadToken reads the token from the token file, if one is set. Its errors are for the operator, and show nothing of
// the file's content.
func (d *Discord) ReadToken() error {
	path := d.TokenFile
	if path == "" {
		return nil
	}
	if d.Token.Reveal() != "" {
		return errors.New("DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set: keep one of them")
	}
	f, err := os.Open(path)
	if err != nil {
		return tokenFileError(path, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxTokenFile+1))
	switch token := Secret(text); {
	case err != nil:
		return tokenFileError(path, err)
	case len(text) > maxTokenFile:
		return fmt.Errorf("the file %s, which DISCORD_TOKEN_FILE names, is too long for a token: put the token alone "+
			"into it", path)
	case token.Reveal() == "":
		return fmt.Errorf("the file %s, which DISCORD_TOKEN_FILE names, is empty: put the bot's token into it", path)
	default:
		d.Token, d.TokenFile = token, ""
	}
	return nil
}

func tokenFileError(path string, err error) error {
	var of *fs.PathError
	if errors.As(err, &of) {
		err = of.Err
	}
	return fmt.Errorf("cannot read the token from %s, which DISCORD_TOKEN_FILE names: %w", path, err)
}

// Check checks the token's presence and form, and the address.
func (d Discord) Check() error {
	token := d.Token.Reveal()
	if token == "" {
		return ErrNoToken
	}
	if strings.ContainsFunc(token, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
		return errTokenForm
	}
	if d.Requests < 0 || d.Requests > 100_000 {
		return fmt.Errorf("--requests is %d; it must be 0 to 100000", d.Requests)
	}
	if d.API == "" {
		return nil
	}
	u, err := url.Parse(d.API)
	switch {
	case err != nil: // its text may contain a password
		return errors.New("YEYE_DISCORD_API cannot be read; it must be an address like http://127.0.0.1:8080/api")
	case u.Host == "" || (u.Scheme != "http" && u.Scheme != "https"):
		return fmt.Errorf("YEYE_DISCORD_API is %q; it must be an address like http://127.0.0.1:8080/api", u.Redacted())
	}
	return nil
}

// Where returns the address of Discord's API to show to people, without a password.
func (d Discord) Where() string {
	if d.API == "" {
		return "discord.com"
	}
	u, err := url.Parse(d.API)
	if err != nil {
		return "YEYE_DISCORD_API"
	}
	return u.Redacted()
}
