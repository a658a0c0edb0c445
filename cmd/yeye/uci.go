package main

import (
	"context"

	"yeye/ai/book"
	"yeye/ai/uci"
)

type uciCmd struct{}

func (uciCmd) Run(ctx context.Context, std streams) error {
	openings, err := book.Open()
	if err != nil {
		return err
	}
	return uci.Run(ctx, std.in, std.out, uci.WithBook(openings), uci.WithVersion(thisBuild().version))
}
