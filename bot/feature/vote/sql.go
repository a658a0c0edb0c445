package vote

import (
	"context"
	"encoding/json"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/store/shards"
	"yeye/game"
)

func insertVote(ctx context.Context, tx store.Tx, of id.Match, r Rules) {
	tx.ExecDeferred(ctx,
		`INSERT INTO votes (match, span, early, turn, ends_at, prolonged, changes, shown_at, showing, last) VALUES (?,
			?, ?, 0, 0, 0, 0, 0, 0, '')`,
		string(of), r.Window.Milliseconds(), store.Bit(r.Early))
}

// loadVote returns the state of a match's votes, or [match.ErrNoMatch] if it is not a voted match.
func loadVote(ctx context.Context, c store.Conn, of id.Match) (v Vote, err error) {
	window := store.Number(func(ms int64) { v.Window = time.Duration(ms) * time.Millisecond })
	known, err := store.One(c.Row(ctx,
		`SELECT span, early, turn, ends_at, prolonged, changes, shown_at, showing, heard, last FROM votes
			WHERE match = ?`, string(of)),
		window, store.Flag(&v.Early), &v.Turn, store.Time(&v.Ends), store.Flag(&v.Prolonged), &v.changes,
		store.Time(&v.countShownAt), store.Flag(&v.countPending), store.Time(&v.absencesDeductedTo),
		store.Parsed(&v.Last, parseResult))
	if err == nil && !known {
		err = match.ErrNoMatch
	}
	return v, err
}

// storedMove is the stored form of a MoveVotes.
type storedMove struct {
	Move  string `json:"move"`
	Votes int    `json:"votes"`
}

