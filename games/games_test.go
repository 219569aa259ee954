package games

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
)

func TestByName(t *testing.T) {
	g, err := ByName(Default)
	require.NoError(t, err)
	require.Equal(t, Default, g.Name)
	_, err = ByName("go")
	require.EqualError(t, err, `there is no game "go"; there are `+strings.Join(Names(), ", "))
}

// TestDescriptors requires each descriptor to be whole.
func TestDescriptors(t *testing.T) {
	for _, g := range All() {
		requireWhole(t, g)
	}
}

// requireWhole wants a row to be whole.
func requireWhole(t *testing.T, g descriptor.Descriptor) {
	require.NotEmpty(t, g.Title, g.Name)
	require.NotEmpty(t, g.Summary, g.Name)
	require.NotEmpty(t, g.Example, g.Name)
	require.NotEmpty(t, g.Bots, g.Name)
	require.LessOrEqual(t, g.MinSeats, len(g.Seats), g.Name)
	require.NotNil(t, g.NewGame, g.Name)
	require.NotNil(t, g.Verify, g.Name)
	require.NotNil(t, g.View().Draw, g.Name)
	for _, name := range g.Bots {
		_, err := g.NewBot(name, descriptor.BotOptions{Team: "LL"})
		require.NoError(t, err, name)
	}
	for _, name := range []string{"greedy", "random"} {
		_, err := g.NewBot(name+"?seed=7", descriptor.BotOptions{Team: "LL"})
		require.NoError(t, err, "%s has a bot %s that takes a seed: check, latency and compare play against greedy", g.Name, name)
	}
	_, err := g.NewBot("", descriptor.BotOptions{Team: "LL"})
	require.NoError(t, err, "the bot that plays when none is named")
	for _, o := range g.Options {
		require.NotEmpty(t, o.Meaning, o.Name)
		if o.Validate != nil {
			require.NoError(t, o.Validate(o.Default), "%s: the default of %s", g.Name, o.Name)
		}
	}
	m, err := g.NewGame(descriptor.Settings{}, make([]host.Seat, g.MinSeats)...)
	require.NoError(t, err)
	require.Equal(t, g.Name, m.Name)
	for i := range m.Seats {
		require.Equal(t, g.Seats[i], m.Seats[i].Name)
	}
}

func TestParseOptions(t *testing.T) {
	g, err := ByName(Default)
	require.NoError(t, err)
	values, err := g.ParseOptions([]string{"end-line=a,b=c,max-plies=7,ask-team=false"})
	require.NoError(t, err)
	require.Equal(t, map[string]string{"end-line": "a,b=c", "max-plies": "7", "ask-team": "false"}, values)
	values, err = g.ParseOptions([]string{"max-plies=7", "end-line=-E"})
	require.NoError(t, err)
	require.Equal(t, map[string]string{"max-plies": "7", "end-line": "-E"}, values)
	m, err := g.NewGame(descriptor.Settings{Options: values}, host.Seat{}, host.Seat{})
	require.NoError(t, err)
	require.Equal(t, "7", m.Options["max-plies"])
	require.Equal(t, "-E", m.Options["end-line"])
	require.Equal(t, "true", m.Options["ask-team"])
	for pair, want := range map[string]string{
		"max-plies":   `option "max-plies" has no value; write KEY=VALUE`,
		"plies=7":     `trax has no option "plies"; there are ask-team, end-line, max-plies, opening`,
		"max-plies=0": "option max-plies=0: write a whole number above 0",

		"max-plies=25001": "option max-plies=25001: the most is 25000",
		"ask-team=1":      "option ask-team=1: write true or false",
	} {
		_, err := g.ParseOptions([]string{pair})
		require.EqualError(t, err, want)
	}
	_, err = g.ParseOptions([]string{"max-plies=7", "max-plies=7"})
	require.EqualError(t, err, "option max-plies is given twice")
}

func TestCheckSeats(t *testing.T) {
	g, err := ByName(Default)
	require.NoError(t, err)
	require.NoError(t, g.ValidateSeats(2))
	require.EqualError(t, g.ValidateSeats(1), "trax needs 2 players (white, red), not 1")
	require.EqualError(t, g.ValidateSeats(3), "trax has 2 seats (white, red), not 3")
}

// A record of a game that is not in the registry is told by its place.
func TestVerifyUnknown(t *testing.T) {
	_, err := Verify(&record.Game{Name: "r.jsonl", Events: []record.Event{{Game: "go", Line: 3}}})
	require.ErrorContains(t, err, `r.jsonl:3: there is no game "go"; there are trax, battle2048, `)
	_, err = Verify(&record.Game{Name: "r.jsonl", Events: []record.Event{{Game: "trax-drill", Line: 3}}})
	require.ErrorContains(t, err, "r.jsonl:3: a game of loopline check")
}
