package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/browse"
	"yeye/bot/sandbox/person"
	"yeye/bot/store"
	"yeye/game"
	"yeye/internal/slow"
	"yeye/internal/wait"
)

// hall is a sandbox with programs that serve boards.
type hall struct {
	*testing.T
	server   *sandbox.Server
	db       string
	address  string // of boards
	mei, tom *person.Person
	channel  string
	look     *store.DB
	served   bool // a program has registered its commands
}

func openHall(t *testing.T, db string) *hall {
	h := &hall{T: t, db: db}
	h.server = sandbox.New(sandbox.Options{Locales: slices.Repeat([]string{"en-US"}, 4), Limits: sandbox.Relaxed()})
	if err := h.server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.server.Close() })
	info := h.server.Info()
	for n, p := range []**person.Person{&h.mei, &h.tom} {
		var err error
		if *p, err = person.Connect(t.Context(), h.server.API(), info.Users[n].Token); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { (*p).Close() })
	}
	h.channel = info.Channels[0].ID
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h.address = l.Addr().String()
	l.Close()
	return h
}

// serve starts a program that serves boards, or is to.
func (h *hall) serve(more ...string) *process {
	h.Helper()
	p := startProcess(
		h.T,
		[]string{"DISCORD_TOKEN=" + h.server.BotToken(), "YEYE_DISCORD_API=" + h.server.API()},
		append(
			[]string{
				"serve",
				"--db",
				h.db,
				"--thinkers",
				"1",
				"--hash-mb",
				"1",
				"--board",
				h.address,
				"--board-url",
				"http://" + h.address,
			},
			more...)...)
	p.says("connected to Discord")
	if !h.served {
		p.says("commands registered")
	}
	h.served = true
	return p
}

// stored returns the match of the channel.
func (h *hall) stored() (m match.Match) {
	h.Helper()
	if h.look == nil {
		var err error
		if h.look, err = openUnregistered(h.Context(), h.db, nil); err != nil {
			h.Fatal(err)
		}
		h.Cleanup(func() { h.look.Close() })
	}
	wait.Until(h.T, "the match can be read", func() (ok bool) { // a program that has just begun may have locked the file
		var err error
		m, err = match.NewService(h.look).Latest(h.Context(), id.Channel(h.channel))
		return err == nil
	})
	return m
}

// duel begins a game between Mei and Tom, and returns its card.
func (h *hall) duel() *person.Message {
	h.Helper()
	asked, err := h.mei.Command(
		h.Context(),
		h.channel,
		"challenge",
		person.Opt("user", h.server.Info().Users[1].ID),
		person.Opt("side", "red"),
	)
	if err != nil {
		h.Fatal(err)
	}
	card, err := h.tom.Press(h.Context(), asked, "Accept")
	if err != nil {
		h.Fatal(err)
	}
	return card
}

// link has somebody ask for the page of a card.
func (h *hall) link(p *person.Person, card *person.Message) string {
	h.Helper()
	ctx, cancel := context.WithTimeout(h.Context(), time.Minute)
	defer cancel()
	// A slow answer is loading at first, and the card may be another message.
	card, err := p.Wait(ctx, person.In(card.ChannelID), func(m *person.Message) bool {
		_, offered := m.Control("Open board")
		return offered
	})
	if err != nil {
		h.Fatal(err)
	}
	answer, err := p.Press(ctx, card, "Open board")
	if err == nil {
		answer, err = p.Wait(ctx, person.Is(answer.ID), person.FromBot())
	}
	if err != nil {
		h.Fatal(err)
	}
	for _, c := range answer.Controls() {
		if c.URL != "" {
			return c.URL
		}
	}
	h.Fatalf("no link in %+v", answer)
	return ""
}

// shows waits until a page shows the position after so many moves, with nothing on its way.
func shows(p *browse.Page, n int) {
	p.Wait(
		fmt.Sprintf(
			`document.querySelectorAll("#moves [data-ply]").length === %d && document.querySelector("main").dataset.state === "open"`,
			n,
		),
	)
}

// Two people play a whole game by drag. The program is killed at the moment of a drop, and once another takes over; pages come back by
// themselves, and each move is played once.
func TestGameByDragThroughKills(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) { gameByDragThroughKills(openHall(t, freshDB(t))) })
	t.Run("PostgreSQL", func(t *testing.T) { gameByDragThroughKills(openHall(t, onServer(t))) })
}

