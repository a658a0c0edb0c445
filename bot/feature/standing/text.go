package standing

import (
	"strings"

	"yeye/bot/locale"
	"yeye/bot/rating"
	"yeye/bot/view"
	"yeye/game"
	"yeye/game/finish"
)

// lines describes a profile in words, with all that the picture shows.
func (f *profile) lines(r *view.Reader, name func(finish.Blow) string) (all []string) {
	add := func(key string, args locale.Args) { all = append(all, r.Text("standing."+key, args)) }
	for _, in := range []pool{live, days} {
		if v, ok := f.ratings[in]; ok {
			add("rating."+string(in), locale.Args{"Points": points(v.Value, v.Deviation), "Count": v.games})
		}
	}
	if len(f.ratings) == 0 {
		add("rating.none", nil)
	}
	if len(f.curve) > 1 {
		add("curve", locale.Args{"Count": len(f.curve), "From": whole(f.curve[0]), "To": whole(f.curve[len(f.curve)-1])})
	}
	if f.won+f.drawn+f.lost > 0 {
		add("record", locale.Args{"Won": f.won, "Drawn": f.drawn, "Lost": f.lost})
	}
	all = append(all, f.climbs.lines(r)...)
	if f.alike {
		add("like."+f.like.Shade.String(), locale.Args{"Character": r.Character(f.like.Level), "Low": whole(f.like.Low), "High": whole(f.like.High), "Count": f.like.Games})
	}
	for _, c := range [2]game.Color{game.Red, game.Black} {
		if name := f.favourite(c, r.Style().Language); name != "" {
			add("opening", locale.Args{"Side": r.Color(c), "Opening": name})
		}
	}
	if best := f.best(r); best != "" {
		add("best", locale.Args{"Whom": best})
	}
	if f.streak > 1 {
		add("streak", locale.Args{"Count": f.streak})
	}
	var blows []string
	for _, t := range f.finishes(name) {
		if t.Count > 1 {
			t.Name = r.Text("standing.times", locale.Args{"What": t.Name, "Count": t.Count})
		}
		blows = append(blows, t.Name)
	}
	if len(blows) > 0 {
		add("finishes", locale.Args{"Count": len(blows), "Of": len(finish.All()), "Blows": strings.Join(blows, " · ")})
	}
	if n := f.times(rating.Unscathed); n > 0 {
		add("unscathed", locale.Args{"Count": n})
	}
	return all
}
