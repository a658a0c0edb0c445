package postgres_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"yeye/bot/store"
	"yeye/bot/store/postgres"
	"yeye/bot/store/sqlite"
)

// Both databases have the same schema at the same version: a migration that was forgotten in one of them fails this test. A new one
// in SQLite's folder needs a file of the same name in PostgreSQL's, with BIGINT, TEXT COLLATE "C", BYTEA and DOUBLE PRECISION.
func TestSchemasAreEqual(t *testing.T) {
	theirs, err := postgres.Open(t.Context(), address(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer theirs.Close()
	file, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "yeye.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	a, err := file.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b, err := theirs.Schema(t.Context())
	if err != nil || a != b {
		t.Errorf("SQLite's newest schema is %d, PostgreSQL's %d, %v", a, b, err)
	}
	want, got := describe(t, file.Read(), ofSQLite), describe(t, theirs.Read(), ofPostgres)
	if len(want) < 200 {
		t.Fatalf("only %d lines describe the schema", len(want))
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("SQLite has (-) and PostgreSQL has (+):\n%s", d)
	}
}

// The schema of each table: a line for each column, and for each index.
var (
	ofSQLite = []string{
		`SELECT m.name || ' ' || c.name || ' ' || CASE c.type WHEN 'INTEGER' THEN 'int' WHEN 'TEXT' THEN 'text' WHEN 'BLOB' THEN 'bytes' WHEN 'REAL' THEN 'float' ELSE c.type END
			|| CASE WHEN c."notnull" OR c.pk > 0 THEN ' not null' ELSE '' END || COALESCE(' default ' || c.dflt_value, '')
		FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name <> 'goose_db_version'`,
		`SELECT m.name || ' key ' || STRING_AGG(c.name, ', ' ORDER BY c.pk)
		FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name <> 'goose_db_version' AND c.pk > 0 GROUP BY m.name`,
		`SELECT 'index ' || sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name <> 'goose_db_version'`,
	}
	ofPostgres = []string{
		`SELECT table_name || ' ' || column_name || ' ' || CASE data_type WHEN 'bigint' THEN 'int' WHEN 'text' THEN 'text' || CASE collation_name WHEN 'C' THEN '' ELSE ' in another order' END
			WHEN 'bytea' THEN 'bytes' WHEN 'double precision' THEN 'float' ELSE data_type END
			|| CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END || COALESCE(' default ' || REPLACE(column_default, '::text', ''), '')
		FROM information_schema.columns WHERE table_schema = current_schema() AND table_name <> 'goose_db_version'`,
		`SELECT i.indrelid::regclass || ' key ' || STRING_AGG(a.attname::text, ', ' ORDER BY ARRAY_POSITION(i.indkey::int2[], a.attnum))
		FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
		WHERE i.indisprimary AND i.indrelid::regclass::text IN (SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'goose_db_version') GROUP BY i.indrelid`,
		`SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = current_schema() AND tablename <> 'goose_db_version' AND indexname NOT LIKE '%\_pkey'`,
	}
)

func describe(t *testing.T, c store.Conn, queries []string) (all []string) {
	t.Helper()
	for _, q := range queries {
		some, err := store.All(t.Context(), c, store.Value[string], q)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range some {
			all = append(all, plain(line))
		}
	}
	slices.Sort(all)
	return all
}

var (
	casts  = regexp.MustCompile(`::(double precision|\w+)|USING btree |public\.`)
	anyOf  = regexp.MustCompile(`= ANY \(?ARRAY\[([^\]]*)\]\)?`)
	spaces = regexp.MustCompile(`\s+`)
)

// plain returns a line without differences of spelling between the two.
func plain(line string) string {
	line = casts.ReplaceAllString(line, "")
	line = strings.ReplaceAll(line, "x''", `'\x'`) // no bytes
	line = anyOf.ReplaceAllString(line, "IN ($1)")
	if index, where, partial := strings.Cut(line, " WHERE "); partial {
		line = fmt.Sprint(index, " WHERE ", strings.NewReplacer("(", "", ")", "", `"`, "").Replace(where))
	}
	return strings.TrimSpace(spaces.ReplaceAllString(strings.ReplaceAll(line, `"`, ""), " "))
}
