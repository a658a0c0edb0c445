package record

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"yeye/game"
)

// fullNames are names of openings as players in China say them, each with moves that lead to a position of that name:
// the name in the classification ECCO 2004 (xqbase.com), if an independent table of positions agrees. Parts of names
// that tell variations apart are left out. See NOTICE.
//
//go:embed openings.txt
var fullNames string

// maxNameMoves is the length in plies of the longest line of fullNames.
const maxNameMoves = 20

type fullName struct {
	name OpeningName
	code string // of the opening that [NameOpening] finds for its moves
}

var byPosition = sync.OnceValue(func() map[uint64]fullName {
	all := map[uint64]fullName{}
	for line := range strings.Lines(fullNames) {
		name, way, _ := strings.Cut(strings.TrimSpace(line), "\t")
		p := game.Start()
		var moves []game.Move
		for _, text := range strings.Fields(way) {
			m, err := game.ParseMove(text)
			if err != nil || !p.IsLegal(m) {
				panic(fmt.Sprintf("record: %q in the line of %s", text, name)) // a test reads the table
			}
			moves = append(moves, m)
			p.Do(m)
		}
		o, _ := NameOpening(game.Start(), moves)
		spelled, ok := spell(name)
		if !ok {
			panic("record: no words for " + name)
		}
		all[p.Key()] = fullName{spelled, o.Code}
	}
	return all
})

// FullOpeningName returns the full name of the opening of moves from the start position, such as 中炮过河车互进七兵对屏风马平炮兑车:
// that of the last position that has one, in any move order, if it belongs to the opening that [NameOpening] finds for
// all the moves. ok is false if there is none, or if it says no more than NameOpening.
func FullOpeningName(start game.Position, moves []game.Move) (name OpeningName, ok bool) {
	o, ok := NameOpening(start, moves)
	if !ok {
		return OpeningName{}, false
	}
	mirror, p, found := moves[0].From().File() < game.Files/2, start, OpeningName{}
	for _, m := range moves[:min(len(moves), maxNameMoves)] {
		if mirror {
			m = m.Mirror()
		}
		p.Do(m)
		if full, named := byPosition()[p.Key()]; named && full.code == o.Code {
			found = full.name
		}
	}
	return found, found.Simplified != "" && found.Simplified != o.Name.Simplified
}

// part is a word of the names, with its English and Vietnamese translation.
type part struct{ chinese, english, vietnamese string }

// parts is the glossary of the names: English in the words of the World Xiangqi Federation, Vietnamese as Vietnamese
// players read the characters.
var parts = []part{
	{"中炮", "Central Cannon", "pháo đầu"}, {"五七炮", "5-7 Cannons", "ngũ thất pháo"},
	{"五六炮", "5-6 Cannons", "ngũ lục pháo"}, {"顺炮", "Same Direction Cannons", "thuận pháo"},
	{"列炮", "Opposite Direction Cannons", "nghịch pháo"},
	{"后补列炮", "Delayed Opposite Direction Cannons", "hậu bổ nghịch pháo"},
	{"仙人指路", "Pawn", "tiên nhân chỉ lộ"}, {"对兵", "Opposing Pawns", "đối binh"},
	{"两头蛇", "Two-Headed Snake", "lưỡng đầu xà"}, {"飞相", "Elephant", "phi tượng"},
	{"飞象", "Elephant", "phi tượng"}, {"飞左象", "Left Elephant", "phi tả tượng"},
	{"飞右象", "Right Elephant", "phi hữu tượng"}, {"顺相", "Same Direction Elephants", "thuận tượng"},
	{"列相", "Opposite Direction Elephants", "nghịch tượng"}, {"起马", "Horse", "khởi mã"},
	{"仕角炮", "Palace Corner Cannon", "sĩ giác pháo"}, {"士角炮", "Palace Corner Cannon", "sĩ giác pháo"},
	{"左士角炮", "Left Palace Corner Cannon", "tả sĩ giác pháo"},
	{"右士角炮", "Right Palace Corner Cannon", "hữu sĩ giác pháo"}, {"过宫炮", "Cross-Palace Cannon", "quá cung pháo"},
	{"左过宫炮", "Left Cross-Palace Cannon", "tả quá cung pháo"},
	{"右过宫炮", "Right Cross-Palace Cannon", "hữu quá cung pháo"},
	{"左中炮", "Left Central Cannon", "tả trung pháo"}, {"右中炮", "Right Central Cannon", "hữu trung pháo"},
	{"兵底炮", "Cannon Behind the Pawn", "binh đáy pháo"}, {"卒底炮", "Cannon Behind the Pawn", "tốt đáy pháo"},
	{"金钩炮", "Golden Hook Cannon", "kim câu pháo"}, {"边炮", "Edge Cannon", "biên pháo"},
	{"巡河炮", "River Cannon", "tuần hà pháo"}, {"左炮封车", "Left Cannon Blockade", "tả pháo phong xa"},
	{"屏风马", "Screen Horses", "bình phong mã"}, {"反宫马", "Sandwiched Horses", "phản cung mã"},
	{"右三步虎", "Right Three-Step Tiger", "hữu tam bộ hổ"},
	{"七路马", "7th File Horse", "thất lộ mã"}, {"左边马", "Left Edge Horse", "tả biên mã"},
	{"急进左马", "Quick Left Horse", "cấp tiến tả mã"}, {"进左马", "Left Horse", "tiến tả mã"},
	{"进右马", "Right Horse", "tiến hữu mã"}, {"互进右马", "Right Horses", "hỗ tiến hữu mã"},
	{"左马盘河", "Left Horse at the River", "tả mã bàn hà"},
	{"右马外盘河", "Right Horse at the River's Edge", "hữu mã ngoại bàn hà"},
	{"直车", "Filed Rook", "trực xa"}, {"横车", "Ranked Rook", "hoành xa"},
	{"右横车", "Right Ranked Rook", "hữu hoành xa"},
	{"缓开车", "Deferred Rook", "hoãn khai xa"}, {"过河车", "River-Crossing Rook", "quá hà xa"},
	{"直车巡河", "Filed Rook at the River", "trực xa tuần hà"},
	{"右炮过河", "Right Cannon over the River", "hữu pháo quá hà"},
	{"平炮兑车", "Edge Cannon for Rook Exchange", "bình pháo đổi xa"},
	{"进三兵", "3rd Pawn", "tiến tam binh"}, {"进七兵", "7th Pawn", "tiến thất binh"},
	{"互进三兵", "3rd Pawns", "hỗ tiến tam binh"}, {"互进七兵", "7th Pawns", "hỗ tiến thất binh"},
	{"进7卒", "7th Pawn", "tiến tốt 7"}, {"进3卒", "3rd Pawn", "tiến tốt 3"}, {"边卒", "Edge Pawn", "biên tốt"},
	{"上士", "Advisor", "thượng sĩ"},
}

