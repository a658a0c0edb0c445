// Package page is the sandbox's web page, a small Discord in a browser. It has no state; it uses the endpoints of a
// user.
//
// Out of scope: anything specific to this project but its own files.
package page

import (
	"cmp"
	"embed"
	"net/http"
	"path"
)

//go:embed *.html *.css *.js *.svg
var files embed.FS

// types are the content types of the files; the system's own table may be wrong or missing.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
}

// Serve sends a file of the page, "" for the page itself.
func Serve(w http.ResponseWriter, r *http.Request, name string) {
	name = cmp.Or(name, "index.html")
	data, err := files.ReadFile(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", types[path.Ext(name)])
	w.Header().Set("Content-Security-Policy",
		"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws:; "+
			"base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("Cache-Control", "no-store")
	w.Write(data)
}
