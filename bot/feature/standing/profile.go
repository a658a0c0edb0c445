package standing

import (
	"cmp"
	"context"
	"slices"
	"time"

	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/rating"
	"yeye/bot/store"
	"yeye/bot/view"
	"yeye/game"
	"yeye/game/finish"
	"yeye/render"
)

const (
	// maxResults limits how many of a player's latest games are read.
	maxResults = 5000
	// maxCurve is the number of rated games that a curve covers.
	maxCurve = 60
)

// profile holds a player's achievements and statistics.
type profile struct {
	name    string
	ratings map[pool]rated // aged to now
	first   pool           // the pool of the rating shown, unrated if none
	curve   []float64      // of that rating, oldest first
	climbs  climbs

	won, drawn, lost int
	streak           int               // the longest run of wins
	openings         map[string][2]int // games by the first moves, as Red and as Black
	bestRated        float64           // rating of the strongest player beaten in a game that counted, 0 if none
	like             rating.Likeness
	alike            bool // whether like is known
	earned           []achievement
}

// profileOf loads what a player has achieved.
func profileOf(ctx context.Context, c store.Conn, p id.Player, name string, now time.Time) (*profile, error) {
	f := &profile{name: name, openings: map[string][2]int{}}
	var err error
	if f.ratings, err = ratingsOf(ctx, c, p); err != nil {
		return nil, err
	}
	for in, r := range f.ratings {
		r.Rating = rating.Club().Aged(r.Rating, now.Sub(r.at).Hours()/24)
		f.ratings[in] = r
	}
	for _, in := range []pool{live, days} {
		if f.ratings[in].games > f.ratings[f.first].games {
			f.first = in
		}
	}
	if f.bestRated, err = bestBeaten(ctx, c, p); err != nil {
		return nil, err
	}
	if f.earned, err = earnedBy(ctx, c, p); err != nil {
		return nil, err
	}
	rows, err := ofPlayer(ctx, c, p, maxResults)
	if err != nil {
		return nil, err
	}
	slices.Reverse(rows)
	f.count(rows)
	return f, nil
}

// count evaluates results, given with the oldest first.
func (f *profile) count(rows []result) {
	run := 0
	var against []rating.Against
	for i := range rows {
		r := &rows[i]
		switch r.score {
		case 1:
			f.won++
			run++
			f.streak = max(f.streak, run)
		case 0:
			f.lost++
			run = 0
		default:
			f.drawn++
			run = 0
		}
		if r.even {
			n := f.openings[r.opening]
			n[r.side]++
			f.openings[r.opening] = n
		}
		if r.pool != unrated && r.pool == f.first {
			f.curve = append(f.curve, r.after)
		}
		if r.level == person || !r.unaided {
			continue
		}
		f.climb(r)
		if r.even {
			against = append(against, rating.Against{Level: r.level, Red: r.side == game.Red, Score: r.score})
		}
	}
	f.curve = f.curve[max(0, len(f.curve)-maxCurve):]
	f.like, f.alike = rating.Like(against)
}

// climb counts a game against a character, without help, on the ladder: even games are its steps, those at odds lie between. Games
// from other positions are neither.
func (f *profile) climb(r *result) {
	if r.score == 1 && (r.even || r.odds != match.Even) {
		f.climbs.add(r.level, r.odds, 1, r.at)
	}
}

// favourite returns the name of the opening that a player has played most with a color, "" if none.
func (f *profile) favourite(c game.Color, l render.Language) string {
	counts := map[string]int{}
	for moves, n := range f.openings {
		if n[c] == 0 {
			continue
		}
		if name := openingOf(moves, l); name != "" {
			counts[name] += n[c]
		}
	}
	best := ""
	for name, n := range counts {
		if d := cmp.Compare(n, counts[best]); best == "" || d > 0 || d == 0 && name < best {
			best = name
		}
	}
	return best
}

// openingOf returns the name of the opening of stored moves, "" if none.
func openingOf(text string, l render.Language) string {
	start := game.Start()
	g, err := match.ParseGame(start.FEN(), game.Asian.String(), text)
	if err != nil {
		return "" // from a program with other rules
	}
	return view.Opening(start, g.Moves(), l)
}

// finishes returns the finishing blows that a player has won by, the most frequent first.
func (f *profile) finishes(name func(finish.Blow) string) (all []render.Tally) {
	for _, a := range f.earned {
		if b, ok := a.key.Blow(); ok {
			all = append(all, render.Tally{Name: name(b), Count: a.times})
		}
	}
	return all
}

// times returns how often something was earned.
func (f *profile) times(key rating.Achievement) int {
	for _, a := range f.earned {
		if a.key == key {
			return a.times
		}
	}
	return 0
}

// picture returns a profile as it is drawn.
func (f *profile) picture(r *view.Reader, name func(finish.Blow) string) render.Profile {
	style := r.Style()
	g := render.Profile{Theme: style.Theme, Pieces: style.Pieces, Language: style.Language, Name: locale.Visible(f.name, 32), Curve: f.curve,
		Beaten: f.climbs.even(), Odds: f.climbs.labels(r), Won: f.won, Drawn: f.drawn, Lost: f.lost, Streak: f.streak, BestWin: f.best(r),
		Finishes: f.finishes(name)}
	if best, ok := f.ratings[f.first]; ok {
		g.Rating, g.Provisional = whole(best.Value), best.Provisional()
	}
	if f.alike {
		g.Like = render.Likeness{Known: true, At: rating.Step(f.like.Value), Low: rating.Step(f.like.Low), High: rating.Step(f.like.High)}
	}
	for _, c := range [2]game.Color{game.Red, game.Black} {
		g.Openings[c] = f.favourite(c, style.Language)
	}
	return g
}

// best names the strongest opponent whom the player has beaten, "" for nobody.
func (f *profile) best(r *view.Reader) string {
	top := f.climbs.top()
	switch {
	case f.bestRated > 0 && (top < 0 || f.bestRated > rating.CharacterAt(top).Value):
		return r.Text("standing.person", locale.Args{"Points": whole(f.bestRated)})
	case top >= 0:
		return r.Character(top)
	}
	return ""
}