func gameByDragThroughKills(h *hall) {
	serving := h.serve()
	card := h.duel()
	mei := browse.OpenIn(h.T, "en-US", h.link(h.mei, card), 390, 844)
	tom := browse.OpenIn(h.T, "en-US", h.link(h.tom, card), 1100, 900)
	pages := []*browse.Page{mei, tom}
	shows(mei, 0)
	shows(tom, 0)
	moves := strings.Fields("h2e2 h9g7 h0g2 i9h9 i0h0 h7i7 h0h9 g7h9 e2e6 b9c7 e6e5")
	for n, one := range moves {
		from, to := fmt.Sprintf(`[data-square=%q]`, one[:2]), fmt.Sprintf(`[data-square=%q]`, one[2:])
		switch n {
		case 3: // the program is gone before the drop, and does not come back for a while
			pages[n%2].Drag(from, to, serving.kill)
			pages[n%2].WaitText("#notice", "Reconnecting")
			serving = h.serve()
		case 6: // it is gone just after the drop, perhaps with the move
			if n%2 == 0 {
				mei.TouchDrag(from, to, nil)
			}
			serving.kill()
			serving = h.serve()
		case 8: // another one waits for the address
			next := h.serve()
			next.says("has the address of boards")
			serving.terminate()
			serving = next
			serving.says("serving boards")
			mei.TouchDrag(from, to, nil)
		default:
			if n%2 == 0 {
				mei.TouchDrag(from, to, nil)
			} else {
				tom.Drag(from, to, nil)
			}
		}
		shows(pages[n%2], n+1)
		shows(pages[1-n%2], n+1)
	}
	played := h.stored()
	if got := game.MovesText(played.Moves()); got != strings.Join(moves, " ") {
		h.Errorf("played: %s", got)
	}
	tom.Click("[data-act=resign]")
	tom.Click("#ask .yes")
	mei.WaitText("#status", "resign")
	if m := h.stored(); m.Status != match.Ended {
		h.Errorf("it is %v", m.Status)
	}
}

// What another process plays is shown by a bell, and not only by the look every few seconds: here a worker finds the character's moves.
func TestBellBetweenProcesses(t *testing.T) {
	slow.Test(t)
	t.Parallel()
	h := openHall(t, onServer(t))
	serving := h.serve("--no-think")
	worker := startProcess(t, nil, "worker", "--db", h.db, "--thinkers", "1", "--hash-mb", "1")
	card, err := h.mei.Command(t.Context(), h.channel, "play", person.Opt("side", "red"))
	if err != nil {
		t.Fatal(err)
	}
	socket := h.connect(h.link(h.mei, card))
	states := make(chan pageState, 64)
	go func() {
		defer close(states)
		for {
			var s pageState
			if socket.ReadJSON(&s) != nil {
				return
			}
			if s.Is == "state" {
				states <- s
			}
		}
	}()
	state := <-states
	var late []time.Duration
	const moves = 8
	for n := range moves {
		random := rand.New(rand.NewPCG(7, uint64(n)))
		var from []string
		for one := range state.Legal {
			from = append(from, one)
		}
		slices.Sort(from)
		one := from[random.IntN(len(from))]
		text := one + strings.Fields(state.Legal[one])[0]
		if err := socket.WriteJSON(map[string]any{"do": "move", "id": fmt.Sprint("m", n), "turn": state.Turn, "text": text, "sure": true}); err != nil {
			t.Fatal(err)
		}
		var stored time.Time
		wait.UntilLog(t, "the character's answer", func() string { return serving.log() + worker.log() }, func() bool {
			if m := h.stored(); m.Ply() >= 2*(n+1) || m.Status == match.Ended {
				stored = time.Now()
			}
			return !stored.IsZero()
		})
		for len(state.Moves) < 2*(n+1) && state.Open {
			var ok bool
			if state, ok = <-states; !ok {
				t.Fatalf("the connection ended\n%s", serving.log())
			}
		}
		late = append(late, time.Since(stored))
		if !state.Open {
			break
		}
	}
	slices.Sort(late)
	t.Logf("after the answer was seen in the database: %v", late)
	if slow := slices.IndexFunc(late, func(d time.Duration) bool { return d > 1500*time.Millisecond }); slow >= 0 && slow < len(late)-2 {
		t.Errorf("as if by looks: %v", late)
	}
}

type pageState struct {
	Is    string
	Turn  int64
	Open  bool
	Moves []string
	Legal map[string]string
}

// connect does what a page does with its link.
func (h *hall) connect(link string) *websocket.Conn {
	h.Helper()
	_, secret, _ := strings.Cut(link, "#")
	body, _ := json.Marshal(map[string]string{"link": secret})
	r, err := http.NewRequestWithContext(h.Context(), http.MethodPost, "http://"+h.address+"/enter", strings.NewReader(string(body)))
	if err != nil {
		h.Fatal(err)
	}
	r.Header.Set("Origin", "http://"+h.address)
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		h.Fatal(err)
	}
	defer a.Body.Close()
	var got struct{ Token string }
	if err := json.NewDecoder(a.Body).Decode(&got); err != nil || got.Token == "" {
		h.Fatalf("%v %+v", err, got)
	}
	socket, _, err := websocket.DefaultDialer.DialContext(
		h.Context(),
		"ws://"+h.address+"/live",
		http.Header{"Origin": {"http://" + h.address}},
	)
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(func() { socket.Close() })
	if err := socket.WriteJSON(map[string]any{"token": got.Token}); err != nil {
		h.Fatal(err)
	}
	return socket
}

