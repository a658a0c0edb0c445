package lessonsbot

// Parried is parried.
var Parried = escapeText
