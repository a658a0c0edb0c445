package bot_test

import (
	"path/filepath"
	"strings"
	"testing"

	"yeye/ai"
	"yeye/ai/explain"
	"yeye/bot/internal/bottest"
)

// TestScripts plays the sessions of testdata/script, see [bottest.Play].
func TestScripts(t *testing.T) {
	analyst := &explain.Adviser{Engine: ai.NewPool(ai.PoolOptions{Workers: 1, HashMB: 4}), Nodes: 3000}
	files, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { bottest.Play(t, file, analyst) })
	}
}
