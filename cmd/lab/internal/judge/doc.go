// Package judge asks another engine whether a report is true: whether the moves it names cost what
// it says, and whether each claim about them holds on that engine's lines. A claim that the other
// engine does not prove counts as failed.
//
// Out of scope: how the other engine is run (package arena), sentences.
package judge
