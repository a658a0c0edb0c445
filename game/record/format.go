package record

// Format is a file format, named by the usual extension of its files.
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

// String returns the name of the format that players know.
func (f Format) String() string {
	switch f {
	case DhtmlXQ:
		return "DhtmlXQ"
	case PGN, UCI, XQF, CBR, CBL, CBF:
		return string([]byte{f[0] &^ 0x20, f[1] &^ 0x20, f[2] &^ 0x20})
	}
	return string(f)
}
