package variant

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"testing"

	"yeye/bot/id"
)

// Whoever adds a variant answers every question, and whoever adds a question answers it for every variant: a row names all fields.
func TestEveryRowNamesEveryField(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "variant.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var rows []*ast.CompositeLit
	ast.Inspect(file, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		switch of := lit.Type.(type) {
		case *ast.Ident:
			if of.Name == "traits" {
				rows = append(rows, lit)
			}
		case *ast.ArrayType:
			if name, ok := of.Elt.(*ast.Ident); ok && name.Name == "traits" {
				for _, row := range lit.Elts {
					if lit, ok := row.(*ast.KeyValueExpr).Value.(*ast.CompositeLit); ok {
						rows = append(rows, lit)
					}
				}
			}
		}
		return true
	})
	if len(rows) != 3 { // the two forms of flipped chess share one
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		named := map[string]bool{}
		for _, field := range row.Elts {
			named[field.(*ast.KeyValueExpr).Key.(*ast.Ident).Name] = true
		}
		for field := range reflect.TypeFor[traits]().Fields() {
			if !named[field.Name] {
				t.Errorf("a row does not say %s", field.Name)
			}
		}
	}
}

// Every variant is listed, has texts, terms and a character that plays it, and is found again by its name and as it is stored. Only
// forms that their stored boards tell apart share kinds.
func TestRows(t *testing.T) {
	if len(All()) != int(count) || len(Names()) != int(count) {
		t.Errorf("%d variants of %d are listed", len(All()), count)
	}
	kinds := map[id.Kind]Variant{}
	for _, v := range All() {
		row := table[v]
		for name, text := range map[string]string{"name": v.Name(), "title": v.Title(), "full title": v.FullTitle(), "how": v.How(false),
			"how between people": v.How(true), "refusal": v.Refusal(), "versus": string(v.VersusKind()), "duel": string(v.DuelKind())} {
			if text == "" {
				t.Errorf("%d has no %s", v, name)
			}
		}
		if !v.Strongest().Valid() || !v.Takes("clock") || !v.Takes("side") || v.Takes(Captures) != v.FaceDown() {
			t.Errorf("%s: %+v", v.Name(), row)
		}
		for _, text := range []string{v.Name(), v.Stored()} {
			if got, ok := Parse(text); !ok || got != v {
				t.Errorf("%q is %d", text, got)
			}
		}
		for _, kind := range []id.Kind{v.VersusKind(), v.DuelKind()} {
			other, taken := kinds[kind]
			if taken && !(v.FaceDown() && other.FaceDown()) || kind == v.VersusKind() && kind == v.DuelKind() {
				t.Errorf("%s and %s are both %s", v.Name(), other.Name(), kind)
			}
			kinds[kind] = v
		}
	}
	if v, ok := Parse("checkers"); ok || v != Xiangqi {
		t.Errorf("checkers is %d", v)
	}
	if got := Xiangqi.Stored(); got != "" {
		t.Errorf("xiangqi is stored as %q", got)
	}
	if n := slices.Index(All(), Variant(0)); n != 0 {
		t.Errorf("xiangqi is %d", n)
	}
}
