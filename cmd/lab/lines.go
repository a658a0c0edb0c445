package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"yeye/game"
	"yeye/game/record"
)

// maxLine is the longest accepted line in bytes: a game of some hundred thousand plies.
const maxLine = 1 << 20

// answerLines answers every line of in with one line of out, flushed, so that another program can wait for each answer.
// Lines that are too long get an answer too.
func answerLines(in io.Reader, out io.Writer, answer func(line string) string) error {
	r := bufio.NewReaderSize(in, maxLine)
	w := bufio.NewWriter(out)
	for {
		line, err := r.ReadSlice('\n')
		tooLong := errors.Is(err, bufio.ErrBufferFull)
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = r.ReadSlice('\n')
		}
		if err != nil && err != io.EOF {
			return err
		}
		if err == io.EOF && len(line) == 0 {
			return nil
		}
		text := strings.TrimRight(string(line), "\r\n")
		if tooLong {
			text = strings.Repeat("?", 300) // refused by every command
		}
		if _, err := w.WriteString(answer(text) + "\n"); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
		if err == io.EOF {
			return nil
		}
	}
}

// errorLine returns an error as one line of text.
func errorLine(err error) string { return "error: " + strings.ReplaceAll(err.Error(), "\n", " ") }

// jsonLine returns v as one line of JSON.
func jsonLine(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return `{"error":"the answer cannot be written"}`
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// readPosition reads a position in any common form, and plays the moves after it.
func readPosition(text string) (p game.Position, err error) {
	r, err := record.ReadPosition(text)
	if err == nil {
		p = r.Position()
	}
	return p, err
}

type errorAnswer struct {
	Error string `json:"error"`
}
