package store

import "context"

// Table is one of the tables of the bot's packages, as it is in the database.
type Table struct {
	Name    string
	Columns []string // by name
}

// Tables returns the tables that a query of the names of tables and their columns finds, in its order.
func Tables(ctx context.Context, c Conn, query string) (all []Table, err error) {
	err = Each(ctx, c, func(r Row) error {
		var table, column string
		if err := r.Scan(&table, &column); err != nil {
			return err
		}
		if len(all) == 0 || all[len(all)-1].Name != table {
			all = append(all, Table{Name: table})
		}
		last := &all[len(all)-1]
		last.Columns = append(last.Columns, column)
		return nil
	}, query)
	return all, err
}
