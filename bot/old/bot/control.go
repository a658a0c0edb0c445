package bot

import (
	"strconv"
	"strings"

	"yeye/bot/session"
)

// control is what a button or select carries in its custom_id: a verb, the
// session and turn it was made for, and an argument. The salt makes the id of a
// redrawn select a new one, else clients keep showing the old choice.
type control struct {
	verb    string
	session session.ID
	turn    int64
	arg     string
	salt    string
}

// controlVersion begins every id, so that a later program can tell old controls.
const controlVersion = "y1"

// String is the custom_id, well under Discord's 100 characters.
func (c control) String() string {
	return strings.Join([]string{controlVersion, c.verb, string(c.session), strconv.FormatInt(c.turn, 36), c.arg, c.salt}, ":")
}

func parseControl(id string) (control, bool) {
	f := strings.Split(id, ":")
	if len(f) != 6 || f[0] != controlVersion || f[1] == "" {
		return control{}, false
	}
	turn, err := strconv.ParseInt(f[3], 36, 64)
	return control{f[1], session.ID(f[2]), turn, f[4], f[5]}, err == nil
}