// traditional replaces the simplified characters of the names by traditional ones.
var traditional = strings.NewReplacer("马", "馬", "车", "車", "过", "過", "进", "進", "对", "對", "飞", "飛", "顺", "順", "横", "橫",
	"边", "邊", "转", "轉", "两", "兩", "头", "頭", "缓", "緩", "开", "開", "后", "後", "补", "補", "兑", "兌", "风", "風", "宫", "宮",
	"钩", "鉤", "盘", "盤")

// spell translates a name into the four languages; ok is false if a word is not in the glossary. The text between one
// "对" and the next describes one side: its system, and the rest.
func spell(name string) (OpeningName, bool) {
	english, vietnamese := "", ""
	begins, then := true, false
	for rest := name; rest != ""; {
		if after, ok := strings.CutPrefix(rest, "转"); ok && !begins {
			rest, then = after, true
			continue
		}
		if rest == "局" {
			vietnamese += " cuộc"
			break
		}
		found, ok := longestPart(rest)
		switch after, versus := strings.CutPrefix(rest, "对"); {
		case ok && (begins && english == "" || found.chinese != "对兵"):
			rest = strings.TrimPrefix(rest, found.chinese)
		case versus && !begins:
			english, vietnamese, rest, begins = english+" vs. ", vietnamese+" đối ", after, true
			continue
		default:
			return OpeningName{}, false
		}
		switch {
		case begins:
			english += found.english
			vietnamese += capital(found.vietnamese)
		case then:
			english += ", then " + found.english
			vietnamese += " chuyển " + found.vietnamese
		default:
			english += ", " + found.english
			vietnamese += " " + found.vietnamese
		}
		begins, then = false, false
	}
	return OpeningName{english, name, traditional.Replace(name), vietnamese}, !begins
}

// longestPart returns the longest word of the glossary at the start of a text.
func longestPart(text string) (found part, ok bool) {
	for _, p := range parts {
		if strings.HasPrefix(text, p.chinese) && len(p.chinese) > len(found.chinese) {
			found, ok = p, true
		}
	}
	return found, ok
}

// capital returns a word with its first letter in upper case.
func capital(word string) string {
	r := []rune(word)
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}

// FullNames returns all full names, sorted by their Chinese.
func FullNames() []OpeningName {
	var all []OpeningName
	for _, full := range byPosition() {
		if !slices.Contains(all, full.name) {
			all = append(all, full.name)
		}
	}
	slices.SortFunc(all, func(a, b OpeningName) int { return strings.Compare(a.Simplified, b.Simplified) })
	return all
}
