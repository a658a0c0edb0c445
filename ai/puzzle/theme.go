package puzzle

import (
	"strconv"
	"strings"

	"yeye/ai/tactics"
	"yeye/game"
	"yeye/game/finish"
)

// Theme is the key of a puzzle's theme. A mate also has a theme with its number of moves, like mate2, and one with its
// mating pattern, like finish.ma_hou_pao.
type Theme string

// The themes. predicates detects them.
const (
	Fork             Theme = "fork"              // 捉双
	CheckAndCapture  Theme = "check-and-capture" // 将军捉子
	DiscoveredCheck  Theme = "discovered-check"  // 抽将
	DoubleCheck      Theme = "double-check"      // 双将
	DiscoveredAttack Theme = "discovered-attack" // 闪击
	Pin              Theme = "pin"               // 牵制
	Skewer           Theme = "skewer"            // 串打
	Sacrifice        Theme = "sacrifice"         // 弃子
	Deflection       Theme = "deflection"        // 引离
	Attraction       Theme = "attraction"        // 引入
	Clearance        Theme = "clearance"         // 腾挪
	TakesDefender    Theme = "takes-defender"    // 去根
	AnswersCheck     Theme = "answers-check"     // 应将
	CounterCheck     Theme = "counter-check"     // 解将还将
	ParriesMate      Theme = "parries-mate"      // 解杀
	CounterMate      Theme = "counter-mate"      // 解杀还杀
	Trapped          Theme = "trapped"           // 捉死
	MateThreat       Theme = "mating-threat"     // 叫杀
	QuietMove        Theme = "quiet"             // 冷着
	FreePiece        Theme = "free"              // 得子: an unprotected piece
	Exchange         Theme = "exchange"          // 兑子
	WinsRook         Theme = "wins-rook"         // 得车
	WinsCannon       Theme = "wins-cannon"       // 得炮
	WinsHorse        Theme = "wins-horse"        // 得马
	HoldsDraw        Theme = "draw"              // 和棋
	KingAssists      Theme = "king-helps"        // 露将助攻
	PawnMoves        Theme = "pawn"
	KingMoves        Theme = "king"
	Opening          Theme = "opening"
	MiddleGame       Theme = "middle-game"
	Ending           Theme = "ending"
)

// predicates detect the themes of a solution, in the order in which they are listed.
var predicates = []struct {
	theme Theme
	holds func(*solution) bool
}{
	{Fork, anyMove((*solution).forks)},
	{CheckAndCapture, anyMove((*solution).checksAndCaptures)},
	{DiscoveredCheck, anyMove((*solution).discoversCheck)},
	{DoubleCheck, anyMove((*solution).checksTwice)},
	{DiscoveredAttack, anyMove((*solution).discoversAttack)},
	{Pin, anyMove((*solution).pins)},
	{Skewer, anyMove((*solution).skewers)},
	{Sacrifice, (*solution).sacrifices},
	{Deflection, anyMove((*solution).deflects)},
	{Attraction, anyMove((*solution).attracts)},
	{Clearance, anyMove((*solution).clears)},
	{TakesDefender, anyMove((*solution).takesDefender)},
	{AnswersCheck, anyMove((*solution).answersCheck)},
	{CounterCheck, anyMove((*solution).counterChecks)},
	{ParriesMate, anyMove((*solution).parriesMate)},
	{CounterMate, anyMove((*solution).counterMates)},
	{Trapped, anyMove((*solution).traps)},
	{MateThreat, anyMove((*solution).threatensMate)},
	{QuietMove, anyMove((*solution).quietFirstMove)},
	{FreePiece, (*solution).isFreeCapture},
	{Exchange, anyMove((*solution).exchanges)},
	{WinsRook, endsWithGain(game.Rook)},
	{WinsCannon, endsWithGain(game.Cannon)},
	{WinsHorse, endsWithGain(game.Horse)},
	{HoldsDraw, func(s *solution) bool { return s.kind == Save }},
	{KingAssists, (*solution).kingCoversEscape},
	{PawnMoves, anyMove(moves(game.Pawn))},
	{KingMoves, anyMove(moves(game.King))},
	{Opening, isPhase(Opening)},
	{MiddleGame, isPhase(MiddleGame)},
	{Ending, isPhase(Ending)},
}

