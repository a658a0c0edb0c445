package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// version is set at release by -ldflags "-X main.version=1.2.3", for builds without git, as in the Dockerfile.
var version = ""

type versionCmd struct{}

func (versionCmd) Run(std streams) error {
	b := thisBuild()
	fmt.Fprintf(std.out, "yeye %s\n%s %s/%s\n", b.text(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}

// build identifies this program.
type build struct {
	version  string // "1.2.3", or "development" between releases
	revision string // of the sources, 12 digits, "" if the build had no git
	modified bool   // the sources differ from that revision
}

// thisBuild returns the build of the running program.
func thisBuild() build {
	info, _ := debug.ReadBuildInfo()
	return buildOf(version, info)
}

// buildOf combines a release's version with the information of the Go toolchain; info may be nil.
func buildOf(stamp string, info *debug.BuildInfo) build {
	b := build{version: strings.TrimPrefix(stamp, "v")}
	if info == nil {
		info = &debug.BuildInfo{}
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			b.revision = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified":
			b.modified = s.Value == "true"
		}
	}
	// For a tag the toolchain gives v1.2.3; between tags, a longer text that says no more than the revision.
	if tag, ok := strings.CutPrefix(info.Main.Version, "v"); ok && b.version == "" && !strings.Contains(tag, "-") {
		b.version, _, _ = strings.Cut(tag, "+")
	}
	if b.version == "" {
		b.version = "development"
	}
	return b
}

// text returns a build in one line.
func (b build) text() string {
	text := b.version
	if b.revision != "" {
		text += " (" + b.revision
		if b.modified {
			text += ", with changes"
		}
		text += ")"
	}
	return text
}
