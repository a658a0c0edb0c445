package bot_test

import (
	"yeye/bot/sandbox/person"
)

// file returns the text of a message's only attachment.
func (g *user) file(m *person.Message) string {
	g.h.t.Helper()
	if len(m.Attachments) != 1 {
		g.h.t.Fatalf("%d attachments: %s", len(m.Attachments), m.Content)
	}
	data, err := g.Picture(g.h.ctx(), m.Attachments[0])
	if err != nil {
		g.h.t.Fatal(err)
	}
	return string(data)
}
