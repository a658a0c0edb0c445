// Package tactics says what a piece is worth, what exchanges win, and what is mate by checks. Explanations, reports,
// puzzles and what characters say judge by it, so that all of them agree. The search has finer values of its own.
//
// What may not enter: engines, scores, sentences.
package tactics
