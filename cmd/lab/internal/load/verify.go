package load

import (
	"context"
	"slices"
	"strings"

	"yeye/bot/display"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/game"
)

// maxGames limits the games of a channel that are compared.
const maxGames = 100_000

// verify compares the moves seen by the players with the database, and counts the pictures in each channel.
func (t *tally) verify(ctx context.Context, at string, players []*player) error {
	db, err := openDatabase(ctx, at)
	if err != nil {
		return err
	}
	defer db.Close()
	matches := match.NewService(db)
	cards := display.New(display.Options{DB: db})
	for _, p := range players {
		seen := p.games
		if n := len(seen); n == 0 || !slices.Equal(seen[n-1], p.moves) {
			seen = append(seen, p.moves)
		}
		stored, err := matches.ByChannel(ctx, id.Channel(p.channel), maxGames)
		if err != nil {
			return err
		}
		slices.SortStableFunc(stored, func(x, y match.Match) int { return x.Created.Compare(y.Created) })
		t.games += len(stored)
		boards := map[string]bool{}
		for n, m := range stored {
			moves := strings.Fields(game.MovesText(m.Game.Moves()))
			t.moves += len(moves)
			row, _, err := cards.Row(ctx, m.Subject())
			if err != nil {
				return err
			}
			if row.Shown < row.Wanted {
				t.missing++
				t.logf("channel %s: game %s is shown up to revision %d of %d", p.channel, m.ID, row.Shown, row.Wanted)
			}
			boards[string(row.Message)] = true
			if n >= len(seen) {
				t.doubledMoves++
				t.logf("channel %s: %d games, but %d were played", p.channel, len(stored), len(seen))
				break
			}
			if !slices.Equal(moves, seen[n]) {
				if len(moves) < len(seen[n]) {
					t.lostMoves += len(seen[n]) - len(moves)
				} else {
					t.doubledMoves += max(1, len(moves)-len(seen[n]))
				}
				t.logf("channel %s: stored %s\n  seen %s", p.channel, strings.Join(moves, " "),
					strings.Join(seen[n], " "))
			}
		}
		if len(stored) < len(seen) {
			t.lostMoves++
		}
		if err := t.pictures(ctx, p, boards); err != nil {
			return err
		}
	}
	return nil
}

// pictures counts messages with a board that belongs to no game.
func (t *tally) pictures(ctx context.Context, p *player, boards map[string]bool) error {
	var list []message
	if err := p.account.request(ctx, "GET", "/channels/"+p.channel+"/messages?limit=100", nil, &list); err != nil {
		return err
	}
	for _, m := range list {
		if m.Author.Bot && len(m.Attachments) > 0 && !boards[m.ID] {
			t.extraBoards++
			t.logf("channel %s: message %s is a board too many: %.80q", p.channel, m.ID, m.Content)
		}
	}
	return nil
}
