package flipped_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/game"
	"yeye/game/jieqi/pgn"
	"yeye/internal/slow"
)

// told is what a player was sent while a game was running.
type told struct{ who, text string }

// Scripted games: nothing that was sent before the end, text, description, file or picture, holds the secret or the deal, and what was
// captured face down only its captor is told. After the end the file that everybody gets verifies.
func TestNoLeak(t *testing.T) {
	games := 8
	if slow.On() {
		games = 200
	}
	bodies, captures := 0, 0
	for n := range games {
		d := desk.Open(t, "play", "challenges", "flipped", "replay", "files", "hint", "study", "privacy", "mygames", "help")
		d.Locale = []string{"en-US", "zh-CN", "vi", "zh-TW"}[n%4]
		random := rand.New(rand.NewPCG(uint64(n), 1))
		sent, taken := scripted(t, d, random)
		bodies, captures = bodies+len(sent), captures+len(taken)
		m, err := d.Matches.Latest(t.Context(), desk.Channel)
		if err != nil {
			t.Fatal(err)
		}
		o, open := m.Opening()
		if !open || o.Verify() != nil {
			t.Fatalf("game %d is not opened: %v", n, o.Verify())
		}
		red, black, _ := strings.Cut(o.Deal.String(), "/")
		for _, one := range sent {
			for _, secret := range []string{o.Secret.String(), red, black} {
				if strings.Contains(one.text, secret) {
					t.Fatalf("game %d: %s was told %s in: %s", n, one.who, secret, one.text)
				}
			}
		}
		d.Do("mei", "/export")
		r, err := pgn.Read(string(d.Said.Files[0].Data))
		if err != nil {
			t.Fatal(err)
		}
		if v, err := r.Verify(); err != nil || len(v.Differs) > 0 || r.Seal.Secret != o.Secret {
			t.Fatalf("game %d does not verify: %v %v", n, v, err)
		}
	}
	t.Logf("%d games, %d bodies, %d face-down captures", games, bodies, captures)
	if captures < games {
		t.Errorf("only %d face-down captures", captures)
	}
}

// scripted plays a game and resigns, and returns what was sent before that, and who made captures of face-down pieces.
func scripted(t *testing.T, d *desk.Desk, random *rand.Rand) (sent []told, taken []string) {
	t.Helper()
	latest := func() match.Match {
		m, err := d.Matches.Latest(t.Context(), desk.Channel)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	hear := func(who, what string) string {
		text := d.Do(who, what)
		for _, f := range d.Said.Files {
			text += "\n" + f.Name + " " + f.Description + "\n" + plainText(t, f.Data)
		}
		sent = append(sent, told{who, text})
		return text
	}
	hear("mei", "/challenge user=@tom side=red game=flipped")
	if m := latest0(t, d); m == nil {
		if _, err := d.Challenges.Latest(t.Context(), desk.Channel); err != nil {
			t.Fatal(err)
		}
		accept(t, d, hear)
	}
	decline(t, d, "tom")
	for range 24 {
		m := latest()
		if m.Status != match.Open {
			break
		}
		who := map[game.Color]string{game.Red: "mei", game.Black: "tom"}[m.ToMove()]
		other := map[string]string{"mei": "tom", "tom": "mei"}[who]
		moves := m.Board().LegalMoves(nil)
		move := moves[random.IntN(len(moves))]
		for _, one := range moves { // face-down captures are what could leak
			if m.Board().At(one.To()) != game.NoPiece && random.IntN(2) == 0 {
				move = one
			}
		}
		public := hear(who, move.String())
		if m = latest(); m.Status != match.Open {
			sent = sent[:len(sent)-1] // the end, which opens the deal
			break
		}
		mine, theirs := m.ViewOf(desk.People[who]), m.ViewOf(desk.People[other])
		last := len(mine.Moves) - 1
		if !mine.Moves[last].Dark {
			continue
		}
		taken = append(taken, who)
		if theirs.Moves[last].Taken != game.NoRole || mine.Moves[last].Taken == game.NoRole {
			t.Fatalf("%s took %v: %+v, the other knows %+v", who, move, mine.Moves[last], theirs.Moves[last])
		}
		only := only[d.Locale]
		if alone := hear(who, "/view"); !strings.Contains(alone, only) {
			t.Fatalf("%s is not told what was taken: %s", who, alone)
		}
		for _, text := range []string{public, hear(other, "/view"), hear("linh", "/view"), hear(other, "/replay"), hear("linh", "/export"), hear(other, "/export format=uci"), hear("linh", "/export format=fen"), hear(other, "/games")} {
			if strings.Contains(text, only) {
				t.Fatalf("somebody else is told what %s took: %s", who, text)
			}
		}
		hear(other, "/export")
		if r, err := pgn.Read(string(d.Said.Files[0].Data)); err != nil || r.Seal != nil || r.Plies[last].Taken != game.NoRole {
			t.Fatalf("the record of a running game: %+v, %v", r, err)
		}
		hear(other, "a0i9") // a refusal
		hear(who, "/hint")
	}
	if m := latest(); m.Status == match.Open {
		if _, err := d.Matches.Resign(t.Context(), match.Actor{Event: "resigns", Player: desk.People["tom"]}, m.ID); err != nil {
			t.Fatal(err)
		}
	}
	return sent, taken
}

// only is how the sentence begins that tells a captor what they took.
var only = map[string]string{"en-US": "Only you see", "zh-CN": "只有你看得到", "zh-TW": "只有你看得到", "vi": "Chỉ mình bạn thấy"}

// latest0 returns the match of the channel, nil if there is none yet.
func latest0(t *testing.T, d *desk.Desk) *match.Match {
	m, err := d.Matches.Latest(t.Context(), desk.Channel)
	if err != nil {
		return nil
	}
	return &m
}

// accept accepts Mei's challenge as Tom.
func accept(t *testing.T, d *desk.Desk, hear func(who, what string) string) {
	t.Helper()
	hear("tom", "["+map[string]string{"en-US": "Accept", "zh-CN": "接受", "zh-TW": "接受", "vi": "Đồng ý"}[d.Locale]+"]")
}

// decline lets the pieces be dealt without a player's word.
func decline(t *testing.T, d *desk.Desk, who string) {
	t.Helper()
	m := latest0(t, d)
	if _, err := d.Matches.DeclineWord(t.Context(), match.Actor{Player: desk.People[who]}, m.ID); err != nil {
		t.Fatal(err)
	}
}

// plainText returns what a file says besides pixels: of a PNG all chunks but the image's own, of others everything.
func plainText(t *testing.T, data []byte) string {
	t.Helper()
	rest, png := bytes.CutPrefix(data, []byte("\x89PNG\r\n\x1a\n"))
	if !png {
		return string(data)
	}
	var said strings.Builder
	for len(rest) >= 12 {
		n := int(binary.BigEndian.Uint32(rest))
		kind := string(rest[4:8])
		switch kind {
		case "IHDR", "PLTE", "tRNS", "IDAT", "IEND", "pHYs", "gAMA", "sRGB":
		default:
			fmt.Fprintf(&said, "%s %q\n", kind, rest[8:8+n])
		}
		rest = rest[12+n:]
	}
	return said.String()
}
