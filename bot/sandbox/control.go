package sandbox

import (
	"io"
	"net/http"
)

// controlRoutes are the doors Discord does not have. They stand at /sandbox/… and after the page's secret alike.
func (s *Server) controlRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /sandbox/info", s.getInfo)
	mux.HandleFunc("GET /sandbox/pings", s.getPings)
	mux.HandleFunc("DELETE /sandbox/pings", s.resetPings)
	mux.HandleFunc("GET /sandbox/clock", s.getClock)
	mux.HandleFunc("POST /sandbox/clock", s.postClock)
	mux.HandleFunc("GET /sandbox/faults", s.getFaults)
	mux.HandleFunc("POST /sandbox/faults", s.postFault)
	mux.HandleFunc("DELETE /sandbox/faults", s.clearFaults)
}

// getInfo gives the people's tokens, so only who knows the secret of the page's address gets it.
func (s *Server) getInfo(w http.ResponseWriter, r *http.Request) {
	if !hasSecret(r) {
		writeError(w, errUnauthorized)
		return
	}
	writeJSON(w, http.StatusOK, s.Info())
}

// readControl reads the JSON body of a control door strictly and answers itself if it is wrong.
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
