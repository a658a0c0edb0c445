package learn

// Parried is parried.
var Parried = parried
