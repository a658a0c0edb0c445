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
	for pattern, handle := range map[string]http.HandlerFunc{
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
			handle(w, r)
		})
	}
}

func (e controlEndpoints) info(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, http.StatusOK, e.s.Info())
}

// visit handles the page's report that it was opened, and as which user.
func (e controlEndpoints) visit(w http.ResponseWriter, r *http.Request) {
	var body struct {
		UserID Snowflake `json:"user_id"`
	}
	if !readControl(w, r, &body) {
		return
	}
	if u := e.s.state.users[body.UserID]; u == nil || u.bot {
		writeError(w, errUnknownUser)
		return
	}
	if tell := e.s.state.opt.OnVisit; tell != nil {
		e.s.visited.Do(func() { tell(body.UserID.String()) })
	}
	w.WriteHeader(http.StatusNoContent)
}

// listPings lists notifications; ?user_id= selects one person's, ?since= (a message's id) only later ones.
func (e controlEndpoints) listPings(w http.ResponseWriter, r *http.Request) {
	since, _ := ParseSnowflake(r.URL.Query().Get("since"))
	userID, list := r.URL.Query().Get("user_id"), []Ping{}
	for _, p := range e.s.Pings() {
		if p.MessageID > since && (userID == "" || userID == p.UserID.String()) {
			list = append(list, p)
		}
	}
	writeJSON(w, http.StatusOK, list)
}

func (e controlEndpoints) resetPings(w http.ResponseWriter, r *http.Request) {
	e.s.ResetPings()
	w.WriteHeader(http.StatusNoContent)
}

// listRequests lists the bot's requests; ?channel_id= selects one channel's.
func (e controlEndpoints) listRequests(w http.ResponseWriter, r *http.Request) {
	channelID, list := r.URL.Query().Get("channel_id"), []Requests{}
	for _, q := range e.s.Requests() {
		if channelID == "" || channelID == q.ChannelID {
			list = append(list, q)
		}
	}
	writeJSON(w, http.StatusOK, list)
}

func (e controlEndpoints) resetRequests(w http.ResponseWriter, r *http.Request) {
	e.s.ResetRequests()
	w.WriteHeader(http.StatusNoContent)
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
func (e controlEndpoints) readClock(w http.ResponseWriter, r *http.Request) {
	if after, err := strconv.ParseInt(r.URL.Query().Get("after_ms"), 10, 64); err == nil {
		select {
		case <-e.s.state.clock.changedSince(time.Duration(after) * time.Millisecond):
		case <-e.s.state.done:
		case <-r.Context().Done():
		case <-time.After(25 * time.Second):
		}
	}
	writeJSON(w, http.StatusOK, e.reading())
}

func (e controlEndpoints) advanceClock(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Advance   string `json:"advance"`
		AdvanceMS int64  `json:"advance_ms"`
	}
	if !readControl(w, r, &body) {
		return
	}
	d := time.Duration(body.AdvanceMS) * time.Millisecond
	if body.Advance != "" {
		var err error
		if d, err = time.ParseDuration(body.Advance); err != nil {
			writeError(w,
				&Error{Status: 400, Code: 50035,
					Message: `"advance" is a length of time such as "90s", "15m" or "24h"`})
			return
		}
	}
	if d < 0 {
		writeError(w, &Error{Status: 400, Code: 50035, Message: "the clock only goes forward"})
		return
	}
	e.s.Advance(d)
	writeJSON(w, http.StatusOK, e.reading())
}

func (e controlEndpoints) listFaults(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, http.StatusOK, e.s.state.faults.List())
}

func (e controlEndpoints) injectFault(w http.ResponseWriter, r *http.Request) {
	var f Fault
	if !readControl(w, r, &f) {
		return
	}
	id, err := e.s.InjectFault(f)
	if err != nil {
		writeError(w, err)
		return
	}
	writeJSON(w, http.StatusOK, map[string]int{"id": id})
}

func (e controlEndpoints) clearFaults(w http.ResponseWriter, r *http.Request) {
	e.s.state.faults.Clear()
	w.WriteHeader(http.StatusNoContent)
}

// readControl reads the JSON body of a control endpoint strictly and writes the refusal itself.
func readControl(w http.ResponseWriter, r *http.Request, v any) bool {
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err == nil && len(b) > 0 {
		err = decodeStrict(b, v)
	}
	if err != nil {
		writeError(w, err)
	}
	return err == nil
}
