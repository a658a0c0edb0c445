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
	Curve   []float64       // of that rating, oldest first
	Climbs  LadderWins

	Won, Drawn, Lost int
	Helped           [character.Count]int // wins with help over characters, which do not count as beaten
	Beginner         bool                 // the player has said that they are new to the game
	Streak           int                  // the longest run of wins without help
	// rating of the strongest player beaten in a game that counted whom others may see, 0 if none
	BestRated float64
	Like      rating.Likeness
	LikeKnown     bool // whether Like is known
	Earned    []Achievement
}

// Profile loads what a player has achieved.
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

// maxBeaten is among how many of the strongest beaten players the search for a visible one goes.
const maxBeatenRead = 50

// best returns the rating of the strongest player whom a player has beaten in a game that counted, of those who do not
// hide theirs; 0 if none.
func (s *Service) bestBeaten(ctx context.Context, p id.Player) (float64, error) {
	type beaten struct {
		player id.Player
		rating float64
	}
	all, err := store.All(ctx, s.db.Read(), func(r store.Row) (b beaten, err error) {
		err = r.Scan(&b.player, &b.rating)
		return b, err
	}, bestOf, string(p), maxBeatenRead)
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

// count evaluates results, given with the oldest first.
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

// Next returns the character to be beaten next; ok is false at the top.
func (f *Profile) Next() (level character.Level, ok bool) {
	helped := slices.IndexFunc(f.Helped[:], func(n int) bool { return n > 0 })
	return next(&f.Climbs, character.Level(helped), f.Beginner)
}

// next returns the character to be beaten next. Who has beaten none alone meets the weakest whom they have beaten with
// help, an invalid level for none, and a beginner the weakest of all.
func next(c *LadderWins, helped character.Level, beginner bool) (level character.Level, ok bool) {
	if _, some := c.Strongest(); !some && helped.Valid() {
		return helped, true
	} else if !some && beginner {
		return character.Newborn, true
	}
	return c.Next()
}

// Next returns the character that a player is to beat next, as their profile names it; ok is false at the top.
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

// Blow is a finishing blow by which a player has won, and how often.
type Blow struct {
	finish.Blow
	Times int
}

// Blows returns the finishing blows that the player has won by, the most frequent first.
func (f *Profile) Blows() (all []Blow) {
	for _, a := range f.Earned {
		if b, ok := a.Key.Blow(); ok {
			all = append(all, Blow{b, a.Times})
		}
	}
	return all
}

// Times returns how often something was earned.
func (f *Profile) Times(key rating.Achievement) int {
	for _, a := range f.Earned {
		if a.Key == key {
			return a.Times
		}
	}
	return 0
}

// Level returns the level of the character nearest in strength, by the player's rating or else by games against
// characters, if the player's strength is known.
func (f *Profile) Level() (level character.Level, known bool) {
	if r, rated := f.Ratings[f.Main]; rated {
		return rating.Nearest(r.Value), true
	}
	return f.Like.Level, f.LikeKnown
}

// Reached holds a player's permanent achievements.
type Reached struct {
	Rating  float64 // the higher of the ratings that are settled
	Settled bool    // there is one
	Top     character.Level
	Beat    bool // Top is the strongest character beaten without odds or help; else there is none
}

// Reached returns a player's permanent achievements. A settled rating stays settled while the player does not play,
// like places on leaderboards.
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

// Like returns the level of the character that a player plays like. known is false if who asks on a server, "" for
// direct conversations, may not see the player's profile.
func (s *Service) Like(ctx context.Context, asker id.Player, on id.Guild,
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
