package board

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync"
	"time"

	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/game"
	"yeye/render"
)

//go:embed page/*
var pages embed.FS

// maxFrame limits a request's body and a WebSocket message, in bytes.
const maxFrame = 4 << 10

// site serves the page at Services.Address.
type site struct {
	*boards
	origin     string // of Address, the only one allowed
	policy     string // Content-Security-Policy
	ctx        context.Context
	listenOnce sync.Once

	buffers sync.Pool // write buffers

	mu    sync.Mutex
	drawn map[string]file // drawings of boards and pieces, by name
}

// file is a static file.
type file struct {
	kind           string
	plain, gzipped []byte // content, and gzipped
	tag            string
}

// contentTypes maps extensions to content types, independent of the machine's MIME table.
var contentTypes = map[string]string{
	".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
}

func newFile(name string, data []byte) file {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level exists
	w.Write(data)                                         // to memory: no error
	w.Close()
	sum := sha256.Sum256(data)
	return file{contentTypes[path.Ext(name)], data, b.Bytes(), `"` + hex.EncodeToString(sum[:8]) + `"`}
}

// site returns the HTTP handler of the feature with its life cycle.
func (b *boards) site() *feature.Site {
	ctx, stop := context.WithCancel(context.Background())
	s := &site{boards: b, ctx: ctx, drawn: map[string]file{}}
	b.hub.readLoop = s.readLoop
	prefix := ""
	if u, err := url.Parse(b.Address); err == nil {
		s.origin, prefix = u.Scheme+"://"+u.Host, strings.TrimSuffix(u.Path, "/")
		socket := strings.Replace(u.Scheme, "http", "ws", 1) + "://" + u.Host
		s.policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' " +
			socket +
			"; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	}
	mux := http.NewServeMux()
	names, err := fs.ReadDir(pages, "page")
	if err != nil {
		panic(err) // embedded
	}
	for _, one := range names {
		data, err := pages.ReadFile("page/" + one.Name())
		if err != nil {
			panic(err) // embedded
		}
		at, f := "GET /"+one.Name(), newFile(one.Name(), data)
		if one.Name() == "index.html" {
			at = "GET /{$}"
		}
		mux.HandleFunc(at, func(w http.ResponseWriter, r *http.Request) { f.serve(w, r) })
	}
	mux.HandleFunc("GET /look/{name}", s.serveDrawing)
	mux.HandleFunc("POST /enter", s.exchange)
	mux.HandleFunc("GET /live", s.sameOrigin(s.live))
	mux.HandleFunc("POST /poll", s.sameOrigin(s.polling((*conn).poll)))
	mux.HandleFunc("POST /act", s.sameOrigin(s.polling((*conn).acts)))
	return &feature.Site{Handler: http.StripPrefix(prefix, s.guarded(mux)), Close: func() {
		b.hub.close()
		stop()
		b.hub.ended.Wait()
	}, Stats: b.stats, Observe: func(pushed func(time.Duration), refused, dropped func()) {
		b.observer.Store(&observer{pushed, refused, dropped})
	}}
}

// guarded sets the headers of all responses, and limits request bodies.
func (s *site) guarded(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range map[string]string{
			"Content-Security-Policy": s.policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
			"Cache-Control": "no-cache", "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
		} {
			w.Header().Set(name, value)
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxFrame)
		h.ServeHTTP(w, r)
	})
}

func (f file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("ETag", f.tag)
	h.Set("Vary", "Accept-Encoding")
	if r.Header.Get("If-None-Match") == f.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	data := f.plain
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		data = f.gzipped
	}
	w.Write(data) // fails only if the client is gone
}

// serveDrawing serves drawings of boards, pieces and backs, named like board-wood-algebraic-red.svg or
// pieces-wood-classic.svg.
func (s *site) serveDrawing(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	s.mu.Lock()
	f, known := s.drawn[name]
	s.mu.Unlock()
	if !known {
		data, err := draw(name)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		f = newFile(name, data)
		s.mu.Lock()
		s.drawn[name] = f
		s.mu.Unlock()
	}
	f.serve(w, r)
}

