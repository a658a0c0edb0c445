package finish

import "yeye/game"

// Pattern is the key of a named mating pattern, its pinyin with underscores; "" means no name. Keys are stored and must
// not change.
type Pattern string

// The named patterns.
const (
	Stalemate         Pattern = "kun_bi"             // 困毙
	FlankedRook       Pattern = "jia_che_pao"        // 夹车炮
	DoubleCannon      Pattern = "chong_pao"          // 重炮
	CannonBehindHorse Pattern = "ma_hou_pao"         // 马后炮
	SmotheredPalace   Pattern = "men_gong"           // 闷宫
	HeavenAndEarth    Pattern = "tian_di_pao"        // 天地炮
	IronBolt          Pattern = "tie_men_shuan"      // 铁门栓
	HollowCannon      Pattern = "kong_tou_pao"       // 空头炮
	TwoHorses         Pattern = "shuang_ma_yin_quan" // 双马饮泉
	OctagonalHorse    Pattern = "ba_jiao_ma"         // 八角马
	CornerHorse       Pattern = "gua_jiao_ma"        // 挂角马
	SpringHorse       Pattern = "ba_huang_ma"        // 拔簧马
	ElbowHorse        Pattern = "wo_cao_ma"          // 卧槽马
	Broadsword        Pattern = "da_dao_wan_xin"     // 大刀剜心, also 大胆穿心
	AnglerHorse       Pattern = "diao_yu_ma"         // 钓鱼马
	HighAnglerHorse   Pattern = "gao_diao_ma"        // 高钓马, 侧面虎
	ThreeRooks        Pattern = "san_che_nao_shi"    // 三车闹士
	Dagger            Pattern = "xiao_dao_wan_xin"   // 小刀剜心
	TwoDevils         Pattern = "er_gui_pai_men"     // 二鬼拍门
	BuddhaHome        Pattern = "song_fo_gui_dian"   // 送佛归殿
	OldSoldier        Pattern = "lao_bing_sou_shan"  // 老兵搜山
	MoonFromTheSea    Pattern = "hai_di_lao_yue"     // 海底捞月
	AlternatingRooks  Pattern = "shuang_che_cuo"     // 双车错
	FacingKings       Pattern = "bai_lian_jiang"     // 白脸将
	SmotheredMate     Pattern = "men_sha"            // 闷杀
	QuietRookAndHorse Pattern = "che_ma_leng_zhao"   // 车马冷着
)

// All returns every named pattern, in the order in which they are tried.
func All() []Pattern {
	all := make([]Pattern, 0, 1+len(patterns))
	all = append(all, Stalemate)
	for _, o := range patterns {
		all = append(all, o.blow)
	}
	return all
}

// Of returns the mating pattern at the end of the game of these moves from start. It is "" if the last position is
// neither mate nor stalemate, if a move is not legal, or if the pattern has no name.
func Of(start game.Position, moves []game.Move) Pattern {
	e, ok := analyze(start, moves)
	if !ok {
		return ""
	}
	if e.checkers.Empty() {
		return Stalemate
	}
	for _, o := range patterns {
		if o.holds(e) {
			return o.blow
		}
	}
	return ""
}

// OfGame returns the mating pattern that ended g, "" if there is none.
func OfGame(g *game.Game) Pattern { return Of(g.Start(), g.Moves()) }
