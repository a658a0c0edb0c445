// Package conform checks requests and responses against Discord's own OpenAPI description. The description is data that
// is not part of the project: tests take its path from the environment variable DISCORD_OPENAPI and skip the check
// without it.
//
// Out of scope: anything specific to this project, and any part of the description itself.
package conform

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Checker validates bodies against their schemas. It is safe for concurrent use.
type Checker struct {
	paths map[string]map[string]any // path template → method → operation

	mu       sync.Mutex
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema
}

// Open reads an OpenAPI description from a JSON file.
func Open(path string) (*Checker, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	c := &Checker{paths: map[string]map[string]any{}, compiler: jsonschema.NewCompiler(),
		schemas: map[string]*jsonschema.Schema{}}
	c.compiler.DefaultDraft(jsonschema.Draft2020)
	if err := c.compiler.AddResource(root, doc); err != nil {
		return nil, err
	}
	top, ok := doc.(map[string]any)
	if !ok {
		return nil, errors.New("conform: not an OpenAPI description")
	}
	paths, _ := top["paths"].(map[string]any)
	for p, ops := range paths {
		if m, ok := ops.(map[string]any); ok {
			c.paths[p] = m
		}
	}
	return c, nil
}

const root = "https://example.invalid/openapi.json"

// ErrUnknown means that the description has no such operation or body, so that nothing was checked.
var ErrUnknown = errors.New("conform: not in the description")

// Request validates the JSON body of a request; path is relative to /api/v9, such as /channels/1/messages. The error is
// [ErrUnknown] if there is no schema, else that of the validation.
func (c *Checker) Request(method, path string, body []byte) error {
	template, _ := c.operation(method, path)
	if template == "" {
		return ErrUnknown
	}
	return c.check([]string{"paths", template, strings.ToLower(method), "requestBody", "content", "application/json",
		"schema"}, body)
}

// Response validates the JSON body of a response, like [Checker.Request].
func (c *Checker) Response(method, path string, status int, body []byte) error {
	template, op := c.operation(method, path)
	if template == "" {
		return ErrUnknown
	}
	key := fmt.Sprint(status)
	responses, _ := op["responses"].(map[string]any)
	if _, ok := responses[key]; !ok {
		key = fmt.Sprintf("%dXX", status/100)
	}
	if r, ok := responses[key].(map[string]any); ok {
		if ref, ok := r["$ref"].(string); ok { // "#/components/responses/ClientErrorResponse"
			return c.check(append(strings.Split(strings.TrimPrefix(ref, "#/"), "/"), "content", "application/json",
				"schema"), body)
		}
	}
	return c.check([]string{"paths", template, strings.ToLower(method), "responses", key, "content", "application/json",
		"schema"}, body)
}

// operation returns the path template that fits best: the one with most literal parts.
func (c *Checker) operation(method, path string) (string, map[string]any) {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	best, bestLiteral := "", -1
	for template, ops := range c.paths {
		if ops[strings.ToLower(method)] == nil {
			continue
		}
		templateParts := strings.Split(strings.Trim(template, "/"), "/")
		if len(templateParts) != len(parts) {
			continue
		}
		n := 0
		for i := range templateParts {
			switch {
			case templateParts[i] == parts[i]:
				n++
			case !strings.HasPrefix(templateParts[i], "{"):
				n = -100
			}
		}
		if n > bestLiteral {
			best, bestLiteral = template, n
		}
	}
	if best == "" {
		return "", nil
	}
	op, _ := c.paths[best][strings.ToLower(method)].(map[string]any)
	return best, op
}

func (c *Checker) check(pointer []string, body []byte) error {
	steps := slices.Clone(pointer)
	for i, s := range steps {
		steps[i] = url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(s))
	}
	location := root + "#/" + strings.Join(steps, "/")
	c.mu.Lock()
	schema, known := c.schemas[location]
	if !known {
		var err error
		if schema, err = c.compiler.Compile(location); err != nil {
			schema = nil
			if !isMissing(err) {
				c.mu.Unlock()
				return err
			}
		}
		c.schemas[location] = schema
	}
	c.mu.Unlock()
	if schema == nil {
		return ErrUnknown
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	return schema.Validate(v)
}

func isMissing(err error) bool {
	var notFound *jsonschema.JSONPointerNotFoundError
	return errors.As(err, &notFound)
}
