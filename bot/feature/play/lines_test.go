package play_test

import (
	"strings"
	"testing"

	"yeye/bot/internal/desk"
)

const meiAndTomByDays = `
	mei: /challenge user=@tom side=red clock=3d => card challenge
	tom: [Accept] => card duel`

// How lines are given, shown, changed, removed and answered, and by whom.
func TestLines(t *testing.T) {
	cases := map[string]string{
		"by /move": `
			tom: /move text="if C2=5 then H8+7, i0h0 then" => private **Line 1, move 3:** Red's own horse is on h0 … Nothing was changed. You wrote: … if C2=5 then H8+7, i0h0 then
			tom: /move text="if C2=5 then H8+7; if b2e2, b9c7 and b0c2 then h9g7" => private Your conditional moves … 1. ` + "`h2e2` → **`h9g7`** … 2. `b2e2` → **`b9c7`** → `b0c2` → **`h9g7`**" + ` … [Change conditional moves] [Remove conditional moves]
			mei: h2e2 => card duel
			due
			mei: /board => card duel Red … h2e2 … Black … h9g7 … <@201> to move`,
		"several moves are lines": `
			tom: /move text="h2e2 h9g7 h0g2 i9h9" => private … 1. ` + "`h2e2` → **`h9g7`** → `h0g2` → **`i9h9`**" + `
			tom: [Remove conditional moves] => edit Conditional moves removed
			tom: /move text="h2e2, b9c7" => private … 1. ` + "`h2e2` → **`b9c7`**" + `
			tom: [Remove conditional moves] => edit
			tom: /move text="b9c7 h2e2" => private **Line 1, move 1:** The horse on b9 is Black's
			tom: /move text="H8+7 · h9g7" => private Premove saved: ` + "`h9g7`" + `
			tom: /move text=h9g7 => private Premove saved`,
		"on My board": `
			tom: [My board] => private … {Premove: choose a piece … [Refresh] [Conditional moves]
			tom: [Conditional moves] => form Conditional moves ()
			tom: (h2e2, h9g7; h0g2, h9h8) => private **Line 2, move 2:** … Nothing was changed. You wrote: … h2e2, h9g7; h0g2, h9h8
			tom: [Conditional moves] => form Conditional moves ()
			tom: (h2e2, h9g7, h0g2, i9h9; h0g2, h9g7) => edit … <@201> to move … Your conditional moves … 1. … 2. … [Refresh] [Change conditional moves] [Remove conditional moves]
			tom: [My board] => not Premove
			tom: [My board] => private
			tom: [Change conditional moves] => form Conditional moves (h2e2, h9g7, h0g2, i9h9 … h0g2, h9g7)
			tom: (h2e2, b9c7) => edit … 1. ` + "`h2e2` → **`b9c7`**" + `
			tom: [Remove conditional moves] => edit … {Premove: choose a piece … [Refresh] [Conditional moves]
			tom: [Conditional moves] => form
			tom: (h2e2, b9c7) => edit … 1.
			tom: [Change conditional moves] => form
			tom: ( ) => edit … {Premove: choose a piece`,
		"the end is told to their player alone": `
			tom: /move text="if h2e2 then h9g7" => private … 1.
			mei: b0c2 => card duel
			mei: /board => not onditional
			mei: [My board] => not onditional moves have
			linh: [My board] => not onditional
			tom: [My board] => private … Your conditional moves have ended: the game went another way.
			tom: h9g7 => card duel
			tom: [My board] => not have ended`,
		"only their player sees them": `
			tom: /move text="if h2e2 then h9g7" => private … 1.
			mei: [My board] => not h9g7
			linh: [My board] => not h9g7
			mei: /board => not h9g7
			mei: /move text="if h9g7 then h2e2" => private It's your turn. Move first
			linh: /move text="if h2e2 then h9g7" => private You're not playing`,
		"typed for all to read": `
			tom: if h2e2 then h9g7 => private Your opponent reads what you write here … /move … **My board**
			mei: If h9g7 then h2e2 => private Your opponent reads
			linh: if h2e2 then h9g7 => nothing
			tom: if h2e2 then I am lost => unheard
			tom: if h2e2 then h9g7, h0g2 then i9h9; if b2e2 then b9c7, b0c2 then a9b9, a0b0 => private Your opponent reads what you write here
			tom: if h2e2 I would be quite lost here, and if it were my game I should rather have played b2e2 => unheard
			mei: h2e2 => card duel
			due
			mei: /board => not h9g7`,
		"beside a premove": `
			tom: /move text=h9g7 => private Premove saved
			tom: [My board] => private … Premove saved … [Cancel premove] [Conditional moves]
			tom: [Conditional moves] => form
			tom: (h2e2 h9g7) => not Premove saved
			tom: /move text=b9c7 => private You have conditional moves here. Change or remove them on **My board** first.`,
		"what is wrong": `
			tom: /move text="if h2e2" => private **Line 1, move 1:** … h2e2 … is your opponent's move. Add your answer
			tom: /move text="if h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 c3c4" => private **Line 1, move 7:** A line has at most 6 moves
			tom: /move text="if h2e2 h9g7 if h2e2 b9c7" => private **Line 2, move 2:** An earlier line answers
			tom: /move text="if h2e2 h9g7 if b2e2 h9g7 if b0c2 h9g7 if h0g2 h9g7" => private That's more than 3 lines
			tom: /move text="if then" => private I see no moves there
			tom: /move text="if hello then h9g7" => private **Line 1, move 1:** I can't read … hello`,
		"an old form": `
			tom: [My board] => private
			tom: [Conditional moves] => form
			mei: h2e2 => card duel
			tom: (h2e2 h9g7) => private It's your turn. Move first … You wrote: … h2e2 h9g7`,
	}
	for name, lines := range cases {
		cases[name] = meiAndTomByDays + lines
	}
	desk.Run(t, cases, "play", "challenges")
}

