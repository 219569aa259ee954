package main

import "github.com/spf13/cobra"

func newSimVectorsCmd() *cobra.Command { return &cobra.Command{Use: "vectors"} }
