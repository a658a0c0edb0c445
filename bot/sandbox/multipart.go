package sandbox

import (
	"bytes"
	"fmt"
	"image"
	_ "image/gif" // sizes of pictures
	_ "image/jpeg"
	_ "image/png"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
)

// What Discord takes at most: files in a message, bytes a file.
const (
	maxFiles = 10
	maxFile  = 10 << 20
)

// maxStored is how many bytes of files are kept at most.
const maxStored = 512 << 20

// upload is a file of a request, with the number its part's name gives: files[3] is 3.
type upload struct {
	index int
	name  string
	kind  string // content type
	data  []byte
}

// readForm takes a multipart form apart: payload_json and files[n].
func (c *call) readForm() error {
	_, params, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	if err != nil || params["boundary"] == "" {
		return &Error{Status: 400, Code: 50035, Message: "Invalid Form Body"}
	}
	form := multipart.NewReader(http.MaxBytesReader(nil, c.r.Body, maxFiles*maxFile+1<<20), params["boundary"])
	for {
		part, err := form.NextPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return errTooLarge
		}
		data, err := io.ReadAll(io.LimitReader(part, maxFile+1))
		if err != nil || len(data) > maxFile {
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

// file is a stored upload. It lives as long as the message that shows it.
type file struct {
	Attachment
	channel Snowflake
	data    []byte
}

// store keeps an upload and gives it an address. The caller holds mu.
func (s *Server) store(up upload, channel Snowflake, meta attachmentRequest, private bool) *file {
	name := cleanName(up.name)
	if meta.Filename != "" {
		name = cleanName(meta.Filename)
	}
	f := &file{channel: channel, data: up.data}
	f.Attachment = Attachment{ID: s.mint(), Filename: name, Title: meta.Title, Description: meta.Description,
		Size: len(up.data), ContentType: contentType(name, up.data), Ephemeral: private}
	if cfg, _, err := image.DecodeConfig(bytes.NewReader(up.data)); err == nil {
		f.Width, f.Height = cfg.Width, cfg.Height
	}
	f.URL = fmt.Sprintf("%s/cdn/attachments/%s/%s/%s", s.base(), channel, f.ID, name)
	f.ProxyURL = f.URL
	s.files[f.ID] = f
	s.fileOrder = append(s.fileOrder, f)
	s.fileBytes += len(f.data)
	for s.fileBytes > maxStored {
		s.dropFiles(s.fileOrder[:1])
		s.fileOrder = s.fileOrder[1:]
	}
	if len(s.fileOrder) > 2*len(s.files)+64 { // most of the order is gone already
		s.fileOrder = slices.DeleteFunc(s.fileOrder, func(f *file) bool { return s.files[f.ID] != f })
	}
	return f
}

// cleanName makes a file name as Discord does: letters, digits, dot, dash and underscore.
func cleanName(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if r < 128 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(".-_", r)) {
			return r
		}
		return '_'
	}, name)
	if name = strings.TrimLeft(name, "."); name == "" {
		return "file"
	}
	return name
}

func contentType(name string, data []byte) string {
	if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		return t
	}
	return http.DetectContentType(data)
}

// serveFile is the part Discord's content network plays. Only pictures are shown in place: anything else, such as a
// page somebody uploaded, would run with the rights of our own page.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) {
	id, err := ParseSnowflake(r.PathValue("id"))
	s.mu.Lock()
	f := s.files[id]
	s.mu.Unlock()
	if err != nil || f == nil || f.channel.String() != r.PathValue("channel") || f.Filename != r.PathValue("name") {
		http.Error(w, "This content is no longer available.", http.StatusNotFound)
		return
	}
	switch f.ContentType {
	case "image/png", "image/gif", "image/jpeg", "image/webp":
		w.Header().Set("Content-Type", f.ContentType)
	default:
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Content-Disposition", "attachment")
	}
	w.Header().Set("Cache-Control", "private, max-age=3600")
	w.Header().Set("Content-Length", strconv.Itoa(len(f.data)))
	w.Write(f.data)
}
