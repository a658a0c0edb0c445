package files

import (
	"testing"

	"yeye/bot/match/archive"
	"yeye/game/record"
)

// A file is listed if there is a choice in it, or something to be said of the games that cannot be read.
func TestSeveral(t *testing.T) {
	const good, bad, place = "[Red \"good\"]\n\n1. h2e2 h9g7 *\n\n", "[Red \"bad\"]\n\n1. h2e2 h2h9 *\n\n", "[Red \"place\"]\n[FEN \"4k4/9/9/9/9/9/9/2p6/4R4/3K5 b\"]\n\n*\n\n"
	for text, c := range map[string]struct {
		listed bool
		opened string
	}{
		good:                                    {false, "good"},
		bad:                                     {false, ""},
		good + good:                             {true, ""},
		bad + good:                              {true, ""},
		bad + place:                             {true, ""},
		bad + bad + good:                        {true, ""},
		bad + bad:                               {false, ""},
		good + bad:                              {false, "good"},
		place + bad + good:                      {false, "place"},
		"yesterday's game:\n\n" + good:          {false, "good"},
		"yesterday's game:\n\n" + bad:           {false, ""},
		"yesterday's games:\n\n" + bad + good:   {true, ""},
		"[Red \"bad\"]\n\n1. P-K4 *\n\n" + good: {true, ""},
		"1. 炮二平五 马8进7 2. 马二进四\n\n1. 炮二平五 马8进7 2. 马二进三": {true, ""},
		"[DhtmlXQ][DhtmlXQ_red]bad[/DhtmlXQ_red][DhtmlXQ_movelist]774[/DhtmlXQ_movelist][/DhtmlXQ]" +
			"[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]": {true, ""},
	} {
		file, err := record.Open([]byte(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := hasSeveral(file); got != c.listed {
			t.Errorf("%q: listed %v", text, got)
		}
		if c.listed {
			continue
		}
		if rec, _, err := archive.ReadFirst(file); (err == nil) != (c.opened != "") || err == nil && rec.Info.Red != c.opened {
			t.Errorf("%q: %+v, %v", text, rec, err)
		}
	}
}
