package sandbox

import (
	"io"
	"net/http"
	"strconv"
	"time"

	"yeye/bot/sandbox/wire"
)

// controlEndpoints serve what Discord does not have: pings, clock, faults, requests. A caller must know the secret,
// because other users of this machine can reach the address too.
type controlEndpoints struct{ s *Server }

// routes serve below the page's address and, with the secret in a header, at the root.
func (e controlEndpoints) routes(mux *http.ServeMux) {
	for pattern, answer := range map[string]func(*http.Request) (any, error){
		"GET /sandbox/info": e.info, "POST /sandbox/visit": e.visit, "GET /sandbox/pings": e.listPings,
		"DELETE /sandbox/pings": e.resetPings,
		"GET /sandbox/clock":    e.readClock, "POST /sandbox/clock": e.advanceClock,
		"GET /sandbox/faults": e.listFaults, "POST /sandbox/faults": e.injectFault,
		"DELETE /sandbox/faults": e.clearFaults,
		"GET /sandbox/requests":  e.listRequests, "DELETE /sandbox/requests": e.resetRequests,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if !hasSecret(r) {
				writeError(w, errUnauthorized)
				return
			}
			body, err := answer(r)
			writeAnswer(w, body, err)
		})
	}
}

func (e controlEndpoints) info(*http.Request) (any, error) { return e.s.Info(), nil }

// visit handles the page's report that it was opened, and as which user.
func (e controlEndpoints) visit(r *http.Request) (any, error) {
	var body struct {
		UserID Snowflake `json:"user_id"`
	}
	if err := readControl(r, &body); err != nil {
		return nil, err
	}
	if u := e.s.state.users[body.UserID]; u == nil || u.bot {
		return nil, errUnknownUser
	}
	if tell := e.s.state.opt.OnVisit; tell != nil {
		e.s.visited.Do(func() { tell(body.UserID.String()) })
	}
	return nil, nil
}

// listPings lists notifications; ?user_id= selects one person's, ?since= (a message's id) only later ones.
func (e controlEndpoints) listPings(r *http.Request) (any, error) {
	since, _ := ParseSnowflake(r.URL.Query().Get("since"))
	userID, list := r.URL.Query().Get("user_id"), []Ping{}
	for _, p := range e.s.Pings() {
		if p.MessageID > since && (userID == "" || userID == p.UserID.String()) {
			list = append(list, p)
		}
	}
	return list, nil
}

func (e controlEndpoints) resetPings(*http.Request) (any, error) {
	e.s.ResetPings()
	return nil, nil
}

// listRequests lists the bot's requests; ?channel_id= selects one channel's.
func (e controlEndpoints) listRequests(r *http.Request) (any, error) {
	channelID, list := r.URL.Query().Get("channel_id"), []Requests{}
	for _, q := range e.s.Requests() {
		if channelID == "" || channelID == q.ChannelID {
			list = append(list, q)
		}
	}
	return list, nil
}

func (e controlEndpoints) resetRequests(*http.Request) (any, error) {
	e.s.ResetRequests()
	return nil, nil
}

type clockReading struct {
	Now      wire.Time `json:"now"`
	OffsetMS int64     `json:"offset_ms"`
}

func (e controlEndpoints) reading() clockReading {
	return clockReading{wire.At(e.s.Now()), e.s.Offset().Milliseconds()}
}

// readClock answers at once, or with ?after_ms=N as soon as the offset is not N, after 25 s at the latest: a bot in
// another process follows the clock with it.
func (e controlEndpoints) readClock(r *http.Request) (any, error) {
	if after, err := strconv.ParseInt(r.URL.Query().Get("after_ms"), 10, 64); err == nil {
		select {
		case <-e.s.state.clock.changedSince(time.Duration(after) * time.Millisecond):
		case <-e.s.state.done:
		case <-r.Context().Done():
		case <-time.After(25 * time.Second):
		}
	}
	return e.reading(), nil
}

func (e controlEndpoints) advanceClock(r *http.Request) (any, error) {
	var body struct {
		Advance   string `json:"advance"`
		AdvanceMS int64  `json:"advance_ms"`
	}
	if err := readControl(r, &body); err != nil {
		return nil, err
	}
	d := time.Duration(body.AdvanceMS) * time.Millisecond
	if body.Advance != "" {
		var err error
		if d, err = time.ParseDuration(body.Advance); err != nil {
			return nil, &Error{Status: 400, Code: 50035,
				Message: `"advance" is a length of time such as "90s", "15m" or "24h"`}
		}
	}
	if d < 0 {
		return nil, &Error{Status: 400, Code: 50035, Message: "the clock only goes forward"}
	}
	e.s.Advance(d)
	return e.reading(), nil
}

func (e controlEndpoints) listFaults(*http.Request) (any, error) { return e.s.state.faults.List(), nil }

func (e controlEndpoints) injectFault(r *http.Request) (any, error) {
	var f Fault
	if err := readControl(r, &f); err != nil {
		return nil, err
	}
	id, err := e.s.InjectFault(f)
	return map[string]int{"id": id}, err
}

func (e controlEndpoints) clearFaults(*http.Request) (any, error) {
	e.s.state.faults.Clear()
	return nil, nil
}

// readControl reads the JSON body of a control endpoint strictly.
func readControl(r *http.Request, v any) error {
	b, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, 1<<20))
	if err == nil && len(b) > 0 {
		err = decodeStrict(b, v)
	}
	return err
}
