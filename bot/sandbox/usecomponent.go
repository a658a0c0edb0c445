package sandbox

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"yeye/bot/sandbox/wire"
)

// useComponent handles a click on a button or a choice in a select menu. The caller holds mu.
func (s interactionEndpoints) useComponent(i *interaction, b interactionRequest) error {
	var d struct {
		Type     int               `json:"component_type"`
		Old      int               `json:"type"` // some clients use this name
		CustomID string            `json:"custom_id"`
		Values   []json.RawMessage `json:"values"`
	}
	if err := json.Unmarshal(b.Data, &d); err != nil {
		return decodeError(err)
	}
	m := s.messages[b.MessageID]
	if m == nil || m.channel != i.channel || !m.visibleTo(i.user) || m.author != s.bot {
		return errUnknownMessage
	}
	comp := findComponent(m.components, d.CustomID)
	switch {
	case comp == nil:
		return fieldErr("data.custom_id", "COMPONENT_VALIDATION_FAILED", "The message has no such component")
	case comp.Disabled:
		return fieldErr("data.custom_id", "COMPONENT_VALIDATION_FAILED", "The component is disabled")
	case d.Type != 0 && d.Type != comp.Type:
		return fieldErr("data.component_type", "COMPONENT_VALIDATION_FAILED", "The component is of another type")
	}
	i.message, i.customID = m, comp.CustomID
	data := map[string]any{"component_type": comp.Type, "custom_id": comp.CustomID, "id": comp.ID}
	if comp.Type != compButton {
		var f formErrors
		values := s.selected(i, comp, d.Values, &f, data)
		if err := f.err(); err != nil {
			return err
		}
		data["values"] = values
	}
	s.dispatch(i, data)
	return nil
}

// selected checks the values chosen in a select and resolves objects among them.
func (s interactionEndpoints) selected(i *interaction, comp *wire.Component, raws []json.RawMessage, f *formErrors,
	data map[string]any) []string {
	values := []string{}
	for _, raw := range raws {
		values = append(values, strings.Trim(string(raw), `"`))
		var text string
		if json.Unmarshal(raw, &text) == nil {
			values[len(values)-1] = text
		}
	}
	f.count("data.values", len(values), *comp.MinValues, *comp.MaxValues) // selectMenu has set both
	var res resolved
	for n, v := range values {
		here := joinPath("data.values", n)
		if comp.Type == compSelect {
			if !slices.ContainsFunc(comp.Options, func(o wire.SelectOption) bool { return o.Value == v }) {
				f.add(here, "BASE_TYPE_CHOICES", "Value must be one of the select's options.")
			}
			continue
		}
		id, _ := ParseSnowflake(v)
		u, ch := s.users[id], s.channels[id]
		switch {
		case (comp.Type == compUsers || comp.Type == compMentionable) && u != nil:
			res.user(u, i.channel)
		case comp.Type == compChannels && ch != nil && ch.guild != nil && ch.guild == i.channel.guild:
			res.channel(ch, i.user)
		case comp.Type != compRoles && comp.Type != compMentionable:
			f.add(here, "BASE_TYPE_CHOICES", "Nothing here has that id.")
		}
	}
	if comp.Type != compSelect {
		data["resolved"] = res
	}
	return values
}

// submitModal handles a filled-in modal. Its data names the modal by the id of the interaction that opened it, or by
// custom id.
func (s interactionEndpoints) submitModal(i *interaction, b interactionRequest) error {
	var d struct {
		ID         Snowflake         `json:"id"`
		CustomID   string            `json:"custom_id"`
		Components []json.RawMessage `json:"components"`
	}
	if err := json.Unmarshal(b.Data, &d); err != nil {
		return decodeError(err)
	}
	opener := s.interactions.byID[d.ID]
	for n := len(s.interactions.order) - 1; opener == nil && d.ID == 0 && n >= 0; n-- {
		if o := s.interactions.order[n]; o.user == i.user && o.modal != nil && o.customID == d.CustomID {
			opener = o
		}
	}
	if opener == nil || opener.modal == nil || opener.user != i.user ||
		d.CustomID != "" && d.CustomID != opener.customID {
		return errUnknownInteraction
	}
	given := map[string]json.RawMessage{}
	for _, raw := range d.Components {
		collectValues(raw, given)
	}
	var f formErrors
	filled := fillModal(opener.modal, given, &f)
	for id := range given {
		if findComponent(opener.modal, id) == nil {
			f.add("data.components", "COMPONENT_VALIDATION_FAILED", fmt.Sprintf("The modal has no input %q", id))
		}
	}
	if err := f.err(); err != nil {
		return err
	}
	i.modalOpener, i.message, i.channel, i.customID = opener, opener.message, opener.channel, opener.customID
	opener.modal = nil // a modal is submitted once
	s.dispatch(i, map[string]any{"custom_id": i.customID, "components": filled})
	return nil
}

// collectValues gathers custom id → value (or values) from a submitted tree.
func collectValues(raw json.RawMessage, into map[string]json.RawMessage) {
	var node struct {
		CustomID   string            `json:"custom_id"`
		Value      json.RawMessage   `json:"value"`
		Values     json.RawMessage   `json:"values"`
		Components []json.RawMessage `json:"components"`
		Component  json.RawMessage   `json:"component"`
	}
	if json.Unmarshal(raw, &node) != nil {
		return
	}
	if node.CustomID != "" {
		into[node.CustomID] = node.Value
		if node.Values != nil {
			into[node.CustomID] = node.Values
		}
	}
	for _, child := range node.Components {
		collectValues(child, into)
	}
	if node.Component != nil {
		collectValues(node.Component, into)
	}
}

// fillModal returns the components that the bot receives: types, ids and values, without labels.
func fillModal(list []wire.Component, given map[string]json.RawMessage, f *formErrors) []any {
	out := []any{}
	for _, c := range list {
		node := map[string]any{"type": c.Type, "id": c.ID}
		switch {
		case c.Type == compRow:
			node["components"] = fillModal(c.Components, given, f)
		case c.Type == compLabel && c.Component != nil:
			node["component"] = fillModal([]wire.Component{*c.Component}, given, f)[0]
		case c.Type == compInput:
			var text string
			json.Unmarshal(given[c.CustomID], &text)
			n, least, limit := utf8.RuneCountInString(text), value(c.MinLength), cmp.Or(value(c.MaxLength), 4000)
			switch {
			case n == 0 && (c.Required == nil || *c.Required):
				f.add("data.components."+c.CustomID, "BASE_TYPE_REQUIRED", "This field is required")
			case n > limit || n > 0 && n < least:
				f.add("data.components."+c.CustomID, "BASE_TYPE_BAD_LENGTH",
					fmt.Sprintf("Must be between %d and %d in length.", least, limit))
			}
			node["custom_id"], node["value"] = c.CustomID, text
		case c.CustomID != "":
			values := []string{}
			json.Unmarshal(given[c.CustomID], &values)
			node["custom_id"], node["values"] = c.CustomID, values
		}
		out = append(out, node)
	}
	return out
}
