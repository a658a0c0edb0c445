package main

import (
	"bytes"
	"runtime/debug"
	"strings"
	"testing"
)

// help and --help are the same.
func TestHelp(t *testing.T) {
	for _, words := range []string{"", "serve", "sandbox"} {
		var want, got bytes.Buffer
		asked := strings.Fields(words)
		if code := run(append(asked[:len(asked):len(asked)], "--help"), nil, &want, &want); code != exitOK {
			t.Fatal(code, want.String())
		}
		if code := run(append([]string{"help"}, asked...), nil, &got, &got); code != exitOK || got.String() != want.String() {
			t.Errorf("help %s: exit %d\n%s", words, code, got.String())
		}
	}
}

func TestBuild(t *testing.T) {
	info := func(main string, settings ...string) *debug.BuildInfo {
		i := &debug.BuildInfo{Main: debug.Module{Version: main}}
		for n := 0; n < len(settings); n += 2 {
			i.Settings = append(i.Settings, debug.BuildSetting{Key: settings[n], Value: settings[n+1]})
		}
		return i
	}
	const revision = "0123456789abcdef0123456789abcdef01234567"
	for _, c := range []struct {
		name, stamp string
		info        *debug.BuildInfo
		want        string
	}{
		{"nothing known", "", nil, "development"},
		{"go run", "", info("(devel)"), "development"},
		{"a stamp", "v1.2.3", nil, "1.2.3"},
		{"a stamp over a tag", "1.2.4", info("v1.2.3", "vcs.revision", revision), "1.2.4 (0123456789ab)"},
		{"a tag", "", info("v1.2.3", "vcs.revision", revision, "vcs.modified", "false"), "1.2.3 (0123456789ab)"},
		{"a tag and changes", "", info("v1.2.3+dirty", "vcs.revision", revision, "vcs.modified", "true"), "1.2.3 (0123456789ab, with changes)"},
		{"between tags", "", info("v1.2.4-0.20261121101502-0123456789ab", "vcs.revision", revision, "vcs.modified", "false"), "development (0123456789ab)"},
		{"no git", "1.0.0", info("(devel)", "vcs.revision", ""), "1.0.0"},
	} {
		if got := buildOf(c.stamp, c.info).text(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
