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

// Discord's component types.
const (
	compRow         = 1
	compButton      = 2
	compSelect      = 3
	compInput       = 4
	compUsers       = 5
	compRoles       = 6
	compMentionable = 7
	compChannels    = 8
	compSection     = 9
	compText        = 10
	compThumbnail   = 11
	compGallery     = 12
	compFile        = 13
	compSeparator   = 14
	compContainer   = 17
	compLabel       = 18
)

// componentFields are the fields each type may have besides type and id.
var componentFields = map[int]string{
	compRow:         "components",
	compButton:      "custom_id style label emoji url sku_id disabled",
	compSelect:      "custom_id placeholder min_values max_values options disabled required",
	compInput:       "custom_id style label placeholder value min_length max_length required",
	compUsers:       objectFields,
	compRoles:       objectFields,
	compMentionable: objectFields,
	compChannels:    objectFields + " channel_types",
	compSection:     "components accessory",
	compText:        "content",
	compThumbnail:   "media description spoiler",
	compGallery:     "items",
	compFile:        "file spoiler",
	compSeparator:   "divider spacing",
	compContainer:   "components accent_color spoiler",
	compLabel:       "label description component",
}

// objectFields are the fields of selects of people, roles and channels.
const objectFields = "custom_id placeholder min_values max_values default_values disabled required"

// componentReader validates a tree of components. It counts components and text, and collects custom ids.
type componentReader struct {
	formErrors
	modal  bool
	v2     bool
	ids    map[string]bool
	total  int
	text   int // characters of text displays
	nextID int
}

