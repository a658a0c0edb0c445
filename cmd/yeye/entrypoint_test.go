package main

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"yeye/bot/sandbox/person"
	"yeye/internal/slow"
)

// Discord makes a command for an application with an Activity and refuses to overwrite it away: the bot registers its own beside it.
func TestCommandsBesideAnEntryPoint(t *testing.T) {
	slow.Test(t)
	t.Parallel()
	w := &deployment{T: t, db: filepath.Join(t.TempDir(), "yeye.db")}
	w.info = startProcess(t, nil, "sandbox", "--addr", "127.0.0.1:0", "--json", "--no-bot", "--no-limits", "--answer-within", patience, "--entry-point").info()
	mei, err := person.Connect(bounded(t), w.info.API, w.info.Users[1].Token)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mei.Close() })
	w.mei = mei
	w.serve()
	req, err := http.NewRequestWithContext(bounded(t), http.MethodGet, w.info.API+"/v10/applications/"+w.info.ApplicationID+"/commands?with_localizations=true", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bot "+w.info.BotToken)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var there []struct {
		Type, Handler int
		Name          string
		Names         map[string]string `json:"name_localizations"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&there); err != nil {
		t.Fatal(err)
	}
	launches, names := 0, []string{}
	for _, c := range there {
		if names = append(names, c.Name); c.Type == 4 && c.Name == "launch" && c.Handler == 2 && c.Names["zh-CN"] == "启动" {
			launches++
		}
	}
	if launches != 1 || len(there) < 20 {
		t.Errorf("registered: %q", names)
	}
	_, out, log := runProgram(t, []string{"DISCORD_TOKEN=" + w.info.BotToken, "YEYE_DISCORD_API=" + w.info.API}, "doctor", "--db", w.db)
	if !strings.Contains(out, "are registered as in this version") {
		t.Errorf("doctor says\n%s%s", out, log)
	}
}
