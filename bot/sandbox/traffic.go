package sandbox

import (
	"cmp"
	"slices"
	"sync"
)

// Requests counts the bot's requests of one kind in one channel, including refused ones. Kinds are
//
//	create, edit, delete, read   messages, with the bot's token
//	typing, react, thread        other acts in a channel
//	role                         a member's role given or taken
//	other                        the rest of what needs the token; other and role have no channel
//	callback                     the first answer to an interaction
//	followup                     a further message by an interaction's token
//	answer_edit, answer_delete   changes of such messages, answer_read looks at them
//
// Those from callback on use an interaction's token and do not count against the fifty a second.
type Requests struct {
	ChannelID string `json:"channel_id,omitempty"`
	Kind      string `json:"kind"`
	Token     bool   `json:"token"` // with the bot's token
	Count     int    `json:"count"`
	Limited   int    `json:"limited"` // those of them that a limit refused (429)
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
	"PUT /guilds/{guild}/members/{user}/roles/{role}":                        "role",
	"DELETE /guilds/{guild}/members/{user}/roles/{role}":                     "role",
	"POST /interactions/{interaction}/{token}/callback":                      "callback",
	"POST /webhooks/{app}/{token}":                                           "followup",
	"GET /webhooks/{app}/{token}/messages/{message}":                         "answer_read",
	"PATCH /webhooks/{app}/{token}/messages/{message}":                       "answer_edit",
	"DELETE /webhooks/{app}/{token}/messages/{message}":                      "answer_delete",
}

// requestCounter counts requests. Its lock is taken last.
type requestCounter struct {
	mu     sync.Mutex
	counts map[Requests]*[2]int // requests in all, and those refused with 429; Count and Limited are 0 in the keys
}

// count counts a request; it is called again, with limited set, if a limit refused the request.
func (t *requestCounter) count(key Requests, limited bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := t.counts[key]
	if n == nil {
		n = new([2]int)
		t.counts[key] = n
	}
	if limited {
		n[1]++
	} else {
		n[0]++
	}
}

func (t *requestCounter) reset() {
	t.mu.Lock()
	clear(t.counts)
	t.mu.Unlock()
}

func (t *requestCounter) list() []Requests {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := make([]Requests, 0, len(t.counts))
	for r, n := range t.counts {
		r.Count, r.Limited = n[0], n[1]
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b Requests) int {
		return cmp.Or(cmp.Compare(a.ChannelID, b.ChannelID), cmp.Compare(a.Kind, b.Kind))
	})
	return list
}

// record counts a request of the bot and returns its key in the counts.
func (s api) record(c *call, pattern string) Requests {
	kind, known := requestKinds[pattern]
	if !known {
		kind = "other"
	}
	channel := c.r.PathValue("channel")
	if token := c.r.PathValue("token"); token != "" {
		s.mu.Lock()
		if i := s.interactions.byToken[token]; i != nil {
			channel = i.channel.ID.String()
		}
		s.mu.Unlock()
	}
	key := Requests{ChannelID: channel, Kind: kind, Token: c.user != nil}
	s.requests.count(key, false)
	return key
}
