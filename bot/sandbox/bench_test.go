package sandbox_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"testing"

	"yeye/bot/sandbox"
)

// One move in the sandbox: a person writes, the bot gets the event, and edits its card with a new picture of 40 KB.
func BenchmarkMove(b *testing.B) {
	s := sandbox.New(sandbox.Options{Limits: sandbox.Limits{Scale: 1e6}, History: 1e6})
	if err := s.Start(context.Background()); err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	info := s.Info()
	url := info.API + "/v9/channels/" + info.Channels[0].ID + "/messages"
	send := func(method, url, token, kind string, body []byte) []byte {
		req, _ := http.NewRequest(method, url, bytes.NewReader(body))
		req.Header.Set("Authorization", token)
		req.Header.Set("Content-Type", kind)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			b.Fatal(err)
		}
		defer resp.Body.Close()
		answer, _ := io.ReadAll(resp.Body)
		if resp.StatusCode != 200 {
			b.Fatalf("%d %s", resp.StatusCode, answer)
		}
		return answer
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	w.WriteField("payload_json", `{"content":"Red h2e2","attachments":[{"id":"0","description":"board"}]}`)
	part, _ := w.CreateFormFile("files[0]", "board.png")
	part.Write(append(picture(576, 646), make([]byte, 40<<10)...))
	w.Close()
	var id struct{ ID string }
	answer := send("POST", url, "Bot "+info.BotToken, "application/json", []byte(`{"content":"card"}`))
	fmt.Sscanf(string(answer), `{"id":"%19s"`, &id.ID)
	b.ReportAllocs()
	for b.Loop() {
		send("POST", url, info.Users[0].Token, "application/json", []byte(`{"content":"h2e2"}`))
		send("PATCH", url+"/"+id.ID, "Bot "+info.BotToken, w.FormDataContentType(), form.Bytes())
	}
}
