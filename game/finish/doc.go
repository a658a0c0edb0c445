// Package finish knows the names of finishing blows: the shapes of mate that
// every player of xiangqi learns by name, like 马后炮, the cannon behind the
// horse. [Of] names the last move of a game that mate or stalemate ended.
//
// Each name is a predicate on the position after the last move and on that
// move; the table in order.go says in which order they are asked, the most
// particular first. The predicates are those of the project's collection of
// named mates, which the tests hold them against. Positions are looked at as if
// Red had won: a win of Black is turned around, so that every shape is written
// down once; left and right are listed together.
//
// What may not enter: names in any language (catalogs translate the keys), and
// judgement of how good a blow was.
package finish
