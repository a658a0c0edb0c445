package store

import "context"

// DropOld deletes up to limit old objects in one transaction, and reports whether there may be more. old returns up to
// limit of them.
func DropOld[T any](ctx context.Context, d *DB, limit int, old func(Tx) ([]T, error),
	drop func(Tx, T) error) (more bool, err error) {
	err = d.Tx(ctx, func(tx Tx) error {
		all, err := old(tx)
		if err != nil {
			return err
		}
		for _, one := range all {
			if err := drop(tx, one); err != nil {
				return err
			}
		}
		more = len(all) == limit
		return nil
	})
	return more, err
}
