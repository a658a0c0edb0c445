package sandbox

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// formErrors collects the validation errors of a request's body, by path. Discord returns them all in one response
// (code 50035).
type formErrors struct{ errors []fieldError }

type fieldError struct{ path, code, message string }

// add records an error. path is dotted: "components.0.components.1.custom_id"; "" is the body itself.
func (f *formErrors) add(path, code, message string) {
	f.errors = append(f.errors, fieldError{path, code, message})
}

func (f *formErrors) required(path string) {
	f.add(path, "BASE_TYPE_REQUIRED", "This field is required")
}

// length checks a text's number of characters.
func (f *formErrors) length(path, text string, least, limit int) bool {
	n := utf8.RuneCountInString(text)
	switch {
	case n >= least && n <= limit:
		return true
	case n == 0:
		f.required(path)
	case least == 0 || n > limit && least <= 1:
		f.add(path, "BASE_TYPE_MAX_LENGTH", fmt.Sprintf("Must be %d or fewer in length.", limit))
	default:
		f.add(path, "BASE_TYPE_BAD_LENGTH", fmt.Sprintf("Must be between %d and %d in length.", least, limit))
	}
	return false
}

// count checks the length of a list.
func (f *formErrors) count(path string, n, least, limit int) bool {
	if n >= least && n <= limit {
		return true
	}
	f.add(path, "BASE_TYPE_BAD_LENGTH", fmt.Sprintf("Must be between %d and %d in length.", least, limit))
	return false
}

// number checks that a number lies in a range.
func (f *formErrors) number(path string, n, least, limit int) {
	if n < least || n > limit {
		f.add(path, "NUMBER_TYPE_RANGE", fmt.Sprintf("int value should be between %d and %d.", least, limit))
	}
}

func (f *formErrors) choice(path string, ok bool, allowed string) {
	if !ok {
		f.add(path, "BASE_TYPE_CHOICES", "Value must be one of {"+allowed+"}.")
	}
}

// limit reads ?limit=, from 1 to most. The usual one holds if there is none.
func (f *formErrors) limit(q url.Values, usual, most int) int {
	n, _ := strconv.Atoi(cmp.Or(q.Get("limit"), strconv.Itoa(usual))) // what is no number is 0, which is refused
	f.number("limit", n, 1, most)
	return n
}

// snowflake reads an id.
func (f *formErrors) snowflake(path, text string) Snowflake {
	id, err := ParseSnowflake(text)
	if err != nil {
		f.add(path, "NUMBER_TYPE_COERCE", "Value is not snowflake.")
	}
	return id
}

// fieldErr returns the 400 response for an error of one field.
func fieldErr(path, code, message string) error {
	var f formErrors
	f.add(path, code, message)
	return f.err()
}

// err returns nil if there are no errors, else the 400 response with the tree of errors.
func (f *formErrors) err() error {
	if len(f.errors) == 0 {
		return nil
	}
	tree := map[string]any{}
	for _, fault := range f.errors {
		node := tree
		if fault.path != "" {
			for step := range strings.SplitSeq(fault.path, ".") {
				next, ok := node[step].(map[string]any)
				if !ok {
					next = map[string]any{}
					node[step] = next
				}
				node = next
			}
		}
		list, _ := node["_errors"].([]map[string]string)
		node["_errors"] = append(list, map[string]string{"code": fault.code, "message": fault.message})
	}
	return &Error{Status: 400, Code: 50035, Message: "Invalid Form Body", Errors: tree}
}

// joinPath joins a path and a step, which may be a name or an index.
func joinPath(path string, step any) string {
	var s string
	switch v := step.(type) {
	case int:
		s = strconv.Itoa(v)
	case string:
		s = v
	}
	if path == "" {
		return s
	}
	return path + "." + s
}

// decodeStrict reads one JSON value into v and refuses fields that v does not have.
// Discord itself ignores many of those; the sandbox refuses them because such a field is always a mistake of the
// client.
func decodeStrict(data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err := dec.Decode(v)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("trailing data")
		}
	}
	return decodeError(err)
}

func decodeError(err error) error {
	if err == nil {
		return nil
	}
	if known, ok := errors.AsType[*Error](err); ok {
		return known
	}
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		return fieldErr(wrong.Field, "BASE_TYPE_BAD_TYPE",
			fmt.Sprintf("Could not interpret %q as %s.", wrong.Value, wrong.Type.Kind()))
	case strings.Contains(err.Error(), "unknown field"):
		_, name, _ := strings.Cut(err.Error(), "unknown field ")
		return fieldErr(strings.Trim(name, `"`), "UNKNOWN_FIELD", "Discord has no such field here.")
	case strings.Contains(err.Error(), "snowflake"):
		return fieldErr("", "NUMBER_TYPE_COERCE", "Value "+err.Error()+".")
	}
	return &Error{Status: 400, Code: 50109, Message: "The request body contains invalid JSON."}
}

// optional is a field of a body that may be absent, null or a value: an edit distinguishes the
// three.
type optional[T any] struct {
	Set   bool // the key exists, perhaps with null
	Null  bool
	Value T
}

// applyTo sets a field to the value if the key exists.
func (o optional[T]) applyTo(field *T) {
	if o.Set {
		*field = o.Value
	}
}

// UnmarshalJSON records that the key exists and reads the value strictly.
func (o *optional[T]) UnmarshalJSON(b []byte) error {
	o.Set = true
	if string(b) == "null" {
		o.Null = true
		return nil
	}
	return decodeStrict(b, &o.Value)
}

// Nonce is the nonce that a client gives a message: an integer or up to 25 characters. It is returned in its original
// form.
type Nonce struct {
	text   string
	number bool
}

// UnmarshalJSON accepts a string or an integer.
func (n *Nonce) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &n.text)
	}
	if _, err := strconv.ParseInt(string(b), 10, 64); err != nil {
		return &json.UnmarshalTypeError{Value: string(b), Type: reflect.TypeFor[string](), Field: "nonce"}
	}
	n.text, n.number = string(b), true
	return nil
}

// MarshalJSON writes the nonce in its original form.
func (n Nonce) MarshalJSON() ([]byte, error) {
	if n.number {
		return []byte(n.text), nil
	}
	return json.Marshal(n.text)
}
