// Package model builds models of designs with Verilator, and runs each as a process.
package model