// Themes returns the themes of a puzzle.
func (p Puzzle) Themes() []Theme {
	s := solve(p)
	var all []Theme
	if p.Kind == Mate {
		all = append(all, Theme("mate"+strconv.Itoa(p.Moves())))
		if name := finish.Of(p.Start, p.Line); name != "" {
			all = append(all, Theme("finish."+string(name)))
		}
	}
	for _, c := range predicates {
		if c.holds(s) {
			all = append(all, c.theme)
		}
	}
	return all
}

// nonTactical holds the themes that name no tactic.
var nonTactical = map[Theme]bool{
	Opening: true, MiddleGame: true, Ending: true, PawnMoves: true, KingMoves: true, HoldsDraw: true,
	WinsRook: true, WinsCannon: true, WinsHorse: true, AnswersCheck: true, Exchange: true,
}

// IsTactical reports whether a theme names an idea (a tactic or a mating pattern) rather than a length, a phase or a
// gain.
func IsTactical(t Theme) bool { return !nonTactical[t] && !strings.HasPrefix(string(t), "mate") }

// solution is a puzzle with the positions along its line.
type solution struct {
	kind      Kind
	line      []game.Move
	positions []game.Position // positions[i] is before line[i]; the last one is after the line
	solver    game.Color      // the side to move at the start
	other     game.Color
}

func solve(p Puzzle) *solution {
	s := &solution{kind: p.Kind, line: p.Line, positions: []game.Position{p.Start}, solver: p.Start.Turn(),
		other: p.Start.Turn().Other()}
	for i, m := range p.Line {
		s.positions = append(s.positions, s.positions[i].After(m))
	}
	return s
}

// anyMove returns a predicate that is true if f is true of any of the solver's moves. f gets the move's index in the
// line.
func anyMove(f func(*solution, int) bool) func(*solution) bool {
	return func(s *solution) bool {
		for i := 0; i < len(s.line); i += 2 {
			if f(s, i) {
				return true
			}
		}
		return false
	}
}

// moves returns a predicate for moves of a role.
func moves(r game.Role) func(*solution, int) bool {
	return func(s *solution, i int) bool { return s.mover(i).Role() == r }
}

func (s *solution) mover(i int) game.Piece { return s.positions[i].At(s.line[i].From()) }

// captured returns the piece that a move captures.
func (s *solution) captured(i int) game.Piece { return s.positions[i].At(s.line[i].To()) }

// next returns the solver's next move, if there is one.
func (s *solution) next(i int) (game.Move, bool) {
	if i+2 >= len(s.line) {
		return game.NoMove, false
	}
	return s.line[i+2], true
}

// mate reports whether the line ends with mate or stalemate.
func (s *solution) mate() bool { return !s.positions[len(s.positions)-1].HasLegal() }

// Phase returns the phase of the game of a position. The ending has at most four rooks, horses and
// cannons. The opening has all rooks and cannons, at least two horses, and at least minAtHome of the
// twelve on their starting points.
func Phase(p *game.Position) Theme {
	n, horses, home := 0, 0, 0
	start := game.Start()
	for _, c := range []game.Color{game.Red, game.Black} {
		for _, r := range []game.Role{game.Rook, game.Horse, game.Cannon} {
			n += p.Pieces(c, r).Count()
			home += p.Pieces(c, r).And(start.Pieces(c, r)).Count()
		}
		horses += p.Pieces(c, game.Horse).Count()
	}
	switch {
	case n <= 4:
		return Ending
	case n-horses == 8 && horses >= 2 && home >= minAtHome:
		return Opening
	default:
		return MiddleGame
	}
}

// minAtHome separates the opening from the middle game. In the characters' games, three in four positions of plies 8 to
// 23 with these pieces have that many at home, but only one in eight later ones.
const minAtHome = 3

// isPhase returns a predicate for the phase of a puzzle's start position.
func isPhase(phase Theme) func(*solution) bool {
	return func(s *solution) bool { return Phase(&s.positions[0]) == phase }
}

// endsWithGain returns a predicate for lines without mate that win a piece of this role and at least minGain.
func endsWithGain(r game.Role) func(*solution) bool {
	return func(s *solution) bool {
		if s.mate() {
			return false
		}
		first, last := &s.positions[0], &s.positions[len(s.positions)-1]
		count := func(p *game.Position) int {
			return p.Pieces(s.solver, r).Count() - p.Pieces(s.other, r).Count()
		}
		gain := s.material(last) - s.material(first)
		if n := len(s.line); gain >= minGain {
			end := s.line[n-1].To()
			gain -= tactics.GainOn(last, end)
		}
		return gain >= minGain && count(last) > count(first)
	}
}
