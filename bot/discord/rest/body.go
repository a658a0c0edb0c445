package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"strings"

	"yeye/bot/discord"
)

// encode makes a request's body from a payload and its files.
func encode(payload any, files []discord.File) (*body, error) {
	data, err := json.Marshal(payload)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return &body{"application/json", data}, nil
	}
	size := len(data) + 1024
	for _, f := range files {
		size += len(f.Data) + 512
	}
	buf := bytes.NewBuffer(make([]byte, 0, size))
	w := multipart.NewWriter(buf)
	part := func(disposition, contentType string, data []byte) error {
		p, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition},
			"Content-Type": {contentType}})
		if err == nil {
			_, err = p.Write(data)
		}
		return err
	}
	if err := part(`form-data; name="payload_json"`, "application/json", data); err != nil {
		return nil, err
	}
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "", "\n", "")
	for i, f := range files {
		if err := part(fmt.Sprintf(`form-data; name="files[%d]"; filename="%s"`, i, escape.Replace(f.Name)),
			f.ContentType, f.Data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return &body{w.FormDataContentType(), buf.Bytes()}, nil
}
