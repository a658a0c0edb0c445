package main

// nnueCmd makes the network that the engine values positions by.
type nnueCmd struct {
	Gen  nnueGenCmd  `cmd:"" help:"Play games and label their positions. What a folder has is gone on with."`
	Fit  nnueFitCmd  `cmd:"" help:"Fit a network to positions."`
	Show nnueShowCmd `cmd:"" help:"Tell what is in a folder of positions."`
}
