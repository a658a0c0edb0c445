package sandbox

import "slices"

// find returns the first one of a list that fits, nil if none does.
func find[T any](list []*T, fits func(*T) bool) *T {
	if i := slices.IndexFunc(list, fits); i >= 0 {
		return list[i]
	}
	return nil
}

// without returns a copy of a list that lacks one of its elements.
func without[T comparable](list []T, gone T) []T {
	return slices.DeleteFunc(slices.Clone(list), func(one T) bool { return one == gone })
}

// value returns what an optional field of JSON holds, the zero value if it is absent.
func value[T any](field *T) (v T) {
	if field != nil {
		v = *field
	}
	return v
}
