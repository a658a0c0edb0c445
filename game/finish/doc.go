// Package finish names finishing blows: the shapes of mate that every player of
// xiangqi learns by name, like 马后炮, the cannon behind the horse. [Of] names the
// last move of a game that ended in mate or stalemate.
//
// Each name is a predicate on the position after the last move and on that
// move; the table in order.go lists the order in which they are tried, the most
// specific first. The predicates are those of the project's collection of named
// mates, against which the tests check them. Positions are viewed as if Red had
// won: a win of Black is turned around, so that every shape is written down
// once; left and right are listed together.
//
// What may not enter: names in any language (catalogs translate the keys), and
// judgment of how good a blow was.
package finish
