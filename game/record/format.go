package record

// Format is a kind of file, by the ending that its files usually have.
type Format string

const (
	PGN     Format = "pgn"
	DhtmlXQ Format = "dhtmlxq"
	UCI     Format = "uci"
	XQF     Format = "xqf" // XQStudio
	CBR     Format = "cbr" // CCBridge, one game
	CBL     Format = "cbl" // CCBridge, a library of games
	CBF     Format = "cbf" // XML of CCBridge
)

// String is the name that players know the format by.
func (f Format) String() string {
	switch f {
	case DhtmlXQ:
		return "DhtmlXQ"
	case PGN, UCI, XQF, CBR, CBL, CBF:
		return string([]byte{f[0] &^ 0x20, f[1] &^ 0x20, f[2] &^ 0x20})
	}
	return string(f)
}
