package match

import (
	"context"
	"strings"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/jieqi"
)

// Owner returns the matches' implementation of player.DataOwner.
func (s *Service) Owner() player.DataOwner { return owner{s} }

type owner struct{ *Service }

func (owner) Name() string { return "matches" }

// About returns every match in which a player sat or which they started, oldest first.
func (s *Service) About(ctx context.Context, p id.Player) ([]Match, error) {
	return s.all(ctx, s.db.Read(), whereAbout, string(p), string(p), string(p), guestPattern(p), int(Removed))
}

// exported is a match as exported to one of its players: the other has only the name from when they sat down.
type exported struct {
	ID      id.Match   `json:"id"`
	Kind    id.Kind    `json:"kind"`
	Channel id.Channel `json:"channel"`
	Status  string     `json:"status"`
	Red     string     `json:"red"`
	Black   string     `json:"black"`
	You     []string   `json:"you,omitempty"` // red, black
	Started bool       `json:"started_by_you"`
	Guest   bool       `json:"guest,omitempty"` // in another player's study
	Odds    string     `json:"odds"`
	Clock   string     `json:"clock"`
	Rated   string     `json:"rated"`
	Start   string     `json:"start"`                   // FEN
	Pair    id.Match   `json:"pair_of_games,omitempty"` // the first of the two
	Moves   []string   `json:"moves"`
	Result  string     `json:"result"`
	Method  string     `json:"method,omitempty"`
	Premove string     `json:"kept_move,omitempty"`  // of the exporting player
	Lines   []string   `json:"kept_lines,omitempty"` // likewise
	Rest    string     `json:"rest,omitempty"`       // breaks and vacations that stop clocks
	Word    string     `json:"word,omitempty"`       // the player's word for the deal of flipped chess
	Created time.Time  `json:"created"`
	Touched time.Time  `json:"touched"`
}

var statusNames = map[Status]string{Open: "open", Ended: "ended", Adjourned: "adjourned"}

func (o owner) Export(ctx context.Context, c store.Conn, p id.Player) ([]player.Section, error) {
	return player.Export(ctx, c, p, player.List("games", player.Asked(o.About), (*Match).exported))
}

func (m *Match) exported(p id.Player) exported {
	start := m.Game.Start()
	e := exported{ID: m.ID, Kind: m.Mode.Kind, Channel: m.Channel, Status: statusNames[m.Status],
		Started: m.Starter == p, Guest: m.IsGuest(p),
		Red: m.Seats[game.Red].Exported(), Black: m.Seats[game.Black].Exported(), You: SidesOf(m.Seats, p),
		Odds: m.Odds.String(), Clock: m.Clock.TimeControl.String(), Rated: m.CasualReason.String(),
		Start: start.FEN(), Pair: m.Pair, Moves: strings.Fields(game.MovesText(m.Game.Moves())),
		Result: m.Outcome.Result.String(), Method: m.Outcome.Method.String(), Created: m.Created, Touched: m.Touched,
		Rest: m.Rest.String()}
	if side, seated := m.SeatOf(p); seated && m.Premoves[side].Pending() {
		e.Premove = m.Premoves[side].Move.String()
	}
	if side, seated := m.SeatOf(p); seated {
		for _, line := range m.RemainingLines(side) {
			e.Lines = append(e.Lines, game.MovesText(line))
		}
	}
	if m.flipped != nil {
		m.exportFlipped(&e, p)
	}
	if e.Moves == nil {
		e.Moves = []string{}
	}
	return e
}

// Exported returns a seat's text in exports: the name, or "character 1".
func (s Seat) Exported() string {
	if s.Character() {
		return "character " + s.Level.Digit()
	}
	if s.Team != NoTeam {
		return "team"
	}
	return s.Name
}

// SidesOf returns the names of the sides on which a player sits.
func SidesOf(seats [2]Seat, p id.Player) (sides []string) {
	for side, seat := range seats {
		if p != "" && seat.Player == p {
			sides = append(sides, game.Color(side).String())
		}
	}
	return sides
}

// exportFlipped exports a match of flipped chess with what one of its players may know: each move with the piece that
// was turned over, and for one that was captured face down its kind, or x where the player may not know it.
func (m *Match) exportFlipped(e *exported, p id.Player) {
	v := m.ViewOf(p)
	e.Start, e.Moves = jieqi.StartFEN, nil
	by := game.Red
	for _, ply := range v.Moves {
		e.Moves = append(e.Moves, plyText(ply, by))
		by = by.Other()
	}
	if side, seated := m.SeatOf(p); seated {
		e.Word = m.flipped.Word(side)
	}
}

// plyText writes a move as programs do: a0a1, a0a1c where a cannon was turned over, a0a9cx where it took a face-down
// piece.
func plyText(p jieqi.Ply, by game.Color) string {
	text := p.Move.String()
	if p.Turned != game.NoRole {
		text += string(rune(game.NewPiece(by, p.Turned).Letter()))
	}
	switch {
	case !p.Dark:
	case p.Taken == game.NoRole:
		text += "x"
	default:
		text += string(rune(game.NewPiece(by.Other(), p.Taken).Letter()))
	}
	return text
}
