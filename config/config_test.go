package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

func TestSecretNeverShows(t *testing.T) {
	d := Discord{Token: "MTIz.secret.part", API: "http://127.0.0.1:1/api"}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("set", "token", d.Token, "all", d)
	j, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	for form, text := range map[string]string{
		"%v": fmt.Sprintf("%v", d), "%+v": fmt.Sprintf("%+v", d), "%#v": fmt.Sprintf("%#v", d),
		"Sprint": fmt.Sprint(d.Token), "slog": log.String(), "json": string(j),
	} {
		if strings.Contains(text, "secret") {
			t.Errorf("%s shows the token: %s", form, text)
		}
	}
	if d.Token.Reveal() != "MTIz.secret.part" {
		t.Error("Reveal does not")
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		d    Discord
		want string
	}{
		{Discord{}, "no token"},
		{Discord{Token: "  "}, "no token"},
		{Discord{Token: "x", API: "127.0.0.1:80"}, "YEYE_DISCORD_API"},
		{Discord{Token: "x", API: "ftp://host/"}, "YEYE_DISCORD_API"},
		{Discord{Token: "x", API: "http://127.0.0.1:80/api"}, ""},
		{Discord{Token: "x"}, ""},
	} {
		err := c.d.Check()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v, want %q", c.d, err, c.want)
		}
	}
	for _, e := range []Engine{{Thinkers: -1, HashMB: 1}, {HashMB: 0}, {HashMB: 1, Pause: -1}} {
		if e.Check() == nil {
			t.Errorf("%+v passes", e)
		}
	}
}
