package sandbox

import (
	"embed"
	"io/fs"
	"net/http"
	"path"
)

//go:embed page
var pageFiles embed.FS

// pageTypes are the content types of the page's files; the system's own table may be wrong or missing.
var pageTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
}

// pageRoutes serve the page to clients that know the secret.
func pageRoutes(mux *http.ServeMux) {
	files, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic(err)
	}
	mux.HandleFunc("GET /{file...}", func(w http.ResponseWriter, r *http.Request) {
		if !hasSecret(r) {
			http.Error(w, "Open the address that the program printed: it has a secret in it.", http.StatusForbidden)
			return
		}
		name := r.PathValue("file")
		if name == "" {
			name = "index.html"
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", pageTypes[path.Ext(name)])
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.Header().Set("Cache-Control", "no-store")
		w.Write(data)
	})
}
