package interaction

import (
	"errors"

	"yeye/bot/locale"
)

// ErrOutdated refuses a control of a page that has changed since, or never existed.
var ErrOutdated = errors.New("the page is out of date")

// Refusals explain errors that end requests. A feature uses the Answer of its list as its Refuse.
type Refusals []Refusal

// Refusal is an error with the key of the text that explains it.
type Refusal struct {
	Err  error
	Key  string
	Args locale.Args
}

// Answer explains an error to the user whose request it ended; ok is false for an error that is not in the list.
func (all Refusals) Answer(r *Request, err error) (a Response, ok bool) {
	for _, one := range all {
		if errors.Is(err, one.Err) {
			return Say(r.Text.Text(one.Key, one.Args)), true
		}
	}
	return Response{}, false
}

// AnswerPostable is Answer for explanations that contain nothing private; see [Reply].Postable.
func (all Refusals) AnswerPostable(r *Request, err error) (a Response, ok bool) {
	if a, ok = all.Answer(r, err); ok {
		a.Private.Postable = true
	}
	return a, ok
}
