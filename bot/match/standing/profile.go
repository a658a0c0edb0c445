package standing

import (
	"context"
	"slices"

	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/rating"
	"yeye/bot/policy"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/finish"
)

const (
	// maxResults limits how many of a player's latest games are read.
	maxResults = 5000
	// maxCurve is the number of rated games that a curve covers.
	maxCurve = 60
)

// Profile holds a player's achievements and statistics.
type Profile struct {
	Ratings map[Pool]Rating // as they are now
	Main    Pool            // of the rating shown first, Unrated if none
	Curve   []float64       // history of that rating, oldest first
	Climbs  LadderWins

	Won, Drawn, Lost int
	Helped           [character.Count]int // wins with help, by character
	Beginner         bool                 // the player has said that they are new to the game
	Streak           int                  // the longest run of wins without help
	// rating of the strongest player with a visible profile who was beaten in a rated game, 0 if none
	BestRated float64
	Like      rating.Likeness
	LikeKnown bool // whether Like is known
	Earned    []Achievement
}

// Profile loads a player's profile.
func (s *Service) Profile(ctx context.Context, p id.Player) (f *Profile, err error) {
	f = new(Profile)
	if f.Ratings, err = s.Ratings(ctx, p); err != nil {
		return nil, err
	}
	f.Main = Main(f.Ratings)
	if f.BestRated, err = s.bestBeaten(ctx, p); err != nil {
		return nil, err
	}
	if f.Earned, err = earnedBy(ctx, s.db.Read(), p); err != nil {
		return nil, err
	}
	rows, err := resultsOfPlayer(ctx, s.db.Read(), p, maxResults)
	if err != nil {
		return nil, err
	}
	slices.Reverse(rows)
	f.count(rows)
	prefs, err := s.players.Preferences(ctx, p)
	f.Beginner = prefs.Beginner()
	return f, err
}

// maxBeatenRead limits how many of the strongest beaten players are checked for a visible profile.
const maxBeatenRead = 50

// bestBeaten returns the highest rating among players beaten in a rated game whose profile is not hidden, 0 if none.
func (s *Service) bestBeaten(ctx context.Context, p id.Player) (float64, error) {
	type beaten struct {
		player id.Player
		rating float64
	}
	all, err := store.All(ctx, s.db.Read(), store.Into(func(b *beaten) []any {
		return []any{&b.player, &b.rating}
	}), bestOf, string(p), maxBeatenRead)
	if err != nil {
		return 0, err
	}
	var players []id.Player
	for _, b := range all {
		players = append(players, b.player)
	}
	seen, err := policy.Show(ctx, s.db.Read(), "", players...)
	for _, b := range all {
		if seen.Of(b.player) {
			return b.rating, err
		}
	}
	return 0, err
}

// count fills in the statistics from results, oldest first.
func (f *Profile) count(rows []Result) {
	run := 0
	var against []rating.Against
	for i := range rows {
		r := &rows[i]
		switch r.Score {
		case game.Won:
			f.Won++
			if !r.Human && !r.Unaided {
				f.Helped[r.Level]++
				break
			}
			run++
			f.Streak = max(f.Streak, run)
		case game.Lost:
			f.Lost++
			run = 0
		default:
			f.Drawn++
			run = 0
		}
		if r.Pool != Unrated && r.Pool == f.Main {
			f.Curve = append(f.Curve, r.After)
		}
		if r.Human || !r.Unaided {
			continue
		}
		if r.Score == game.Won && (r.Even || r.Odds != match.Even) {
			f.Climbs.add(r.Level, r.Odds, 1, r.At)
		}
		if r.Even {
			against = append(against, rating.Against{Level: r.Level, Red: r.Side == game.Red, Score: r.Score.Points()})
		}
	}
	f.Curve = f.Curve[max(0, len(f.Curve)-maxCurve):]
	f.Like, f.LikeKnown = rating.Like(against)
}

// Next returns the next character to beat; ok is false at the top.
func (f *Profile) Next() (level character.Level, ok bool) {
	helped := slices.IndexFunc(f.Helped[:], func(n int) bool { return n > 0 })
	return next(&f.Climbs, character.Level(helped), f.Beginner)
}

// next returns the next character to beat. For a player without a win of their own it is helped, the weakest character
// beaten with help (invalid if none), and for a beginner the weakest of all.
func next(c *LadderWins, helped character.Level, beginner bool) (level character.Level, ok bool) {
	if _, some := c.Strongest(); !some && helped.Valid() {
		return helped, true
	} else if !some && beginner {
		return character.Newborn, true
	}
	return c.Next()
}

// Next returns the next character for a player to beat, as [Profile.Next] does, without loading the profile.
func (s *Service) Next(ctx context.Context, p id.Player) (level character.Level, ok bool, err error) {
	climbs, err := ladderWinsOf(ctx, s.db.Read(), pair{p})
	if err != nil {
		return 0, false, err
	}
	helped, err := store.Value[int](s.db.Read().Row(ctx, weakestHelped, string(p)))
	if err != nil {
		return 0, false, err
	}
	prefs, err := s.players.Preferences(ctx, p)
	won := climbs[p]
	level, ok = next(&won, character.Level(helped), prefs.Beginner())
	return level, ok, err
}

// Blow is a mating pattern, with the number of a player's wins by it.
type Blow struct {
	finish.Pattern
	Times int
}

// Blows returns the mating patterns by which the player has won, most frequent first.
func (f *Profile) Blows() (all []Blow) {
	for _, a := range f.Earned {
		if b, ok := a.Key.Blow(); ok {
			all = append(all, Blow{b, a.Times})
		}
	}
	return all
}

// Times returns how often an achievement was earned.
func (f *Profile) Times(key rating.Achievement) int {
	for _, a := range f.Earned {
		if a.Key == key {
			return a.Times
		}
	}
	return 0
}

// Level returns the character closest in strength: by the main rating, else by the games against characters. known is
// false if there is neither.
func (f *Profile) Level() (level character.Level, known bool) {
	if r, rated := f.Ratings[f.Main]; rated {
		return rating.Nearest(r.Value), true
	}
	return f.Like.Level, f.LikeKnown
}

// Reached holds a player's permanent achievements.
type Reached struct {
	Rating  float64 // the highest established rating
	Settled bool    // an established rating exists
	Top     character.Level
	Beat    bool // Top is valid: the strongest character beaten without odds or help
}

// Reached returns a player's permanent achievements. Ratings are not aged, as on leaderboards: an established rating
// stays established without play.
func (s *Service) Reached(ctx context.Context, p id.Player) (r Reached, err error) {
	ratings, err := ratingsOf(ctx, s.db.Read(), pair{p})
	if err != nil {
		return r, err
	}
	for _, one := range ratings[p] {
		if !one.Provisional() {
			r.Rating, r.Settled = max(r.Rating, one.Value), true
		}
	}
	climbs, err := ladderWinsOf(ctx, s.db.Read(), pair{p})
	won := climbs[p]
	r.Top, r.Beat = won.Strongest()
	return r, err
}

// ClosestCharacter returns the character closest in strength to a player. known is false if asker may not see the
// player's profile on a server ("" for direct messages).
func (s *Service) ClosestCharacter(ctx context.Context, asker id.Player, on id.Guild,
	p id.Player) (level character.Level, known bool, err error) {
	if p != asker {
		if seen, _, err := s.Visible(ctx, on, p); err != nil || !seen {
			return 0, false, err
		}
	}
	f, err := s.Profile(ctx, p)
	if err != nil {
		return 0, false, err
	}
	level, known = f.Level()
	return level, known, nil
}
