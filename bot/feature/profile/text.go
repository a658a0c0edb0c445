package profile

import (
	"maps"
	"slices"
	"strings"

	"yeye/ai/character"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/rating"
	"yeye/bot/match/standing"
	"yeye/bot/match/view"
	"yeye/game"
	"yeye/game/finish"
)

// lines describes a profile in words, one fact a line. unpictured are the lines that its picture does not show.
func (p *profile) lines(r *view.Reader) (all, unpictured []string) {
	add := func(key string, args locale.Args) { all = append(all, r.Text("profile."+key, args)) }
	only := func(key string, args locale.Args) {
		add(key, args)
		unpictured = append(unpictured, all[len(all)-1])
	}
	for _, in := range standing.Pools {
		if v, ok := p.Ratings[in]; ok {
			add := add
			if in != p.Main {
				add = only
			}
			add("rating."+string(in), locale.Args{"Points": r.Points(rating.Round(v.Value), v.Provisional()),
				"Count": v.Games})
		}
	}
	if slices.ContainsFunc(slices.Collect(maps.Values(p.Ratings)),
		func(v standing.Rating) bool { return v.Provisional() }) {
		only("provisional", nil)
	}
	if len(p.Ratings) == 0 {
		only("rating.none", nil)
	}
	if n := len(p.Curve); n > 1 {
		add("curve", locale.Args{"Count": n, "From": rating.Round(p.Curve[0]), "To": rating.Round(p.Curve[n-1])})
	}
	if p.Won+p.Drawn+p.Lost > 0 {
		add("record", locale.Args{"Won": p.Won, "Drawn": p.Drawn, "Lost": p.Lost})
	}
	helped := 0
	for _, n := range p.Helped {
		helped += n
	}
	if helped > 0 {
		only("helped", locale.Args{"Count": helped})
	}
	if steps := ladderSteps(r, &p.Climbs); steps != "" {
		add("ladder", locale.Args{"Steps": steps})
	}
	if level, ok := p.Next(); ok {
		only("next", locale.Args{"Character": r.NameWithFace(level)})
	} else {
		only("top", locale.Args{"Character": r.NameWithFace(character.FirstRung)})
	}
	if p.LikeKnown {
		only("like."+p.Like.Shade.String(), locale.Args{"Character": r.Character(p.Like.Level),
			"Low": rating.Round(p.Like.Low), "High": rating.Round(p.Like.High), "Count": p.Like.Games})
	}
	for _, c := range [2]game.Color{game.Red, game.Black} {
		if name := p.favourite(r, c); name != "" {
			add("opening", locale.Args{"Side": r.Side(c), "Opening": name})
		}
	}
	if best := p.bestWin(r); best != "" {
		add("best", locale.Args{"Whom": best})
	}
	if p.Streak > 1 {
		add("streak", locale.Args{"Count": p.Streak})
	}
	var blows []string
	for _, b := range p.Blows() {
		name := r.Finish(b.Pattern)
		if b.Times > 1 {
			name = r.Text("profile.times", locale.Args{"What": name, "Count": b.Times})
		}
		blows = append(blows, name)
	}
	if len(blows) > 0 {
		add("finishes", locale.Args{"Count": len(blows), "Of": len(finish.All()), "Blows": strings.Join(blows, " · ")})
	}
	if n := p.Times(rating.Unscathed); n > 0 {
		only("unscathed", locale.Args{"Count": n})
	}
	if t := p.trained; t.Solves {
		only("puzzles", locale.Args{"Points": r.Points(rating.Round(t.Puzzles.Value), t.Puzzles.Provisional())})
	}
	if t := p.trained; t.Streak > 1 {
		only("daily", locale.Args{"Count": t.Streak, "Best": t.Best})
	}
	if t := p.trained; t.Done > 0 {
		only("lessons", locale.Args{"Done": t.Done, "Count": t.Count})
	}
	if t := p.trained; t.Lesson > 0 {
		only("step.lessons", locale.Args{"Number": t.Lesson})
	}
	return all, unpictured
}

// ladderSteps lists which characters were beaten, how often and at which odds; "" for none.
func ladderSteps(r *view.Reader, c *standing.LadderWins) string {
	var steps []string
	for level, won := range c {
		for _, odds := range match.AllOdds() {
			switch n := won[odds].Times; {
			case n == 0:
			case odds == match.Even:
				steps = append(steps, r.Text("profile.beaten",
					locale.Args{"Character": r.NameWithFace(character.Level(level)), "Count": n}))
			default:
				steps = append(steps, r.Text("profile.beaten.odds",
					locale.Args{"Character": r.NameWithFace(character.Level(level)),
						"Odds":  r.Text("odds." + odds.String()),
						"Count": n}))
			}
		}
	}
	return strings.Join(steps, " · ")
}

// oddsLabels returns, by level, the least odds at which a character was beaten that was never beaten without odds,
// short enough for a picture.
func oddsLabels(r *view.Reader, c *standing.LadderWins) (all [character.Count]string) {
	for level := range c {
		if odds, ok := c.LeastOdds(character.Level(level)); ok && odds != match.Even {
			all[level] = r.Text("profile.odds." + odds.String())
		}
	}
	return all
}
