package load

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/store/postgres/pgserver"
	"yeye/game"
)

// BoardOptions says how many boards browsers have open. The tags are for lab's command line.
type BoardOptions struct {
	Yeye     string        `default:"yeye" help:"The yeye program to test."`
	Boards   int           `default:"500" help:"Games, each with the pages of its two players."`
	Viewers  int           `default:"2000" help:"Pages of people who watch the first of the games."`
	Moves    int           `default:"100" help:"Moves in the first game, one after the other, each awaited by all viewers."`
	Every    time.Duration `default:"10s" help:"Average time between two moves of a game, where all games are played."`
	Time     time.Duration `default:"1m" help:"How long all games are played."`
	Postgres bool          `help:"Use PostgreSQL, on a server started for the test, instead of a file."`
	Keep     string        `help:"Directory to keep the database and the log in; by default they are removed."`
}

// BoardResult holds the figures. Memory is in bytes, of the serving process.
type BoardResult struct {
	Load               string   // load averages of the machine, at the start and at the end
	Before             int64    // memory without open pages
	Watched, All       int64    // memory with all viewers; with all players as well
	Opponent, Fan      Duration // the first game: from sending a move until the opponent, or a viewer, receives it
	Last               Duration // until the last viewer receives it
	FirstCPU           float64  // processors used meanwhile
	Players            Duration // all games: until the opponent receives it
	MovesPerSecond     float64
	AllCPU             float64
	Lost, Refused      int // moves that did not arrive within ten seconds; refused acts
	Connections, Moves int
}

// Duration holds statistics of many durations.
type Duration struct {
	N                int
	Median, P95, P99 time.Duration
	Most             time.Duration
}

func (d Duration) String() string {
	ms := func(d time.Duration) string { return strconv.FormatFloat(float64(d)/1e6, 'f', 1, 64) }
	return fmt.Sprintf("median %s ms, p95 %s, p99 %s, most %s (%d)", ms(d.Median), ms(d.P95), ms(d.P99), ms(d.Most),
		d.N)
}

func describe(all []time.Duration) (d Duration) {
	if d.N = len(all); d.N == 0 {
		return d
	}
	slices.Sort(all)
	at := func(share float64) time.Duration { return all[min(d.N-1, int(share*float64(d.N)))] }
	return Duration{d.N, at(0.5), at(0.95), at(0.99), all[d.N-1]}
}

// Print writes the figures.
func (r *BoardResult) Print(w io.Writer) error {
	mb := func(n int64) string { return strconv.FormatInt(n>>20, 10) + " MB" }
	_, err := fmt.Fprintf(w, `load                  %s
connections           %d
memory                %s with no page, %s with the viewers, %s with the players too
first game, opponent  %v
first game, viewers   %v
first game, the last  %v
                      %.2f processors
all games, opponent   %v
                      %.1f moves a second, %.2f processors
lost, refused         %d, %d
`, r.Load, r.Connections, mb(r.Before), mb(r.Watched), mb(r.All), r.Opponent, r.Fan, r.Last, r.FirstCPU, r.Players,
		r.MovesPerSecond, r.AllCPU, r.Lost, r.Refused)
	return err
}

// RunBoards opens the pages and plays.
func RunBoards(ctx context.Context, o BoardOptions) (*BoardResult, error) {
	path, err := exec.LookPath(o.Yeye)
	if err != nil {
		return nil, fmt.Errorf("%w: build it with `go build ./cmd/yeye` and name it with --yeye ./yeye", err)
	}
	dir := o.Keep
	if dir == "" {
		if dir, err = os.MkdirTemp("", "yeye-boards-"); err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
	}
	const perGuild = 250 // channels; Discord's limit is 500
	options := &Options{Yeye: []string{path}, Serves: 1, Shards: 1, Guilds: 1 + o.Boards/perGuild, LogLevel: "warn"}
	options.people = 2 * o.Boards
	d, err := options.deploy(dir)
	if err != nil {
		return nil, err
	}
	defer d.close()
	var server *pgserver.Server
	if o.Postgres {
		if server, err = pgserver.Start(pgserver.Options{Durable: true}); err != nil {
			return nil, err
		}
		defer server.Stop()
	}
	if err := d.prepare(ctx, server); err != nil {
		return nil, err
	}
	b := &boardLoad{BoardOptions: o, deployment: d}
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	b.address = "http://" + address
	serve := d.serves[0]
	serve.args = append(serve.args, "--board", address, "--board-url", b.address)
	if err := d.start(); err != nil {
		return nil, err
	}
	if err := b.open(ctx); err != nil {
		return nil, err
	}
	return b.run(ctx)
}

