// Package tactics says what a piece is worth, what exchanges win, and what is mate by checks. Explanations, reports,
// puzzles and characters all judge by it, so that they agree. The search has its own, finer values.
//
// Out of scope: engines, scores, sentences.
package tactics
