package sandbox

import (
	"cmp"
	"slices"
	"sync"
)

// Requests counts the bot's requests of one kind in one channel, refused ones too. Kinds are
//
//	create, edit, delete, read   messages, with the bot's token
//	typing, react, thread, other the rest of what needs the token; other has no channel
//	callback                     the first answer to an interaction
//	followup                     a further message by an interaction's token
//	answer_edit, answer_delete   changes of such messages, answer_read looks at them
//
// Those from callback on go by an interaction's token and do not count against the fifty a second.
type Requests struct {
	ChannelID string `json:"channel_id,omitempty"`
	Kind      string `json:"kind"`
	Token     bool   `json:"token"` // with the bot's token
	Count     int    `json:"count"`
}

// requestKinds are the kinds of requests by route.
var requestKinds = map[string]string{
	"POST /channels/{channel}/messages":                                      "create",
	"PATCH /channels/{channel}/messages/{message}":                           "edit",
	"DELETE /channels/{channel}/messages/{message}":                          "delete",
	"POST /channels/{channel}/messages/bulk-delete":                          "delete",
	"GET /channels/{channel}/messages":                                       "read",
	"GET /channels/{channel}/messages/{message}":                             "read",
	"POST /channels/{channel}/typing":                                        "typing",
	"PUT /channels/{channel}/messages/{message}/reactions/{emoji}/{user}":    "react",
	"DELETE /channels/{channel}/messages/{message}/reactions/{emoji}/{user}": "react",
	"POST /channels/{channel}/threads":                                       "thread",
	"POST /channels/{channel}/messages/{message}/threads":                    "thread",
	"PATCH /channels/{channel}":                                              "thread",
	"POST /interactions/{interaction}/{token}/callback":                      "callback",
	"POST /webhooks/{app}/{token}":                                           "followup",
	"GET /webhooks/{app}/{token}/messages/{message}":                         "answer_read",
	"PATCH /webhooks/{app}/{token}/messages/{message}":                       "answer_edit",
	"DELETE /webhooks/{app}/{token}/messages/{message}":                      "answer_delete",
}

// traffic counts requests. Its lock is taken last.
type traffic struct {
	mu     sync.Mutex
	counts map[Requests]int // Count is 0 in the keys
}

func (t *traffic) init() { t.counts = map[Requests]int{} }

func (t *traffic) count(channel, kind string, token bool) {
	t.mu.Lock()
	t.counts[Requests{ChannelID: channel, Kind: kind, Token: token}]++
	t.mu.Unlock()
}

func (t *traffic) reset() {
	t.mu.Lock()
	clear(t.counts)
	t.mu.Unlock()
}

func (t *traffic) list() []Requests {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := make([]Requests, 0, len(t.counts))
	for r, n := range t.counts {
		r.Count = n
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b Requests) int {
		return cmp.Or(cmp.Compare(a.ChannelID, b.ChannelID), cmp.Compare(a.Kind, b.Kind))
	})
	return list
}

// record counts a request of the bot.
func (s *state) record(c *call, pattern string) {
	if c.who != nil && !c.who.bot {
		return
	}
	kind, known := requestKinds[pattern]
	if !known {
		kind = "other"
	}
	channel := c.r.PathValue("channel")
	if token := c.r.PathValue("token"); token != "" {
		s.mu.Lock()
		if i := s.inter.byToken[token]; i != nil {
			channel = i.channel.ID.String()
		}
		s.mu.Unlock()
	}
	s.traffic.count(channel, kind, c.who != nil)
}
