package sandbox

import (
	"context"
	"crypto/subtle"
	"net"
	"net/http"
	"strings"

	"yeye/bot/sandbox/page"
)

// SecretHeader is the header in which a request may send Info.Secret, instead of in its URL.
const SecretHeader = "X-Sandbox-Secret"

// handler returns all handlers. It refuses requests from other machines and from other sites' pages.
func (s *Server) handler() http.Handler {
	st, mux := s.state, http.NewServeMux()
	rest := api{st}.routes()
	if st.opt.Wrap != nil {
		rest = st.opt.Wrap(rest)
	}
	mux.HandleFunc("GET /cdn/attachments/{channel}/{id}/{name}", cdn{st}.serveFile)
	mux.HandleFunc("GET /cdn/emojis/{file}", cdn{st}.serveEmoji)
	mux.HandleFunc("GET /cdn/embed/avatars/{file}", serveAvatar)
	mux.HandleFunc("GET /gateway/", gateway{st}.serve)
	mux.HandleFunc("GET /gateway", gateway{st}.serve) // without the slash too: websocket clients follow no redirect
	controlEndpoints{s}.routes(mux)
	mux.HandleFunc("GET /{file...}", servePage)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLocal(r) {
			http.Error(w, "The sandbox answers only this machine's own programs and pages.", http.StatusForbidden)
			return
		}
		for strings.Contains(r.URL.Path, "//") {
			r.URL.Path, r.URL.RawPath = strings.ReplaceAll(r.URL.Path, "//", "/"), ""
		}
		if path, ok := strings.CutPrefix(r.URL.Path, "/s/"+s.secret); ok && (path == "" || path[0] == '/') {
			if path == "" {
				http.Redirect(w, r, r.URL.Path+"/", http.StatusFound)
				return
			}
			r.URL.Path, r.URL.RawPath = path, strings.TrimPrefix(r.URL.RawPath, "/s/"+s.secret)
			r = withSecret(r)
		} else if subtle.ConstantTimeCompare([]byte(r.Header.Get(SecretHeader)), []byte(s.secret)) == 1 {
			r = withSecret(r)
		}
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		if strings.HasPrefix(r.URL.Path, "/api/") {
			rest.ServeHTTP(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// servePage serves the page to clients that know the secret.
func servePage(w http.ResponseWriter, r *http.Request) {
	if !hasSecret(r) {
		http.Error(w, "Open the address that the program printed: it has a secret in it.", http.StatusForbidden)
		return
	}
	page.Serve(w, r, r.PathValue("file"))
}

// isLocal reports whether a request names this machine as its host and, if a web page sent it, comes from our own
// page. The first stops other names that resolve to loopback, the second stops other sites' pages.
func isLocal(r *http.Request) bool {
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	if ip := net.ParseIP(strings.Trim(host, "[]")); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return false
	}
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
		return false
	}
	site := r.Header.Get("Sec-Fetch-Site")
	return site != "cross-site" && site != "same-site" ||
		r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Method == http.MethodGet
}

type secretKey struct{}

func withSecret(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), secretKey{}, true))
}

func hasSecret(r *http.Request) bool { return r.Context().Value(secretKey{}) != nil }
