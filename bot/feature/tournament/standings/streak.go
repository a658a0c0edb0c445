package standings

// minPlies is the length from which a draw scores in an arena: ten moves of each,
// as lichess has it.
const minPlies = 20

// Outcome is one finished game of an arena for one of its players.
type Outcome struct {
	Points int // 2 for a win, 1 for a draw, 0 for a loss
	Plies  int
	Ruled  bool // by a director, whatever was played
}

// Streak returns what each game of an arena scores, in order: after two wins in a
// row everything counts double until a game is not won. A draw of fewer than ten
// moves each scores nothing, unless a director has ruled it.
func Streak(games []Outcome) []int {
	scores := make([]int, len(games))
	wins := 0
	for i, g := range games {
		scores[i] = g.Points
		if g.Points == 1 && g.Plies < minPlies && !g.Ruled {
			scores[i] = 0
		}
		if wins >= 2 {
			scores[i] *= 2
		}
		if g.Points == 2 {
			wins++
		} else {
			wins = 0
		}
	}
	return scores
}