// longGame returns a game of random moves that does not end, without warnings of repetition.
func longGame(plies int) []game.Move {
	for seed := uint64(1); ; seed++ {
		random, g := rand.New(rand.NewPCG(seed, 2)), game.NewGame(game.Start(), game.Asian)
		for g.Ply() < plies && !g.Outcome().Over() {
			legal := g.Position().LegalMoves(nil)
			at := random.IntN(len(legal))
			for i := range legal {
				one := legal[(at+i)%len(legal)]
				if g.Position().At(one.To()) == game.NoPiece && !g.Risk(one).Over() {
					if at = (at + i) % len(legal); random.IntN(8) > 0 {
						break
					}
				}
			}
			if g.Play(legal[at]) != nil {
				break
			}
		}
		if g.Ply() == plies && !g.Outcome().Over() {
			return g.Moves()
		}
	}
}

const (
	// stamps notes when a piece is dropped, by the clock of the machine: each page has another performance.now.
	stamps = `addEventListener("pointerup", () => { window.dropped = Date.now(); }, true)`
	// paints notes when a move has come, and when it has been painted: the frame after the one in which it was drawn.
	paints = `window.painted = {}, window.came = {}; new MutationObserver(() => { const n = document.querySelectorAll("#moves [data-ply]").length;
		window.came[n] ??= Date.now();
		requestAnimationFrame(() => requestAnimationFrame(() => { window.painted[n] ??= Date.now(); })); })
		.observe(document.querySelector("#moves"), { childList: true, subtree: true })`
)

// How long it takes from the drop of a piece until the other screen has painted the move, in 200 moves, and beside that from a move typed in
// the channel until the card shows it.
func TestFromDropToPainted(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	h := openHall(t, freshDB(t))
	h.serve()
	card := h.duel()
	const dragged, typed = 200, 40
	moves := longGame(dragged + typed)
	pages := []*browse.Page{
		browse.OpenIn(t, "en-US", h.link(h.mei, card), 1100, 900),
		browse.OpenIn(t, "en-US", h.link(h.tom, card), 1100, 900),
	}
	for _, p := range pages {
		shows(p, 0)
		browse.Eval[any](p, stamps)
		browse.Eval[any](p, paints)
	}
	var drops, comes, cards, screens, typedCame []time.Duration
	ms := func(p *browse.Page, of string) time.Duration {
		return time.Duration(browse.Eval[float64](p, of) * float64(time.Millisecond))
	}
	painted := func(p *browse.Page, n int) time.Duration {
		p.Wait(fmt.Sprintf(`window.painted[%d]`, n))
		return ms(p, fmt.Sprintf(`window.painted[%d]`, n))
	}
	for n, one := range moves[:dragged] {
		mover, other := pages[n%2], pages[1-n%2]
		text := one.String()
		mover.Drag(fmt.Sprintf(`[data-square=%q]`, text[:2]), fmt.Sprintf(`[data-square=%q]`, text[2:]), nil)
		at := painted(other, n+1)
		dropped := ms(mover, "window.dropped")
		drops, comes = append(drops, at-dropped), append(comes, ms(other, fmt.Sprintf(`window.came[%d]`, n+1))-dropped)
		shows(mover, n+1)
	}
	for n, one := range moves[dragged:] {
		p, other := []*person.Person{h.mei, h.tom}[n%2], []*person.Person{h.tom, h.mei}[n%2]
		since, started := other.Mark(), time.Now()
		if _, err := p.Say(t.Context(), h.channel, one.String()); err != nil {
			t.Fatal(err)
		}
		if _, err := other.WaitSince(t.Context(), since, person.ShowsMove(one.String())); err != nil {
			t.Fatal(err)
		}
		cards = append(cards, time.Since(started))
		at := painted(pages[1-n%2], dragged+n+1)
		screens = append(screens, at-time.Duration(started.UnixNano()))
		typedCame = append(typedCame, ms(pages[1-n%2], fmt.Sprintf(`window.came[%d]`, dragged+n+1))-time.Duration(started.UnixNano()))
	}
	for what, all := range map[string][]time.Duration{"from drop to painted": drops, "from drop to the other page": comes, "from typed to the card": cards, "from typed to painted": screens, "from typed to a page": typedCame} {
		slices.Sort(all)
		t.Logf("%s: median %v, p95 %v, most %v (%d)", what, all[len(all)/2], all[len(all)*95/100], all[len(all)-1], len(all))
	}
	played := h.stored()
	if got := played.Ply(); got != len(moves) {
		t.Errorf("%d moves", got)
	}
	if drops[len(drops)/2] > 2*time.Second {
		t.Error("moves are slow")
	}
}