type boardLoad struct {
	BoardOptions
	deployment *deployment
	address    string
	db         *store.DB
	games      []id.Match
	result     BoardResult
	mu         sync.Mutex // guards result's counts
}

// open creates the games, once the program has created its database.
func (b *boardLoad) open(ctx context.Context) error {
	owner, err := signIn(ctx, b.deployment.info, 0)
	if err != nil {
		return err
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(200 * time.Millisecond) {
		if a, err := http.Get(b.address + "/board.js"); err == nil {
			a.Body.Close()
			break
		} else if time.Now().After(deadline) {
			return fmt.Errorf("no boards are served: %w", err)
		}
	}
	if b.db, err = openDatabase(ctx, b.deployment.db); err != nil {
		return err
	}
	service := match.NewService(b.db)
	info := b.deployment.info
	for n := range b.Boards {
		guild := info.Guilds[n%len(info.Guilds)].ID
		var made struct {
			ID string `json:"id"`
		}
		if err := owner.request(ctx, http.MethodPost, "/guilds/"+guild+"/channels",
			map[string]any{"name": fmt.Sprintf("board-%03d", n), "type": 0}, &made); err != nil {
			return err
		}
		t := match.Terms{Mode: match.Duel, Guild: id.Guild(guild), Channel: id.Channel(made.ID), Position: game.Start(),
			Locale: "en-US", Casual: true}
		for side := range t.Seats {
			t.Seats[side] = match.Seat{Player: id.Player(info.Users[2*n+side].ID), Name: info.Users[2*n+side].Username}
		}
		c, err := service.Start(ctx, match.Actor{Player: t.Seats[0].Player, Source: match.FromCommand}, t)
		if err != nil {
			return err
		}
		b.games = append(b.games, c.Match.ID)
	}
	return nil
}

// session stores a session as following a link does, and returns its secret.
func (b *boardLoad) session(ctx context.Context, p string, of id.Match, watches bool) (string, error) {
	var bits [16]byte
	rand.Read(bits[:])
	secret := base64.RawURLEncoding.EncodeToString(bits[:])
	sum := sha256.Sum256([]byte(secret))
	return secret, b.db.WriteTx(ctx, func(tx store.Tx) {
		tx.ExecDeferred(ctx, `INSERT INTO board_sessions (secret, link, player, game, made, until, watches, joined)
			VALUES (?, 0, ?, ?, ?, ?, ?, 0)`, hex.EncodeToString(sum[:]), p, string(of), store.Millis(tx.Now),
			store.Millis(tx.Now.Add(time.Hour)), store.Bit(watches))
	})
}

// enter opens pages, a few at a time, as people do.
func (b *boardLoad) enter(ctx context.Context, n int, page func(i int) (*boardPage, error)) ([]*boardPage, error) {
	all := make([]*boardPage, n)
	next, errs := make(chan int), make([]error, 16)
	var group sync.WaitGroup
	for worker := range errs {
		group.Go(func() {
			for i := range next {
				p, err := page(i)
				if err == nil {
					err = p.dial(ctx, b.address)
				}
				if err != nil {
					errs[worker] = errors.Join(errs[worker], err)
					continue
				}
				all[i] = p
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	group.Wait()
	return all, errors.Join(errs...)
}

func (b *boardLoad) run(ctx context.Context) (*BoardResult, error) {
	r, serve, info := &b.result, b.deployment.serves[0], b.deployment.info
	r.Load = machineLoad()
	r.Before = serve.residentMemory()
	watched, err := b.enter(ctx, b.Viewers, func(i int) (*boardPage, error) {
		user := info.Users[i%len(info.Users)].ID
		token, err := b.session(ctx, user, b.games[0], true)
		return &boardPage{token: token}, err
	})
	if err != nil {
		return nil, err
	}
	defer closeAll(watched)
	r.Watched = serve.residentMemory()
	players, err := b.enter(ctx, 2*b.Boards, func(i int) (*boardPage, error) {
		token, err := b.session(ctx, info.Users[i].ID, b.games[i/2], false)
		return &boardPage{token: token, isPlayer: true}, err
	})
	if err != nil {
		return nil, err
	}
	defer closeAll(players)
	r.All, r.Connections = serve.residentMemory(), b.Viewers+2*b.Boards

	// Both players' pages act in turn, so that each stays below the rate limit of acts.
	const pageActs = 110 * time.Millisecond
	var opponent, fan, last []time.Duration
	begun, cpu := time.Now(), serve.processor()
	pace := time.NewTicker(pageActs) // a page may act five times a second
	defer pace.Stop()
	for range b.Moves {
		<-pace.C
		took, viewers, ok := b.move(ctx, players[0], players[1], watched)
		if !ok {
			break
		}
		opponent, fan = append(opponent, took), append(fan, viewers...)
		last = append(last, slices.Max(append(viewers, took)))
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	r.FirstCPU = (serve.processor() - cpu).Seconds() / time.Since(begun).Seconds()
	r.Opponent, r.Fan, r.Last = describe(opponent), describe(fan), describe(last)

	var every []time.Duration
	begun, cpu = time.Now(), serve.processor()
	playing, cancel := context.WithTimeout(ctx, b.Time)
	defer cancel()
	var group sync.WaitGroup
	for n := range b.Boards {
		group.Go(func() {
			wait := time.Duration(n) * b.Every / time.Duration(b.Boards)
			for {
				select {
				case <-playing.Done():
					return
				case <-time.After(wait):
				}
				wait = b.Every
				took, _, ok := b.move(ctx, players[2*n], players[2*n+1], nil)
				if !ok {
					return
				}
				b.mu.Lock()
				every = append(every, took)
				b.mu.Unlock()
			}
		})
	}
	group.Wait()
	spent := time.Since(begun).Seconds()
	r.AllCPU, r.MovesPerSecond = (serve.processor()-cpu).Seconds()/spent, float64(len(every))/spent
	r.Players = describe(every)
	r.Load += " → " + machineLoad()
	return r, nil
}

// move lets the player to move play any move, and waits until the opponent and the viewers have received it; false if
// the game is over, or the move did not arrive.
func (b *boardLoad) move(ctx context.Context, red, black *boardPage,
	viewers []*boardPage) (took time.Duration, seen []time.Duration, ok bool) {
	mover, other := red, black
	if len(red.now().Legal) == 0 {
		mover, other = black, red
	}
	now := mover.now()
	text := now.anyMove()
	if text == "" {
		return 0, nil, false
	}
	sent := time.Now()
	if err := mover.act(now.Turn, text); err != nil {
		b.count(&b.result.Refused)
		return 0, nil, false
	}
	at, ok := other.await(ctx, now.Turn)
	if !ok {
		b.count(&b.result.Lost)
		return 0, nil, false
	}
	mover.await(ctx, now.Turn)
	for _, v := range viewers {
		if at, ok := v.await(ctx, now.Turn); ok {
			seen = append(seen, at.Sub(sent))
		} else {
			b.count(&b.result.Lost)
		}
	}
	return at.Sub(sent), seen, true
}

func (b *boardLoad) count(n *int) {
	b.mu.Lock()
	*n++
	b.mu.Unlock()
}

// machineLoad returns the load averages of the machine.
func machineLoad() string {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(data))[:3], " ")
}

// processor returns the CPU time that the running program has used.
func (p *process) processor() time.Duration {
	data, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.pid()), "stat"))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(data), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.ParseInt(fields[11], 10, 64)
	system, _ := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * 10 * time.Millisecond // the kernel counts in hundredths of a second
}
