package render

import "yeye/game"

// Language is the language of the few words on a picture: the result of a game,
// pieces' names for a newcomer, headings of a card.
type Language uint8

// The languages.
const (
	English Language = iota
	SimplifiedChinese
	TraditionalChinese
	Vietnamese
	languages
)

var languageNames = [languages]string{"en", "zh-CN", "zh-TW", "vi"}

// String returns the language's tag, which UnmarshalText reads.
func (l Language) String() string { return nameOf(languageNames[:], int(l)) }

// UnmarshalText reads en, zh-CN, zh-TW or vi.
func (l *Language) UnmarshalText(text []byte) error {
	i, err := parseName("language", languageNames[:], string(text))
	*l = Language(i)
	return err
}

// chinese reports whether its words are Chinese characters.
func (l Language) chinese() bool { return l == SimplifiedChinese || l == TraditionalChinese }

// words is a text in every language, by Language.
type words [languages]string

var (
	sideWords   = [2]words{{"Red", "红方", "紅方", "Đỏ"}, {"Black", "黑方", "黑方", "Đen"}}
	resultWords = map[game.Result]words{
		game.RedWins:   {"Red wins", "红胜", "紅勝", "Đỏ thắng"},
		game.BlackWins: {"Black wins", "黑胜", "黑勝", "Đen thắng"},
		game.Draw:      {"Draw", "和棋", "和棋", "Hòa"},
	}
	// An abandoned game has no result and no words.
	methodWords = map[game.Method]words{
		game.Checkmate:      {"checkmate", "将死", "將死", "chiếu hết"},
		game.Stalemate:      {"stalemate", "困毙", "困斃（欠行）", "hết nước đi"},
		game.PerpetualCheck: {"perpetual check", "长将", "長將", "trường chiếu"},
		game.PerpetualChase: {"perpetual chase", "长捉", "長捉", "trường tróc"},
		game.MutualCheck:    {"mutual check", "双方长将", "雙方長將", "cùng trường chiếu"},
		game.MutualChase:    {"mutual chase", "双方长捉", "雙方長捉", "cùng trường tróc"},
		game.Repetition:     {"repetition", "重复", "重複", "lặp lại"},
		game.MoveLimit:      {"move limit", "限着", "限著", "quá số nước"},
		game.Material:       {"nobody can win", "官和", "官和", "không đủ quân"},
		game.Resignation:    {"resignation", "认输", "認輸", "xin thua"},
		game.Agreement:      {"agreed", "议和", "議和", "đồng ý"},
		game.Timeout:        {"on time", "超时", "超時", "hết giờ"},

		game.PerpetualKill:   {"mate threats", "长杀", "長殺", "trường sát"},
		game.PerpetualAttack: {"perpetual attack", "长打", "長打", "tấn công mãi"},
		game.MutualAttack:    {"mutual attack", "双方长打", "雙方長打", "cùng tấn công"},
	}
	// What the loser did, by the loser's color: next to the winner's name, the method alone would seem to be the
	// winner's.
	lostWords = map[game.Method][2]words{
		game.Resignation: {{"Red resigned", "红方认输", "紅方認輸", "Đỏ xin thua"},
			{"Black resigned", "黑方认输", "黑方認輸", "Đen xin thua"}},
		game.Timeout: {{"Red out of time", "红方超时", "紅方超時", "Đỏ hết giờ"},
			{"Black out of time", "黑方超时", "黑方超時", "Đen hết giờ"}},
	}
	// The names of pieces on the plates under figures. In Chinese they are the characters on the pieces.
	pieceWords = [8]words{
		game.King:     {"King", "", "", "Tướng"},
		game.Advisor:  {"Advisor", "", "", "Sĩ"},
		game.Elephant: {"Elephant", "", "", "Tượng"},
		game.Horse:    {"Horse", "", "", "Mã"},
		game.Rook:     {"Rook", "", "", "Xe"},
		game.Cannon:   {"Cannon", "", "", "Pháo"},
		game.Pawn:     {"Pawn", "", "", "Tốt"},
	}
)

// The headings of cards.
var (
	wordAccuracy = words{"accuracy", "准确率", "準確率", "chính xác"}
	wordMove     = words{"1 move", "1 回合", "1 回合", "1 nước"}
	wordMoves    = words{"%d moves", "%d 回合", "%d 回合", "%d nước"}
	wordRating   = words{"Rating", "等级分", "積分", "Điểm"}
	wordRecord   = words{"%d won · %d drawn · %d lost", "%d 胜 · %d 和 · %d 负", "%d 勝 · %d 和 · %d 負",
		"%d thắng · %d hòa · %d thua"}
	wordAsRed    = words{"as Red", "执红", "執紅", "cầm Đỏ"}
	wordAsBlack  = words{"as Black", "执黑", "執黑", "cầm Đen"}
	wordBest     = words{"Best win", "最佳胜局", "最佳勝局", "Thắng hay nhất"}
	wordStreak   = words{"Longest streak", "最长连胜", "最長連勝", "Chuỗi thắng"}
	wordFinishes = words{"Finishing blows", "杀法", "殺法", "Đòn sát"}
)
