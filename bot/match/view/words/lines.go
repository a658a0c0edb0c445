package words

import (
	"errors"

	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/game"
)

// aboutLines and aboutLine map errors about conditional moves to text keys: about all lines, and about one line.
var (
	conditionalErrors = []struct {
		err error
		key string
	}{
		{match.ErrNotByDays, "lines.notbydays"},
		{match.ErrYourTurn, "lines.yourturn"},
		{match.ErrHasLines, "lines.has"},
		{match.ErrManyLines, "lines.many"},
		{match.ErrSecondMove, "lines.secondmove"},
		{match.ErrNoLines, "lines.nothing"},
	}
	conditionalLineErrors = []struct {
		err error
		key string
	}{
		{match.ErrLongLine, "lines.why.long"},
		{match.ErrUnanswered, "lines.why.unanswered"},
		{match.ErrOtherAnswer, "lines.why.other"},
		{match.ErrRepeats, "lines.why.repeats"},
		{game.ErrOver, "lines.why.over"},
	}
)

// ConditionalRefusal says why a player's conditional moves were refused; known is false for an error about anything
// else.
func (w *Words) ConditionalRefusal(err error) (text string, known bool) {
	wrong, ok := errors.AsType[*match.LineError](err)
	args := locale.Args{"Max": match.MaxLines, "Command": w.Text("command.move.name"), "Button": w.Text("control.view")}
	if !ok {
		for _, one := range conditionalErrors {
			if errors.Is(err, one.err) {
				return w.Text(one.key, args), true
			}
		}
		return "", false
	}
	args = locale.Args{"Line": wrong.Line, "Ply": wrong.Ply, "Text": locale.Quoted(wrong.Text), "Max": match.MaxLine}
	for _, one := range conditionalLineErrors {
		if errors.Is(wrong.Err, one.err) {
			args["Why"] = w.Text(one.key, args)
			return w.Text("lines.wrong", args), true
		}
	}
	args["Why"], known = w.Refusal(wrong.Err)
	return w.Text("lines.wrong", args), known
}
