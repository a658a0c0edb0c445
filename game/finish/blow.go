package finish

import "yeye/game"

// Blow is the key of a named mating pattern, its pinyin with underscores; "" means no name. Keys are stored and must
// not change.
type Blow string

// The named finishes, in the order in which they are tried.
const (
	Stalemate         Blow = "kun_bi"             // 困毙
	FlankedRook       Blow = "jia_che_pao"        // 夹车炮
	DoubleCannon      Blow = "chong_pao"          // 重炮
	CannonBehindHorse Blow = "ma_hou_pao"         // 马后炮
	SmotheredPalace   Blow = "men_gong"           // 闷宫
	HeavenAndEarth    Blow = "tian_di_pao"        // 天地炮
	IronBolt          Blow = "tie_men_shuan"      // 铁门栓
	BareCannon        Blow = "kong_tou_pao"       // 空头炮
	TwoHorses         Blow = "shuang_ma_yin_quan" // 双马饮泉
	OctagonalHorse    Blow = "ba_jiao_ma"         // 八角马
	CornerHorse       Blow = "gua_jiao_ma"        // 挂角马
	SpringHorse       Blow = "ba_huang_ma"        // 拔簧马
	ElbowHorse        Blow = "wo_cao_ma"          // 卧槽马
	Broadsword        Blow = "da_dao_wan_xin"     // 大刀剜心, also 大胆穿心
	AnglerHorse       Blow = "diao_yu_ma"         // 钓鱼马
	HighAnglerHorse   Blow = "gao_diao_ma"        // 高钓马, 侧面虎
	ThreeRooks        Blow = "san_che_nao_shi"    // 三车闹士
	Dagger            Blow = "xiao_dao_wan_xin"   // 小刀剜心
	TwoDevils         Blow = "er_gui_pai_men"     // 二鬼拍门
	BuddhaHome        Blow = "song_fo_gui_dian"   // 送佛归殿
	OldSoldier        Blow = "lao_bing_sou_shan"  // 老兵搜山
	MoonFromTheSea    Blow = "hai_di_lao_yue"     // 海底捞月
	AlternatingRooks  Blow = "shuang_che_cuo"     // 双车错
	FacingKings       Blow = "bai_lian_jiang"     // 白脸将
	SmotheredMate     Blow = "men_sha"            // 闷杀
	QuietRookAndHorse Blow = "che_ma_leng_zhao"   // 车马冷着
)

// All returns every named blow, in the order in which they are tried.
func All() []Blow {
	all := make([]Blow, 0, 1+len(patterns))
	all = append(all, Stalemate)
	for _, o := range patterns {
		all = append(all, o.blow)
	}
	return all
}

// Of returns the name of the blow that ended the game of these moves from
// start. It is "" if the last position is neither mate nor stalemate, if a move
// is not legal, or if the finish has no name.
func Of(start game.Position, moves []game.Move) Blow {
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

// OfGame returns the name of the blow that ended g, "" if g is not over or
// ended otherwise.
func OfGame(g *game.Game) Blow { return Of(g.Start(), g.Moves()) }
