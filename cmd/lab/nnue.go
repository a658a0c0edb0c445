package main

// nnueCmd makes the engine's network. This is the whole procedure; each step resumes after an interruption. A
// hand-crafted evaluation (HCE) labeled the first two folders. It is in the tree of commit 357441c2 and was removed
// later: now gen labels with the built-in network, or with that of --net.
//
//	lab nnue gen static --seed 4 --depth 1 --aside 40 --aside-depth 0 --chunks 96
//	lab nnue gen gen1 --seed 1 --depth 3 --aside 16 --aside-depth 1 --chunks 46
//	lab nnue show gen1
//	lab nnue fit first.net static gen1 --epochs 2 --rate 1e-3 --last 1e-4
//	lab nnue fit second.net gen1 --from first.net.state --epochs 4 --rate 6e-4
//	lab nnue show gen1 --net second.net
//	lab match yeye,net=second.net yeye --nodes 5000 --pairs 0 --sprt 0,5
//	lab match yeye,net=second.net yeye --movetime 100ms --pairs 0 --sprt 0,5
//	lab nnue gen gen2 --seed 21 --depth 3 --aside 16 --aside-depth 1 --chunks 46 --net second.net
//	lab nnue fit third.net gen1 gen2 --from second.net.state --epochs 3 --rate 4e-4
//	lab nnue gen gen3 --seed 31 --depth 5 --aside 16 --aside-depth 3 --chunks 18 --net third.net
//	lab nnue fit fourth.net gen3 --from third.net --epochs 3 --rate 3e-4
//	lab nnue gen gen4 --seed 41 --depth 5 --aside 16 --aside-depth 3 --chunks 9 --net fourth.net
//	lab nnue fit fifth.net gen3 gen4 --from fourth.net --epochs 3 --rate 2e-4
//	lab nnue gen gen5 --seed 51 --depth 5 --aside 16 --aside-depth 3 --chunks 6 --net fifth.net
//	lab nnue fit sixth.net gen3 gen4 gen5 --from fifth.net --epochs 3 --rate 2e-4
//	lab nnue gen gen6 --seed 61 --depth 5 --aside 16 --aside-depth 3 --chunks 20 --net sixth.net
//	lab nnue gen gen7 --seed 62 --depth 5 --aside 16 --aside-depth 3 --chunks 24 --net sixth.net
//	lab nnue fit seventh.net gen6 gen7 --from sixth.net --epochs 3 --rate 3e-4
//	lab nnue gen gen8 --seed 71 --depth 6 --aside 16 --aside-depth 4 --chunks 6 --net seventh.net
//	lab nnue gen gen9 --seed 73 --depth 5 --aside 16 --aside-depth 3 --chunks 26 --net seventh.net
//	lab nnue fit eighth.net gen6 gen7 gen8 gen9 --from seventh.net --epochs 3 --rate 2e-4
//	lab nnue gen gen10 --seed 91 --depth 5 --aside 16 --aside-depth 3 --chunks 19 --net eighth.net
//	lab nnue fit ninth.net gen6 gen7 gen8 gen9 gen10 --from eighth.net --epochs 2 --rate 2e-4
//	lab nnue gen gen11 --seed 101 --depth 5 --aside 16 --aside-depth 3 --chunks 41 --net ninth.net
//	lab nnue gen gen12 --seed 102 --depth 5 --aside 16 --aside-depth 3 --chunks 39 --net ninth.net
//	lab nnue fit tenth.net gen6 gen7 gen9 gen10 gen11 gen12 --from ninth.net --epochs 3 --rate 2e-4 --threads 2
//	lab nnue gen gen13 --seed 112 --depth 6 --aside 16 --aside-depth 4 --chunks 48 --net tenth.net
//	lab nnue fit eleventh.net gen13 --from tenth.net --epochs 3 --rate 1e-4 --last 1e-6
//	lab nnue gen gen14 --seed 122 --depth 6 --aside 16 --aside-depth 4 --chunks 30 --net eleventh.net
//	lab nnue fit twelfth.net gen14 --from eleventh.net --epochs 2 --rate 1e-4 --last 1e-6 --trust 0.3 --threads 2
//	cp twelfth.net ai/net/yeye.net
//
// That is 45, 15, 15, 5, 3, 2, 14, 10, 6, 23, 15 and 9 million positions; ai/net documents the fits of the built-in
// network. A fit can start from a network's file, so the last steps can be repeated from the built-in network.
//
// The first folder holds positions labeled by quiescence alone. They are cheap, so there are many, and a network learns
// from them as much as the hand-crafted evaluation knew. The second folder is labeled by searches and teaches it more.
// An idle core makes about 150 000 positions of the first kind and 10 000 of the second per second, and fits 320 000
// per second at 256 hidden units.
//
// With few positions the number of steps matters: 1.6 million positions in 980 steps of 16 384 scored 25 % against the
// hand-crafted evaluation at 5000 nodes, 1.8 million in 10 800 steps of 2048 scored 36 % (100 games each). So batches
// are small until there are plenty of positions. Then the number of positions matters: 4.6 million scored 54.5 % of 100
// games, 14.3 million 52.3 % of 300. A network as good as the built-in one has the same error on held-out positions
// (show --net).
//
// The next generation is labeled by the previous network: gen --net. Deeper labels are worth more than many: 5.5
// million of five plies and three in branches, 3000 to 7000 per second and core, gained 48 ± 34 Elo over 60 million of
// three plies and fewer. The following generations gained, as millions of positions and Elo: 2.5: 47 ± 37, 1.7: 26 ±
// 43, 13.5: 49 ± 33, 9.8: 51 ± 32, 5.9: 23 ± 33, 23.4: 23 ± 16, and 15.1 of six plies: 58 ± 19.
//
// The more a network knows, the smaller the steps of its next fit must be. From the tenth network, the last fit gained
// 47 ± 17 Elo at a rate of 3e-4 and 58 ± 19 at 1e-4 (errors of 0.00273 and 0.00270); at 1e-3 its error was 0.00283.
// Twice the hidden units gained nothing on the 5.5 million (an error of 0.00258 instead of 0.00256), and on the last
// 9.0 million, at a rate of 3e-4, had an error of 0.00295 instead of 0.00288.
//
// In the last fit the results of the games have a weight of 0.3 (--trust): it gained 48 ± 17 Elo on 9.0 million, with
// an error of 0.00287. With scores alone the error stayed at 0.00288; that network did not play a match. A weight of
// 0.7 is as good: 11 ± 21 Elo more.
type nnueCmd struct {
	Gen  nnueGenCmd  `cmd:"" help:"Play games and label their positions; an earlier run is resumed."`
	Fit  nnueFitCmd  `cmd:"" help:"Fit a network to positions."`
	Show nnueShowCmd `cmd:"" help:"Describe a folder of positions, and a network's error on it."`
}
