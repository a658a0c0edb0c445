package conform

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
)

// Exchange is one request and its response. Path is below /api/v9; Body is the JSON body or a form's payload_json.
type Exchange struct {
	Method, Path string
	ByBot        bool
	Body         []byte
	Files        int
	Status       int
	ResponseBody []byte
}

// Record returns a value for the sandbox's option Wrap: onExchange receives each exchange after its response is
// written. It is called from many goroutines.
func Record(onExchange func(Exchange)) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			e := Exchange{Method: r.Method, Path: trimVersion(r.URL.Path)}
			token := r.Header.Get("Authorization")
			e.ByBot = token == "" || strings.HasPrefix(token, "Bot ")
			if body, err := io.ReadAll(r.Body); err == nil {
				r.Body = io.NopCloser(bytes.NewReader(body))
				e.Body, e.Files = payload(r.Header.Get("Content-Type"), body)
			}
			rec := &recorder{ResponseWriter: w}
			defer func() {
				e.Status, e.ResponseBody = rec.status, bytes.Clone(rec.body.Bytes())
				onExchange(e)
			}()
			next.ServeHTTP(rec, r)
		})
	}
}

// trimVersion returns a path without /api and the version.
func trimVersion(path string) string {
	path = strings.TrimPrefix(path, "/api")
	for _, v := range []string{"/v9/", "/v10/"} {
		if rest, ok := strings.CutPrefix(path, v); ok {
			return "/" + rest
		}
	}
	return path
}

// payload returns a body's JSON, and how many files it has.
func payload(kind string, body []byte) (json []byte, files int) {
	media, params, err := mime.ParseMediaType(kind)
	if err != nil || media != "multipart/form-data" {
		return body, 0
	}
	for form := multipart.NewReader(bytes.NewReader(body), params["boundary"]); ; {
		part, err := form.NextPart()
		if err != nil {
			return json, files
		}
		if part.FormName() == "payload_json" {
			json, _ = io.ReadAll(part)
		} else {
			files++
		}
	}
}

// recorder copies the response.
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

// Unwrap lets a fault hijack the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
