package sandbox

import (
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"
)

// Discord's limits: files in a message, bytes of a file.
const (
	maxFiles     = 10
	maxFileBytes = 10 << 20
)

// upload is a file of a request, with the number in its part's name: files[3] is 3.
type upload struct {
	index int
	name  string
	kind  string // content type
	data  []byte
}

// readForm parses a multipart form: payload_json and files[n].
func (c *call) readForm() error {
	_, params, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	if err != nil || params["boundary"] == "" {
		return &Error{Status: 400, Code: 50035, Message: "Invalid Form Body"}
	}
	form := multipart.NewReader(http.MaxBytesReader(nil, c.r.Body, maxFiles*maxFileBytes+1<<20), params["boundary"])
	for {
		part, err := form.NextPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return errTooLarge
		}
		data, err := io.ReadAll(io.LimitReader(part, maxFileBytes+1))
		if err != nil || len(data) > maxFileBytes {
			return errTooLarge
		}
		name := part.FormName()
		switch {
		case name == "payload_json":
			c.body = data
		case name == "file":
			c.files = append(c.files, upload{len(c.files), part.FileName(), part.Header.Get("Content-Type"), data})
		case strings.HasPrefix(name, "files[") && strings.HasSuffix(name, "]"):
			n, err := strconv.Atoi(name[6 : len(name)-1])
			if err != nil || n < 0 {
				return badPart(name)
			}
			for _, f := range c.files {
				if f.index == n {
					return badPart(name)
				}
			}
			c.files = append(c.files, upload{n, part.FileName(), part.Header.Get("Content-Type"), data})
		default:
			return badPart(name)
		}
	}
}

func badPart(name string) error {
	return &Error{Status: 400, Code: 50035, Message: fmt.Sprintf("Invalid Form Body: no part may be called %q", name)}
}
