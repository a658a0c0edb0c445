package match

import (
	"context"
	"errors"
	"slices"

	"yeye/bot/id"
	"yeye/game"
)

// CasualReason is the reason why a match does not count for a rating; the zero Casual means a rated match. The names
// are stored.
type CasualReason uint8

const (
	Rated         CasualReason = iota
	Agreed                     // the players chose so
	AtOdds                     // one side gives odds
	FromPosition               // it did not start from the usual position
	AfterHint                  // the engine was asked
	AfterTakeback              // a move was taken back
	AfterStudy                 // the position was studied while it was on the board
	Untimed                    // two players agreed on no clock
	Marked                     // the board marks capturable pieces for a newcomer
	DailyLimit                 // the two had played the day's rated games
	casuals                    // number of reasons
)

var casualNames = [casuals]string{"rated", "agreed", "odds", "position", "hint", "takeback", "study", "untimed",
	"marked", "pair"}

// String returns a short name in lower case.
func (c CasualReason) String() string { return casualNames[min(c, casuals-1)] }

// ParseCasual reads what String writes.
func ParseCasual(t string) (CasualReason, bool) { return parseName[CasualReason](casualNames[:], t) }

// parseName returns the value with a name, where names are listed by value, or zero.
func parseName[T ~uint8](names []string, name string) (T, bool) {
	i := slices.Index(names, name)
	return T(max(i, 0)), i >= 0
}

// CasualReason returns the reason why a match on these terms starts as casual, zero if it starts rated.
func (t *Terms) CasualReason() CasualReason {
	switch {
	case t.Marked:
		return Marked
	case t.Casual: // takes precedence over the other terms
		return Agreed
	case t.Odds != Even:
		return AtOdds
	case t.Position != game.Start():
		return FromPosition
	case !t.Mode.Rateable():
		return Agreed
	case t.Mode.TwoPlayers && t.TimeControl.None():
		return Untimed
	case t.DailyLimitReached:
		return DailyLimit
	}
	return Rated
}

// Unaided reports whether no player has had help or taken a move back. Between people this is recorded only for
// matches that started as rated.
func (m *Match) Unaided() bool {
	switch m.CasualReason {
	case AfterHint, AfterTakeback, AfterStudy, Marked:
		return false
	}
	return true
}

// helpMakesCasual reports whether help still makes the match count for less: for a rating, an unaided win against a
// character, who may give odds or be played blindfold, or a goal.
func (m *Match) helpMakesCasual() bool {
	switch m.CasualReason {
	case Rated:
		return m.Mode.Competitive
	case AtOdds:
		return m.Mode.Competitive && !m.Mode.TwoPlayers
	case Agreed:
		return m.Mode.Competitive && !m.Mode.TwoPlayers && m.Mode.Counts()
	case FromPosition:
		return m.Mode.Competitive && m.Mode.Goal
	}
	return false
}

// HelpIsFree reports whether help can no longer make the match count for less.
func (m *Match) HelpIsFree() bool { return !m.helpMakesCasual() }

// makeCasual makes a rated match casual, from this turn on.
func (m *Match) makeCasual(why CasualReason) {
	if m.helpMakesCasual() {
		m.CasualReason, m.CasualTurn = why, m.Turn
	}
}

// MakeCasual makes an open or adjourned match casual. For one that already is, or is over, it returns [ErrStale].
func (s *Service) MakeCasual(ctx context.Context, match id.Match, why CasualReason) (Change, error) {
	return s.do(ctx, Actor{}, s.byID(match), MadeCasual, func(c *Change) error {
		m := &c.Match
		if !m.Live() || !m.helpMakesCasual() {
			return ErrStale
		}
		m.makeCasual(why)
		return nil
	})
}

// MadeCasualByHelp returns the open and adjourned matches of a player that would count for less after help with a
// position: those with the position on the board, by [Match.HelpMakesCasualAt], and those named.
func (s *Service) MadeCasualByHelp(ctx context.Context, player id.Player, p *game.Position,
	named ...id.Match) (all []id.Match, err error) {
	playing, err := s.ByPlayer(ctx, player, maxCompared)
	if err != nil {
		return nil, err
	}
	for i := range playing {
		if m := &playing[i]; m.HelpMakesCasualAt(p) || m.helpMakesCasual() && slices.Contains(named, m.ID) {
			all = append(all, m.ID)
		}
	}
	return all, nil
}

// MakeCasualByHelp makes the matches of [Service.MadeCasualByHelp] casual, because the player gets help with the
// position. Between two players help is refused altogether, see package fairplay.
func (s *Service) MakeCasualByHelp(ctx context.Context, player id.Player, p *game.Position, why CasualReason,
	named ...id.Match) error {
	counting, err := s.MadeCasualByHelp(ctx, player, p, named...)
	if err != nil {
		return err
	}
	return s.makeAllCasual(ctx, counting, why)
}

// MakeCasualByGame makes those of the player's matches casual that are at any position of a game, by
// [Match.HelpMakesCasualAt], because the player gets help with all of its positions. Matches in their first plies are
// exempt ([Match.InOpening]): most games start like others.
func (s *Service) MakeCasualByGame(ctx context.Context, player id.Player, g *game.Game, why CasualReason) error {
	playing, err := s.ByPlayer(ctx, player, maxCompared)
	if err != nil {
		return err
	}
	var counting []id.Match
	for i := range playing {
		if m := &playing[i]; !m.InOpening() && m.helpMakesCasualAtAny(g) {
			counting = append(counting, m.ID)
		}
	}
	return s.makeAllCasual(ctx, counting, why)
}

func (s *Service) makeAllCasual(ctx context.Context, matches []id.Match, why CasualReason) error {
	for _, match := range matches {
		if _, err := s.MakeCasual(ctx, match, why); err != nil && !errors.Is(err, ErrStale) {
			return err
		}
	}
	return nil
}
