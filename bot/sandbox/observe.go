package sandbox

import (
	"bytes"
	"net/http"
)

// Exchange is one request and its answer, for those who check or count them. Path is below /api/v9; Body is the JSON
// body or a form's payload_json.
type Exchange struct {
	Method, Path string
	ByBot        bool
	Body         []byte
	Files        int
	Status       int
	Answer       []byte
}

// recorder keeps a copy of the answer.
type recorder struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	r.body.Write(b)
	return r.ResponseWriter.Write(b)
}

// Unwrap lets a fault take the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// observed passes an exchange on to Options.Observe.
func (s *Server) observed(c *call, rec *recorder) {
	s.opt.Observe(Exchange{Method: c.r.Method, Path: c.r.URL.Path, ByBot: c.who == nil || c.who.bot, Body: c.body,
		Files: len(c.files), Status: rec.status, Answer: bytes.Clone(rec.body.Bytes())})
}
