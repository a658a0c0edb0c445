package main

import (
	"fmt"
	"io"
)

// report is what the doctor finds, a line each, written as it is found.
type report struct {
	out             io.Writer
	wrong, warnings int
}

func (r *report) line(word, about, format string, a ...any) {
	fmt.Fprintf(r.out, "%-8s %-12s %s\n", word, about, fmt.Sprintf(format, a...))
}

// ok is as it should be.
func (r *report) ok(about, format string, a ...any) { r.line("ok", about, format, a...) }

// warn is something that works, but not as well as it could, or not for long.
func (r *report) warn(about, format string, a ...any) {
	r.warnings++
	r.line("warning", about, format, a...)
}

// bad is something with which the bot does not work.
func (r *report) bad(about, format string, a ...any) {
	r.wrong++
	r.line("wrong", about, format, a...)
}

// skip is what could not be looked at because of something above it.
func (r *report) skip(about, format string, a ...any) { r.line("skipped", about, format, a...) }

// verdict is nil if nothing is wrong.
func (r *report) verdict() error {
	if r.wrong == 0 {
		fmt.Fprintf(r.out, "Nothing is wrong; warnings: %d.\n", r.warnings)
		return nil
	}
	return fmt.Errorf("wrong: %d, warnings: %d; mend what is wrong from the top down and ask again", r.wrong, r.warnings)
}
