// Package finish names mating patterns that every xiangqi player knows, like 马后炮, the cannon behind the horse. [Of]
// names the pattern of a game that ended in mate or stalemate.
//
// Each pattern is a predicate on the last move and the position after it. order.go lists the order
// in which they are tried, most specific first. The predicates are those of the project's collection
// of named mates, and the tests check them against it. Positions are viewed as if Red had won: a win
// of Black is rotated, so that each pattern is written once. Left and right are listed together.
//
// Out of scope: names in any language (catalogs translate the keys), and judgments of how good a mate was.
package finish