// Where there are no lines, nothing offers them, and why is said.
func TestNoLines(t *testing.T) {
	for _, how := range []string{"clock=5+3", "clock=none", "clock=3d game=flipped", "clock=3d game=blindfold"} {
		t.Run(how, func(t *testing.T) {
			d := desk.Open(t, "play", "challenges", "flipped")
			d.Play(`
				mei: /challenge user=@tom side=red ` + how + ` => card challenge
				tom: [Accept] => card
				tom: /view => not onditional
				tom: /move text="if h2e2 then h9g7" => private Conditional moves are for games by days between two people
				tom: if h2e2 then h9g7 => nothing`)
		})
	}
	desk.Open(t, "play").Play(`
		mei: /play side=black => card versus
		mei: /move text="if h2e2 then h9g7" => private Conditional moves are for games by days`)
}

// A text of any length that cannot be read as lines gets an answer that Discord takes.
func TestLongText(t *testing.T) {
	d := desk.Open(t, "play", "challenges")
	d.Play(meiAndTomByDays)
	d.Play(`tom: /move text="if ` + strings.Repeat("h", 4000) + `" => private … too long to be a move … Nothing was changed … if hhh … …`)
}

// Lines are shown in their reader's notation, and read as the form shows them.
func TestLinesInTheReadersNotation(t *testing.T) {
	for locale, want := range map[string][]string{
		"zh-CN": {"如果炮二平五，就马8进7", "1. 炮二平五 → **马8进7**", "修改应着", "炮二平五, 马8进7"},
		"zh-TW": {"若炮二平五則馬8進7", "1. 炮二平五 → **馬8進7**", "修改應著", "炮二平五, 馬8進7"},
		"vi":    {"nếu P2-5 thì M8.7", "1. P2-5 → **M8.7**", "Sửa nước đáp sẵn", "P2-5, M8.7"},
	} {
		t.Run(locale, func(t *testing.T) {
			d := desk.Open(t, "play", "challenges")
			d.Play(meiAndTomByDays)
			d.Locale = locale
			d.Play(`tom: /move text="` + want[0] + `" => private … ` + want[1])
			got := d.Do("tom", "["+want[2]+"]")
			if !strings.Contains(got, "("+want[3]+")") {
				t.Fatalf("the form: %s", got)
			}
			d.Play("tom: (" + want[3] + ") => edit … " + want[1])
		})
	}
}
