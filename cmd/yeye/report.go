package main

import (
	"fmt"
	"io"
)

// report prints the doctor's findings, one per line, as they come.
type report struct {
	out             io.Writer
	wrong, warnings int
}

func (r *report) line(word, about, format string, a ...any) {
	fmt.Fprintf(r.out, "%-8s %-12s %s\n", word, about, fmt.Sprintf(format, a...))
}

// ok reports something that works.
func (r *report) ok(about, format string, a ...any) { r.line("ok", about, format, a...) }

// warn reports something that works, but badly or not for long.
func (r *report) warn(about, format string, a ...any) {
	r.warnings++
	r.line("warning", about, format, a...)
}

// bad reports something with which the bot does not work.
func (r *report) bad(about, format string, a ...any) {
	r.wrong++
	r.line("wrong", about, format, a...)
}

// skip reports something that was not examined because of an earlier finding.
func (r *report) skip(about, format string, a ...any) { r.line("skipped", about, format, a...) }

// verdict returns nil if nothing is bad.
func (r *report) verdict() error {
	if r.wrong == 0 {
		fmt.Fprintf(r.out, "Nothing is wrong; warnings: %d.\n", r.warnings)
		return nil
	}
	return fmt.Errorf("wrong: %d, warnings: %d; fix what is wrong from the top down and run it again", r.wrong,
		r.warnings)
}
