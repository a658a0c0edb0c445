package gateway

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestAttachment(t *testing.T) {
	var asked http.Header
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.Header.Clone()
		switch r.URL.Path {
		case "/gone":
			w.WriteHeader(http.StatusNotFound)
		default:
			w.Write(bytes.Repeat([]byte("x"), 100))
		}
	}))
	defer s.Close()
	sender := newSender(Options{Token: "secret", API: s.URL})
	data, err := sender.Attachment(t.Context(), s.URL+"/file?ex=1", 100)
	if err != nil || len(data) != 100 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if asked.Get("Authorization") != "" {
		t.Error("the token went with the request")
	}
	if _, err := sender.Attachment(t.Context(), s.URL+"/file", 99); !errors.Is(err, ErrTooLarge) {
		t.Errorf("one byte too many: %v", err)
	}
	if _, err := sender.Attachment(t.Context(), s.URL+"/gone", 100); err == nil {
		t.Error("what is gone was read")
	}
	if _, err := sender.Attachment(t.Context(), "::", 100); err == nil {
		t.Error("no address was read")
	}
}
