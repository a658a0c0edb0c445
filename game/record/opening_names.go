package record

// openings is searched in order. first are Red's first moves, mirrored to the right wing; reply matches Black's moves,
// nil matches any. Codes are stored in databases, so they never change; a new opening gets a new number.
var openings = []struct {
	code  string
	first []string
	reply func(*sidesMoves) bool
	name  OpeningName
}{
	{"D1", centralCannon, (*sidesMoves).sameCannon, OpeningName{"Same Direction Cannons", "顺炮", "順炮", "Thuận pháo"}},
	{"D2", centralCannon, (*sidesMoves).oppositeCannon, OpeningName{"Opposite Direction Cannons", "列炮", "列炮",
		"Nghịch pháo"}},
	{"B1", centralCannon, (*sidesMoves).sandwichedHorses, OpeningName{"Central Cannon vs. Sandwiched Horses", "中炮对反宫马",
		"中炮對反宮馬",
		"Pháo đầu đối Phản cung mã"}},
	{"D3", centralCannon, (*sidesMoves).delayedSameCannon, OpeningName{"Delayed Same Direction Cannons", "半途顺炮", "半途順炮",
		"Bán đồ thuận pháo"}},
	{"D4", centralCannon, (*sidesMoves).delayedOppositeCannon, OpeningName{"Delayed Opposite Direction Cannons", "半途列炮",
		"半途列炮",
		"Bán đồ nghịch pháo"}},
	{"C1", centralCannon, (*sidesMoves).screenHorses, OpeningName{"Central Cannon vs. Screen Horses", "中炮对屏风马",
		"中炮對屏風馬",
		"Pháo đầu đối Bình phong mã"}},
	{"B2", centralCannon, (*sidesMoves).edgeHorse, OpeningName{"Central Cannon vs. Single Horse", "中炮对单提马", "中炮對單提馬",
		"Pháo đầu đối Đơn đề mã"}},
	{"B3", centralCannon, (*sidesMoves).tigerCannon, OpeningName{"Central Cannon vs. Three-Step Tiger", "中炮对三步虎",
		"中炮對三步虎",
		"Pháo đầu đối Tam bộ hổ"}},
	{"B4", centralCannon, nil, OpeningName{"Central Cannon", "中炮局", "中炮局", "Pháo đầu"}},

	{"E1", pawn, func(l *sidesMoves) bool { return l.blackReplied("h7g7") },
		OpeningName{"Pawn vs. Cannon Behind the Pawn", "仙人指路对卒底炮", "仙人指路對卒底炮", "Tiên nhân chỉ lộ đối Tốt đáy pháo"}},
	{"E2", pawn, func(l *sidesMoves) bool { return l.blackReplied("c6c5") },
		OpeningName{"Opposing Pawns", "对兵局", "對兵局", "Đối binh cuộc"}},
	{"E3", pawn, func(l *sidesMoves) bool { return l.blackReplied("h7e7", "b7e7") },
		OpeningName{"Pawn vs. Central Cannon", "仙人指路对中炮", "仙人指路對中炮", "Tiên nhân chỉ lộ đối Pháo đầu"}},
	{"E4", pawn, func(l *sidesMoves) bool { return l.blackReplied("g9e7", "c9e7") },
		OpeningName{"Pawn vs. Elephant", "仙人指路对飞象", "仙人指路對飛象", "Tiên nhân chỉ lộ đối Phi tượng"}},
	{"E5", pawn, func(l *sidesMoves) bool { return l.blackReplied("h9g7", "b9c7") },
		OpeningName{"Pawn vs. Horse", "仙人指路对起马", "仙人指路對起馬", "Tiên nhân chỉ lộ đối Khởi mã"}},
	{"E6", pawn, nil, OpeningName{"Pawn Opening", "仙人指路", "仙人指路", "Tiên nhân chỉ lộ"}},

	{"A1", elephant, func(l *sidesMoves) bool { return l.blackReplied("h7e7", "b7e7") },
		OpeningName{"Elephant vs. Central Cannon", "飞相对中炮", "飛相對中炮", "Phi tượng đối Pháo đầu"}},
	{"A2", elephant, func(l *sidesMoves) bool { return l.blackReplied("h7f7", "b7d7") },
		OpeningName{"Elephant vs. Palace Corner Cannon", "飞相对士角炮", "飛相對士角炮", "Phi tượng đối Sĩ giác pháo"}},
	{"A3", elephant, func(l *sidesMoves) bool { return l.blackReplied("h7d7", "b7f7") },
		OpeningName{"Elephant vs. Cross-Palace Cannon", "飞相对过宫炮", "飛相對過宮炮", "Phi tượng đối Quá cung pháo"}},
	{"A4", elephant, func(l *sidesMoves) bool { return l.blackReplied("h9g7", "b9c7") },
		OpeningName{"Elephant vs. Horse", "飞相对起马", "飛相對起馬", "Phi tượng đối Khởi mã"}},
	{"A5", elephant, func(l *sidesMoves) bool { return l.blackReplied("c6c5", "g6g5") },
		OpeningName{"Elephant vs. Pawn", "飞相对挺卒", "飛相對挺卒", "Phi tượng đối Tiến tốt"}},
	{"A6", elephant, func(l *sidesMoves) bool { return l.blackReplied("c9e7", "g9e7") },
		OpeningName{"Elephant vs. Elephant", "飞相对飞象", "飛相對飛象", "Phi tượng đối Phi tượng"}},
	{"A7", elephant, nil, OpeningName{"Elephant Opening", "飞相局", "飛相局", "Phi tượng cuộc"}},

	{"A8", []string{"h0g2"}, nil, OpeningName{"Horse Opening", "起马局", "起馬局", "Khởi mã cuộc"}},
	{"A9", []string{"h2f2"}, nil, OpeningName{"Palace Corner Cannon", "士角炮", "士角炮", "Sĩ giác pháo"}},
	{"A10", []string{"h2d2"}, nil, OpeningName{"Cross-Palace Cannon", "过宫炮", "過宮炮", "Quá cung pháo"}},
	{"A11", []string{"h2c2"}, nil, OpeningName{"Golden Hook Cannon", "金钩炮", "金鉤炮", "Kim câu pháo"}},
	{"A12", []string{"h0i2"}, nil, OpeningName{"Edge Horse", "边马局", "邊馬局", "Biên mã cuộc"}},
	{"A13", []string{"i3i4"}, nil, OpeningName{"Edge Pawn", "边兵局（九尾龟）", "邊兵局（九尾龜）", "Biên binh cuộc"}},
	{"A14", []string{"f0e1"}, nil, OpeningName{"Advisor Opening", "上仕局", "上仕局", "Thượng sĩ cuộc"}},
	{Uncommon, firstMoves, nil, OpeningName{"Uncommon Opening", "其他开局", "其他開局", "Khai cuộc khác"}},
}

var (
	centralCannon = []string{"h2e2"}
	pawn          = []string{"g3g4"}
	elephant      = []string{"g0e2"}
	// firstMoves are Red's other first moves, on the right wing.
	firstMoves = []string{
		"e3e4", "e0e1", "g0i2", "i0i1", "i0i2",
		"h2g2", "h2i2", "h2h1", "h2h3", "h2h4", "h2h5", "h2h6", "h2h9",
	}
)
