package flipped

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
)

// The engine must not be able to see what lies face down. Of the rules it may use what a player knows; the deal, the referee
// who has it, and the seal that it follows from, it may not even name.
func TestKnowsOnlyTheView(t *testing.T) {
	imports := []string{"yeye/ai/character", "yeye/game", "yeye/game/jieqi"}
	names := []string{"View", "Ply", "Pool", "Reach", "Attackers", "Checkers", "MaxMoves", "MoveLimitPlies"}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		read++
		for _, i := range file.Imports {
			path := strings.Trim(i.Path.Value, `"`)
			if strings.HasPrefix(path, "yeye/") && !slices.Contains(imports, path) || i.Name != nil {
				t.Errorf("%s imports %s", f.Name(), path)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "jieqi" && !slices.Contains(names, s.Sel.Name) {
					t.Errorf("%s uses jieqi.%s", f.Name(), s.Sel.Name)
				}
			}
			return true
		})
	}
	if read < 5 {
		t.Errorf("only %d files were read", read)
	}
}
