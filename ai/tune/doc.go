// Package tune fits the weights of the engine's evaluation to games of its own
// making (Texel's method): the engine plays itself from varied openings, every
// quiet position is kept with the search's score and the game's result, and
// gradient descent moves the weights until the static value predicts both as
// well as it can. Then the new weights play the next games.
//
// It is reproducible: game i of a seed is always the same game, because each
// begins with a cleared engine and is limited by nodes; the fit draws its
// random numbers only from the seed.
//
// What may not enter: positions or games that others made.
package tune
