package rest

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"yeye/bot/discord"
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
	client, err := New(Options{Token: "secret", API: s.URL, Version: "2.0.0"})
	if err != nil {
		t.Fatal(err)
	}
	data, err := client.Attachment(t.Context(), s.URL+"/file?ex=1", 100)
	if err != nil || len(data) != 100 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if asked.Get("Authorization") != "" {
		t.Error("the token went with the request")
	}
	if got := asked.Get("User-Agent"); !strings.HasPrefix(got, "DiscordBot (") || !strings.HasSuffix(got, ", 2.0.0)") {
		t.Errorf("the User-Agent is %q", got)
	}
	if _, err := client.Attachment(t.Context(), s.URL+"/file", 99); !errors.Is(err, discord.ErrTooLarge) {
		t.Errorf("one byte too many: %v", err)
	}
	if _, err := client.Attachment(t.Context(), s.URL+"/gone", 100); err == nil {
		t.Error("what is gone was read")
	}
	if _, err := client.Attachment(t.Context(), "::", 100); err == nil {
		t.Error("no address was read")
	}
}

// An attachment is fetched only from Discord's hosts and from that of the API in use, even after a redirection.
func TestAttachmentHosts(t *testing.T) {
	foreign := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { t.Error("another host was asked") }))
	defer foreign.Close()
	home := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, foreign.URL+"/secret", http.StatusFound)
	}))
	defer home.Close()
	client, err := New(Options{Token: "secret", API: home.URL})
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{
		foreign.URL + "/file", home.URL + "/file", "http://cdn.discordapp.com/attachments/1/2/a.txt", "https://cdn.discordapp.com.evil.example/a",
		"https://evil.example/cdn.discordapp.com", "https://cdn.discordapp.com@evil.example/a", "https://cdn.discordapp.com:8080/a", "file:///etc/passwd", "//cdn.discordapp.com/a",
	} {
		if _, err := client.Attachment(t.Context(), address, 100); !errors.Is(err, discord.ErrForeignHost) {
			t.Errorf("%s: %v", address, err)
		}
	}
	for address, want := range map[string]bool{
		"https://cdn.discordapp.com/attachments/1/2/a.txt?ex=1": true, "https://media.discordapp.net/attachments/1/2/a.png": true, home.URL + "/cdn/1": true,
		"https://discord.com/a": false, foreign.URL: false,
	} {
		r, err := http.NewRequest("GET", address, nil)
		if err != nil || client.mayFetch(r.URL) != want {
			t.Errorf("%s may be fetched: %v, %v", address, !want, err)
		}
	}
}

// The address of an attachment is in no error: errors are logged, and it lets anybody read the file.
func TestAttachmentErrorsWithoutAddress(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	defer s.Close()
	client, err := New(Options{Token: "secret", API: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{s.URL + "/1/2/game.pgn?hm=signature", s.URL + "/1/2/game.pgn?hm=signature\x7f"} {
		if _, err := client.Attachment(t.Context(), address, 100); err == nil || strings.Contains(err.Error(), "signature") || strings.Contains(err.Error(), "game.pgn") {
			t.Errorf("the error is %v", err)
		}
	}
}
