package sandbox

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	_ "image/gif" // to read the sizes of pictures
	_ "image/jpeg"
	_ "image/png"
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"yeye/bot/sandbox/wire"
)

// file is a stored upload. It lives at most as long as the message that shows it; see
// maxStoredBytes.
type file struct {
	wire.Attachment
	id      Snowflake
	channel Snowflake
	data    []byte
}

// maxStoredBytes is the limit of all stored files together, in bytes.
const maxStoredBytes = 512 << 20

// fileStore holds the uploads. The state's lock guards it.
type fileStore struct {
	byID  map[Snowflake]*file
	order []*file // by arrival; the oldest are dropped beyond maxStoredBytes
	bytes int
}

func (b *fileStore) add(f *file) {
	b.byID[f.id] = f
	b.order = append(b.order, f)
	b.bytes += len(f.data)
	for b.bytes > maxStoredBytes {
		b.drop(b.order[0])
		b.order = b.order[1:]
	}
	if len(b.order) > 2*len(b.byID)+64 { // most of the order has been dropped already
		b.order = slices.DeleteFunc(b.order, func(f *file) bool { return b.byID[f.id] != f })
	}
}

func (b *fileStore) drop(files ...*file) {
	for _, f := range files {
		if b.byID[f.id] == f {
			delete(b.byID, f.id)
			b.bytes -= len(f.data)
		}
	}
}

// setAltText returns a copy of a file with another alt text: a copy, because responses that show the file are written
// after the lock is released.
func (b *fileStore) setAltText(f *file, text string) *file {
	changed := *f
	changed.Description = text
	if b.byID[f.id] == f {
		b.byID[f.id] = &changed
		b.order[slices.Index(b.order, f)] = &changed
	}
	return &changed
}

// storeUpload stores an upload and returns it with its URL. The caller holds mu.
func (s *state) storeUpload(up upload, channel Snowflake, meta attachmentRequest, private bool) *file {
	name, id := cleanName(cmp.Or(meta.Filename, up.name)), s.nextID()
	f := &file{id: id, channel: channel, data: up.data,
		Attachment: wire.Attachment{ID: id.String(), Filename: name, Title: meta.Title,
			Description: meta.Description.Value, Size: len(up.data), ContentType: contentType(name, up.data),
			Ephemeral: private}}
	if cfg, _, err := image.DecodeConfig(bytes.NewReader(up.data)); err == nil {
		f.Width, f.Height = cfg.Width, cfg.Height
	}
	f.URL = fmt.Sprintf("%s/cdn/attachments/%s/%s/%s", s.base, channel, id, name)
	f.ProxyURL = f.URL
	s.files.add(f)
	return f
}

// cleanName returns a file name as Discord writes it: letters, digits, dot, dash and underscore.
func cleanName(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if r < 128 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune(".-_", r)) {
			return r
		}
		return '_'
	}, name)
	return cmp.Or(strings.TrimLeft(name, "."), "file")
}

func contentType(name string, data []byte) string {
	return cmp.Or(mime.TypeByExtension(path.Ext(name)), http.DetectContentType(data))
}

// cdn is the part of Discord that serves files.
type cdn struct{ *state }

// serveFile serves uploads as Discord's CDN does. Only pictures are served inline: any other file, such as an uploaded
// web page, would run with the rights of the sandbox's page.
func (s cdn) serveFile(w http.ResponseWriter, r *http.Request) {
	id, err := ParseSnowflake(r.PathValue("id"))
	s.mu.Lock()
	f := s.files.byID[id]
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