// draw makes the drawing of a name, [fs.ErrNotExist] for an unknown name. The number of valid names bounds the cache.
func draw(name string) ([]byte, error) {
	name, _ = strings.CutSuffix(name, ".svg")
	words := strings.Split(name, "-")
	var st render.Style
	switch {
	case len(words) == 4 && words[0] == "board":
		below := map[string]game.Color{"red": game.Red, "black": game.Black}
		side, ok := below[words[3]]
		if err := errors.Join(st.Theme.UnmarshalText([]byte(words[1])),
			st.Coords.UnmarshalText([]byte(words[2]))); err != nil || !ok {
			return nil, errors.Join(fs.ErrNotExist, err)
		}
		if name != boardName(st, side) { // rejects other spellings, like capital letters
			return nil, fs.ErrNotExist
		}
		return render.BoardSVG(st, side)
	case len(words) == 4 && words[0] == "backs":
		st.PlainBacks = words[3] == "plain"
		err := errors.Join(st.Theme.UnmarshalText([]byte(words[1])), st.Pieces.UnmarshalText([]byte(words[2])))
		if err != nil || name != backsName(st) {
			return nil, errors.Join(fs.ErrNotExist, err)
		}
		return render.BacksSVG(st.Theme, st.Pieces, st.PlainBacks)
	case len(words) == 3 && words[0] == "pieces":
		err := errors.Join(st.Theme.UnmarshalText([]byte(words[1])), st.Pieces.UnmarshalText([]byte(words[2])))
		if err != nil || name != piecesName(st) {
			return nil, errors.Join(fs.ErrNotExist, err)
		}
		return render.PiecesSVG(st.Theme, st.Pieces)
	}
	return nil, fs.ErrNotExist
}

func boardName(st render.Style, below game.Color) string {
	return "board-" + st.Theme.String() + "-" + st.Coords.String() + "-" + below.String()
}

func piecesName(st render.Style) string {
	return "pieces-" + st.Theme.String() + "-" + st.Pieces.String()
}

// crossOrigin reports whether a request has another Origin than the page. There are no cookies to protect; this is a
// second line of defence.
func (s *site) crossOrigin(r *http.Request) bool { return r.Header.Get("Origin") != s.origin }

// sameOrigin refuses requests of other pages.
func (s *site) sameOrigin(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if s.crossOrigin(r) {
			http.Error(w, "another page", http.StatusForbidden)
			return
		}
		h(w, r)
	}
}

// language returns the first language of Accept-Language.
func language(r *http.Request) string {
	first, _, _ := strings.Cut(r.Header.Get("Accept-Language"), ",")
	first, _, _ = strings.Cut(first, ";")
	return first
}

// exchange exchanges the secret of a link for that of a session.
func (s *site) exchange(w http.ResponseWriter, r *http.Request) {
	answer := func(status int, v any) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(v) // fails only if the client is gone
	}
	words := s.Readers.InLocale(language(r))
	refuse := func(status int, key string) {
		answer(status, map[string]string{"error": words.Text(key), "language": words.Tag()})
	}
	if s.crossOrigin(r) {
		refuse(http.StatusForbidden, "page.foreign")
		return
	}
	var asked struct {
		Link string `json:"link"`
	}
	data, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(data, &asked)
	}
	if err != nil {
		refuse(http.StatusBadRequest, "page.used")
		return
	}
	token, err := s.redeem(r.Context(), asked.Link)
	switch {
	case errors.Is(err, errNoSession):
		refuse(http.StatusGone, "page.used")
	case err != nil:
		s.Logger.Error("cannot open a board's page", "err", err)
		refuse(http.StatusInternalServerError, "page.trouble")
	default:
		answer(http.StatusOK, map[string]string{"token": token})
	}
}

// listen subscribes, once, to the notifications of other processes.
func (s *site) listen() {
	s.listenOnce.Do(func() {
		s.DB.Listen(store.MatchesTopic, func(of string) { s.hub.notify(id.Match(of)) })
		s.DB.Listen(store.BoardsTopic, func(about string) {
			if of, who, ok := strings.Cut(about, " "); ok {
				s.onArrival(of, who)
			}
		})
	})
}
