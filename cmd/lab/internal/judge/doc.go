// Package judge asks another engine whether what a report says is true: whether the moves that it names cost what it says, and
// whether each claim about them holds on that engine's own lines. A claim that the other engine does not prove counts as failed.
//
// What may not enter: how the other engine is run (package arena), sentences.
package judge
