// Package judge verifies a report with another engine: the losses of the moves it names, and each claim about them, on
// that engine's lines. A claim that the other engine does not prove counts as refuted.
//
// Out of scope: running the other engine (package arena) and wording the report.
package judge
