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

// Both databases have the same schema at the same version. A migration that PostgreSQL cannot read in its own types needs a file of the
// same name in schema/postgres.
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
		`SELECT 'view ' || m.name || ' ' || c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'view'`,
		`SELECT 'index ' || sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name <> 'goose_db_version'`,
	}
	ofPostgres = []string{
		`SELECT table_name || ' ' || column_name || ' ' || CASE data_type WHEN 'bigint' THEN 'int' WHEN 'text' THEN 'text' || CASE collation_name WHEN 'C' THEN '' ELSE ' in another order' END
			WHEN 'bytea' THEN 'bytes' WHEN 'double precision' THEN 'float' ELSE data_type END
			|| CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END || COALESCE(' default ' || REPLACE(column_default, '::text', ''), '')
		FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
		WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> 'goose_db_version'`,
		`SELECT 'view ' || v.table_name || ' ' || c.column_name FROM information_schema.views v JOIN information_schema.columns c USING (table_schema, table_name) WHERE table_schema = current_schema()`,
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

// The results of schema 66 keep their order and numbers, are read as before, and programs that knew only them write more.
func TestMigratedResults(t *testing.T) {
	at := address(t)
	postgres.AtSchema(t, at, 66, `
		INSERT INTO results (n, game, side, player, opponent, level, odds, unaided, even, score, guild, at, opening, pool, before, after, deviation) VALUES
		(3, 'g1', 'red', 'mei', 'tom', -1, 'even', 1, 1, 0.5, '', 7, '', 'live', 1500, 1600, 300),
		(4, 'g1', 'black', 'tom', 'mei', -1, 'even', 1, 1, 0.5, '', 7, '', 'live', 1700, 1600, 300),
		(9, 'g2', 'black', 'mei', '', 3, 'horse', 0, 0, 1, '', 8, '', '', 0, 0, 0),
		(10, 'g3', 'red', 'mei', '', 3, 'even', 1, 1, 0, '', 9, '', '', 0, 0, 0)`)
	db := open(t, at)
	if _, err := db.Write().Exec(t.Context(), `INSERT INTO results (game, side, player, opponent, level, odds, unaided, even, score, guild, at, opening, pool, before, after, deviation)
		VALUES (?, ?, ?, '', 3, 'even', 1, 1, ?, '', 9, '', '', 0, 0, 0)`, "g4", "black", "mei", 0.5); err != nil {
		t.Error(err)
	}
	for query, want := range map[string]string{
		`SELECT STRING_AGG(n || game || side || player || opponent || level || odds || unaided || even || score || at || pool || before || after || deviation, ' ' ORDER BY n) FROM results`: "3g1redmeitom-1even110.57live15001600300 4g1blacktommei-1even110.57live17001600300 9g2blackmei3horse0018000 10g3redmei3even1109000 11g4blackmei3even110.59000",
		`SELECT STRING_AGG(n || ' ' || side || ' ' || score, ', ' ORDER BY n) FROM scores`:                                                                                                   "3 0 1, 4 1 1, 9 1 2, 10 0 0, 11 1 1",
	} {
		if got, err := store.Value[string](db.Read().Row(t.Context(), query)); got != want || err != nil {
			t.Errorf("%s: %s, want %s; %v", query, got, want, err)
		}
	}
}