// MarshalJSON writes the move with its votes.
func (w MoveVotes) MarshalJSON() ([]byte, error) {
	return json.Marshal(storedMove{w.Move.String(), w.Votes})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (w *MoveVotes) UnmarshalJSON(data []byte) error {
	var s storedMove
	err := json.Unmarshal(data, &s)
	if w.Votes = s.Votes; err == nil {
		w.Move, err = game.ParseMove(s.Move)
	}
	return err
}

func (r *Result) text() (string, error) {
	text, err := json.Marshal(r)
	return string(text), err
}

func parseResult(text string) (r Result, ok bool) {
	ok = text == "" || json.Unmarshal([]byte(text), &r) == nil
	return r, ok
}

func openVote(ctx context.Context, tx store.Tx, of id.Match, v *Vote) {
	tx.ExecDeferred(ctx, `UPDATE votes SET turn = ?, prolonged = ?, changes = ?, showing = 0 WHERE match = ?`, v.Turn,
		store.Bit(v.Prolonged), v.changes, string(of))
}

func setEnd(ctx context.Context, tx store.Tx, of id.Match, at time.Time) {
	tx.ExecDeferred(ctx, `UPDATE votes SET ends_at = ?, heard = ? WHERE match = ?`, store.Millis(at),
		store.Millis(tx.Now), string(of))
}

const whereOpen = ` FROM votes JOIN matches ON matches.id = votes.match WHERE ends_at > 0`

func openIn(ctx context.Context, c store.Conn, in shards.Part) ([]id.Match, error) {
	return store.All(ctx, c, store.Value[id.Match], `SELECT match`+whereOpen+in.And("guild")+` ORDER BY match`)
}

func anyOpen(ctx context.Context, c store.Conn, in shards.Part) (bool, error) {
	return store.One(c.Row(ctx, `SELECT 1`+whereOpen+in.And("guild")+` LIMIT 1`), new(int))
}

func setShown(ctx context.Context, tx store.Tx, of id.Match, at time.Time, showing bool) {
	tx.ExecDeferred(ctx, `UPDATE votes SET shown_at = ?, showing = ? WHERE match = ?`, store.Millis(at),
		store.Bit(showing), string(of))
}

// lockVote locks the votes of a match until the transaction ends.
func lockVote(ctx context.Context, tx store.Tx, of id.Match) {
	tx.ExecDeferred(ctx, `UPDATE votes SET changes = changes WHERE match = ?`, string(of))
}

// changeVote counts a change of a ballot at a moment, and returns false if the vote had ended by then or has been
// counted.
func changeVote(ctx context.Context, tx store.Tx, of id.Match, turn int64, at time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE votes SET changes = changes + 1 WHERE match = ? AND turn = ? AND ends_at >= ?`,
		string(of), turn, store.Millis(at))
	return n > 0, err
}

// closeVote stores the result of a vote and closes it. It returns false if ballots have changed since v was loaded.
func closeVote(ctx context.Context, tx store.Tx, of id.Match, turn int64, v *Vote) (bool, error) {
	last, err := v.Last.text()
	if err != nil {
		return false, err
	}
	n, err := tx.Exec(ctx,
		`UPDATE votes SET ends_at = 0, prolonged = ?, last = ? WHERE match = ? AND turn = ? AND changes = ?`,
		store.Bit(v.Prolonged), last, string(of), turn, v.changes)
	return n > 0, err
}

// closeIfNoVotes closes the first vote of a match, and returns false if there are ballots.
func closeIfNoVotes(ctx context.Context, tx store.Tx, of id.Match) (bool, error) {
	n, err := tx.Exec(ctx,
		`UPDATE votes SET ends_at = 0 WHERE match = ? AND changes = 0 AND NOT EXISTS (SELECT 1 FROM ballots
			WHERE match = ?)`, string(of), string(of))
	return n > 0, err
}

func removeVote(ctx context.Context, tx store.Tx, of id.Match) {
	removeVoters(ctx, tx, of)
	tx.ExecDeferred(ctx, `DELETE FROM votes WHERE match = ?`, string(of))
}

func removeVoters(ctx context.Context, tx store.Tx, of id.Match) {
	for _, table := range []string{"voters", "ballots"} {
		tx.ExecDeferred(ctx, `DELETE FROM `+table+` WHERE match = ?`, string(of))
	}
}

// overBefore returns up to limit matches that ended before a moment and still have voters stored.
func overBefore(ctx context.Context, c store.Conn, at time.Time, limit int) ([]id.Match, error) {
	return store.All(ctx, c, store.Value[id.Match],
		`SELECT DISTINCT voters.match FROM voters JOIN matches ON matches.id = voters.match
		WHERE matches.status = ? AND matches.touched < ? LIMIT ?`, int(match.Ended), store.Millis(at), limit)
}

// sideOf returns the side a player votes for; known is false if they have not joined.
func sideOf(ctx context.Context, c store.Conn, of id.Match, p id.Player) (side game.Color, known bool, err error) {
	known, err = store.One(c.Row(ctx, `SELECT side FROM voters WHERE match = ? AND player = ?`, string(of), string(p)),
		&side)
	return side, known, err
}

// votesIn reports whether a player votes in an unfinished game of two teams on a server: in the match of, any if it is
// "", and against a given player, any if against is "".
func votesIn(ctx context.Context, c store.Conn, p id.Player, g id.Guild, of id.Match, against id.Player) (bool, error) {
	return store.One(c.Row(ctx,
		`SELECT 1 FROM voters v JOIN matches m ON m.id = v.match WHERE v.player = ? AND m.guild = ?
		AND m.status IN (?, ?) AND m.red_level < ? AND m.black_level < ? AND (m.id = ? OR ? = '')
		AND (? = '' OR EXISTS (SELECT 1 FROM voters o WHERE o.match = v.match AND o.player = ? AND o.side <> v.side))
		LIMIT 1`,
		string(p), string(g), int(match.Open), int(match.Adjourned), noSeat, noSeat, string(of), string(of),
		string(against), string(against)), new(int))
}

// noSeat is stored as the level of a player's seat; the levels of teams' seats are below it.
const noSeat = -1

func insertVoter(ctx context.Context, tx store.Tx, of id.Match, p id.Player, side game.Color) {
	tx.ExecDeferred(ctx, `INSERT INTO voters (match, player, side, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		string(of), string(p), int(side), store.Millis(tx.Now))
}

func countVoters(ctx context.Context, tx store.Tx, of id.Match) (n [2]int, err error) {
	err = store.Each(ctx, tx.Conn, func(r store.Row) error {
		var side game.Color
		var count int
		if err := r.Scan(&side, &count); err != nil {
			return err
		}
		n[side&1] = count
		return nil
	}, `SELECT side, COUNT(*) FROM voters WHERE match = ? GROUP BY side`, string(of))
	return n, err
}

var scanBallot = store.Into(func(b *Ballot) []any {
	return []any{&b.Player, store.Parsed(&b.Move, parseMove), &b.Wish, store.Time(&b.At)}
})

func parseMove(text string) (game.Move, bool) {
	if text == "" {
		return game.NoMove, true
	}
	m, err := game.ParseMove(text)
	return m, err == nil
}

func moveText(m game.Move) string {
	if m == game.NoMove {
		return ""
	}
	return m.String()
}

const selectBallots = `SELECT player, move, wish, at FROM ballots WHERE match = ? AND turn = ?`

func loadBallots(ctx context.Context, c store.Conn, of id.Match, turn int64) ([]Ballot, error) {
	return store.All(ctx, c, scanBallot, selectBallots+` ORDER BY player`, string(of), turn)
}

func countBallots(ctx context.Context, c store.Conn, of id.Match, turn int64) (int, error) {
	return store.Value[int](c.Row(ctx, `SELECT COUNT(*) FROM ballots WHERE match = ? AND turn = ?`, string(of), turn))
}

func ballotOf(ctx context.Context, c store.Conn, of id.Match, turn int64, p id.Player) (b Ballot, err error) {
	b, voted, err := store.First(ctx, c, scanBallot, selectBallots+` AND player = ?`, string(of), turn, string(p))
	if !voted {
		b.Move = game.NoMove
	}
	return b, err
}

// saveBallot stores a ballot, or deletes it if it has neither move nor wish.
func saveBallot(ctx context.Context, tx store.Tx, of id.Match, turn int64, side game.Color, b Ballot) {
	if !b.Voted() {
		tx.ExecDeferred(ctx, `DELETE FROM ballots WHERE match = ? AND turn = ? AND player = ?`, string(of), turn,
			string(b.Player))
		return
	}
	tx.ExecDeferred(ctx, `INSERT INTO ballots (match, turn, player, side, move, wish, at) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (match, turn, player) DO UPDATE SET move = excluded.move, wish = excluded.wish, at = excluded.at`,
		string(of), turn, string(b.Player), int(side), moveText(b.Move), string(b.Wish), store.Millis(b.At))
}

// eraseChoices deletes moves and wishes from the ballots of a counted vote. The ballots themselves stay: they show who
// took part.
func eraseChoices(ctx context.Context, tx store.Tx, of id.Match, turn int64) {
	tx.ExecDeferred(ctx, `UPDATE ballots SET move = '', wish = '' WHERE match = ? AND turn = ?`, string(of), turn)
}

const selectVotersOf = `SELECT DISTINCT player FROM ballots WHERE match = ? AND side = ? AND turn IN
	(SELECT DISTINCT turn FROM ballots WHERE match = ? AND side = ? AND turn < ? ORDER BY turn DESC LIMIT ?) ORDER BY player`

// recentVoters returns the players who voted in a side's last three votes before this turn.
func recentVoters(ctx context.Context, c store.Conn, of id.Match, side game.Color, turn int64) ([]id.Player, error) {
	return store.All(ctx, c, store.Value[id.Player], selectVotersOf, string(of), int(side), string(of), int(side), turn,
		3)
}

// lastVoters returns the players who voted in a side's last vote before this turn.
func lastVoters(ctx context.Context, c store.Conn, of id.Match, side game.Color, turn int64) ([]id.Player, error) {
	return store.All(ctx, c, store.Value[id.Player], selectVotersOf, string(of), int(side), string(of), int(side), turn,
		1)
}

func voters(ctx context.Context, c store.Conn, of id.Match) ([]id.Player, error) {
	return store.All(ctx, c, store.Value[id.Player],
		`SELECT player FROM ballots WHERE match = ? GROUP BY player ORDER BY COUNT(*) DESC, MIN(turn), player`,
		string(of))
}