// readComponents checks a message's components (v2 says whether the new layout parts are allowed) and numbers them.
func readComponents(raws []json.RawMessage, v2 bool) ([]wire.Component, error) {
	r := componentReader{v2: v2, ids: map[string]bool{}}
	if !v2 && len(raws) > 5 {
		r.count("components", len(raws), 1, 5)
	}
	list := r.list(raws, "components", 0)
	if r.total > 40 {
		r.add("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
			"The maximum number of total components in a message is 40")
	}
	if r.text > 4000 {
		r.add("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "The displayable text cannot exceed 4000")
	}
	return list, r.err()
}

// readModal checks a modal's rows and labels.
func readModal(raws []json.RawMessage) ([]wire.Component, error) {
	r := componentReader{modal: true, ids: map[string]bool{}}
	r.count("data.components", len(raws), 1, 5)
	list := r.list(raws, "data.components", 0)
	return list, r.err()
}

func (r *componentReader) list(raws []json.RawMessage, path string, parent int) []wire.Component {
	list := []wire.Component{}
	for i, raw := range raws {
		list = append(list, r.one(raw, joinPath(path, i), parent))
	}
	return list
}

func (r *componentReader) one(raw json.RawMessage, path string, parent int) wire.Component {
	var keys map[string]json.RawMessage
	var c wire.Component
	if json.Unmarshal(raw, &keys) != nil {
		r.add(path, "BASE_TYPE_BAD_TYPE", "Only dictionaries may be used in a DictType")
		return c
	}
	json.Unmarshal(keys["type"], &c.Type)
	allowed, known := componentFields[c.Type]
	if !known || !r.fits(c.Type, parent) {
		r.add(joinPath(path, "type"), "UNION_TYPE_CHOICES",
			"Value of field \"type\" must be one of the components allowed here.")
		return c
	}
	for key, value := range keys {
		if key != "type" && key != "id" && !slices.Contains(strings.Fields(allowed), key) && string(value) != "null" {
			r.add(joinPath(path, key), "UNKNOWN_FIELD", "Components of this type have no such field.")
		}
	}
	children, accessory, inner := keys["components"], keys["accessory"], keys["component"]
	for _, key := range []string{"components", "accessory", "component", "id"} {
		delete(keys, key)
	}
	rest, _ := json.Marshal(keys)
	if err := json.Unmarshal(rest, &c); err != nil {
		r.add(path, "BASE_TYPE_BAD_TYPE", err.Error())
		return c
	}
	r.nextID++
	r.total++
	c.ID = r.nextID
	r.check(&c, path)
	if allowed := strings.Fields(allowed); slices.Contains(allowed, "components") {
		var raws []json.RawMessage
		json.Unmarshal(children, &raws)
		if c.Type == compRow || c.Type == compContainer || c.Type == compSection {
			limit := map[int]int{compRow: 5, compContainer: 40, compSection: 3}[c.Type]
			r.count(joinPath(path, "components"), len(raws), 1, limit)
		}
		c.Components = r.list(raws, joinPath(path, "components"), c.Type)
		if c.Type == compRow && len(c.Components) > 1 {
			for i, child := range c.Components {
				if child.Type != compButton {
					r.add(joinPath(joinPath(path, "components"), i), "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
						"The components in this layout exceed the maximum width")
				}
			}
		}
	}
	if accessory != nil {
		c.Accessory = new(r.one(accessory, joinPath(path, "accessory"), compSection))
	} else if c.Type == compSection {
		r.required(joinPath(path, "accessory"))
	}
	if inner != nil {
		c.Component = new(r.one(inner, joinPath(path, "component"), compLabel))
	} else if c.Type == compLabel {
		r.required(joinPath(path, "component"))
	}
	return c
}

// fits reports whether a type may be inside another; parent 0 is the message or modal itself.
func (r *componentReader) fits(kind, parent int) bool {
	interactive := kind == compSelect || kind >= compUsers && kind <= compChannels
	switch parent {
	case 0:
		if r.modal {
			return kind == compRow || kind == compLabel || kind == compText
		}
		return kind == compRow || r.v2 && (kind >= compSection && kind != compThumbnail && kind <= compSeparator ||
			kind == compContainer)
	case compRow:
		return r.modal && kind == compInput || !r.modal && (kind == compButton || interactive)
	case compLabel:
		return kind == compInput || interactive
	case compSection:
		return kind == compText || kind == compThumbnail || kind == compButton
	case compContainer:
		return kind == compRow || kind >= compSection && kind <= compSeparator && kind != compThumbnail
	}
	return false
}

// check checks one component against its own limits.
func (r *componentReader) check(c *wire.Component, path string) {
	hasID := c.Type == compButton && c.URL == "" && c.SKU == "" || c.Type >= compSelect && c.Type <= compChannels
	if hasID && r.length(joinPath(path, "custom_id"), c.CustomID, 1, 100) {
		if r.ids[c.CustomID] {
			r.add(joinPath(path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED",
				"Component custom id cannot be duplicated")
		}
		r.ids[c.CustomID] = true
	}
	switch c.Type {
	case compButton:
		r.button(c, path)
	case compSelect, compUsers, compRoles, compMentionable, compChannels:
		r.selectMenu(c, path)
	case compInput:
		r.choice(joinPath(path, "style"), c.Style == 1 || c.Style == 2, "1, 2")
		if !r.length(joinPath(path, "label"), c.Label, 0, 45) {
			return
		}
		if c.Label == "" && !strings.HasSuffix(path, ".component") {
			r.required(joinPath(path, "label"))
		}
		r.length(joinPath(path, "placeholder"), c.Placeholder, 0, 100)
		r.length(joinPath(path, "value"), c.Value, 0, 4000)
		r.within(joinPath(path, "min_length"), c.MinLength, 0, 4000)
		r.within(joinPath(path, "max_length"), c.MaxLength, 1, 4000)
	case compText:
		r.text += utf8.RuneCountInString(c.Content)
		r.length(joinPath(path, "content"), c.Content, 1, 4000)
	case compLabel:
		r.length(joinPath(path, "label"), c.Label, 1, 45)
	}
}

func (r *componentReader) within(path string, n *int, least, limit int) {
	if n != nil && (*n < least || *n > limit) {
		r.add(path, "NUMBER_TYPE_RANGE", fmt.Sprintf("int value should be between %d and %d.", least, limit))
	}
}

func (r *componentReader) button(c *wire.Component, path string) {
	r.choice(joinPath(path, "style"), c.Style >= 1 && c.Style <= 6, "1, 2, 3, 4, 5, 6")
	r.length(joinPath(path, "label"), c.Label, 0, 80)
	if c.Label == "" && c.Emoji == nil && c.Style != 6 {
		r.add(path, "BUTTON_COMPONENT_INVALID_LABEL", "A button must have a label or an emoji.")
	}
	switch {
	case c.Style == 5 && (c.URL == "" || c.CustomID != ""):
		r.add(path, "BUTTON_COMPONENT_INVALID_LINK", "A link button has a url and no custom id.")
	case c.Style != 5 && c.URL != "":
		r.add(joinPath(path, "url"), "BUTTON_COMPONENT_INVALID_STYLE", "Only link buttons have a url.")
	}
}

func (r *componentReader) selectMenu(c *wire.Component, path string) {
	r.length(joinPath(path, "placeholder"), c.Placeholder, 0, 150)
	c.MinValues, c.MaxValues = cmp.Or(c.MinValues, new(1)), cmp.Or(c.MaxValues, new(1))
	r.within(joinPath(path, "min_values"), c.MinValues, 0, 25)
	r.within(joinPath(path, "max_values"), c.MaxValues, 1, 25)
	if c.Type != compSelect {
		return
	}
	if !r.count(joinPath(path, "options"), len(c.Options), 1, 25) {
		return
	}
	if *c.MaxValues > len(c.Options) || *c.MinValues > *c.MaxValues {
		r.add(joinPath(path, "max_values"), "SELECT_COMPONENT_INVALID_RANGE",
			"min_values and max_values must fit the number of options.")
	}
	seen, defaults := map[string]bool{}, 0
	for i, o := range c.Options {
		here := joinPath(joinPath(path, "options"), i)
		r.length(joinPath(here, "label"), o.Label, 1, 100)
		r.length(joinPath(here, "value"), o.Value, 1, 100)
		r.length(joinPath(here, "description"), o.Description, 0, 100)
		if seen[o.Value] {
			r.add(joinPath(here, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
				"The specified option value is already used")
		}
		seen[o.Value] = true
		if o.Default {
			defaults++
		}
	}
	if defaults > *c.MaxValues {
		r.add(joinPath(path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS",
			"More options are chosen beforehand than may be chosen.")
	}
}

// findComponent finds a custom id in a tree of components.
func findComponent(list []wire.Component, customID string) *wire.Component {
	for i := range list {
		c := &list[i]
		if c.CustomID == customID && customID != "" {
			return c
		}
		for _, inner := range []*wire.Component{c.Accessory, c.Component} {
			if inner != nil {
				if found := findComponent([]wire.Component{*inner}, customID); found != nil {
					return found
				}
			}
		}
		if found := findComponent(c.Components, customID); found != nil {
			return found
		}
	}
	return nil
}
