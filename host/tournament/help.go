package tournament

// Help is what people read of loopline contest.
const Help = `Contest runs a day of matches from one file, in which the organiser names the game,
the entrants and the stages. The day is a folder: the file, the decisions, a line
each, and a record for each match. A run that was stopped or killed goes on with the
same command; nothing but the games in play is lost. docs/contest.md has the file,
the folder, the pairings and the tie-breaks.

While a day runs, other commands direct it: pause, resume, void, replay, adjudicate,
amend, withdraw, readdress, add. Each is written down with who and why.`

// CheckHelp is what people read of loopline contest check.
const CheckHelp = `Check reads the file, opens every entrant in turn and has it checked as loopline
check does. Then it prints the timetable. How long a game takes nobody knows before: without --game-time it counts
40 moves at half of the limit. The status is 3 if an entrant failed.`

// RunHelp is what people read of loopline contest run.
const RunHelp = `Run plays the day of a contest's file, in a folder beside it that has its name, or in
the folder of a day that has begun. Ctrl-C pauses after the moves that are thought
about, a second one stops; the same command goes on.`

// VerifyHelp is what people read of loopline contest verify.
const VerifyHelp = `Verify derives a day again from its folder: each pairing and each lot from the
decisions before it, each verdict from its record. It prints the final sum, which
covers the decisions, and by them the records; who kept it can tell whether the day
is still what it was. The status is 3 if something differs.`

// RateHelp is what people read of loopline rate.
const RateHelp = `Rate takes the games of records, or of the folders of contest days, and fits the
strengths of the players by the model of Bradley and Terry, with a term for moving
first; margins are those of 95 %. Players are told apart by their addresses in the
record, in a day by their names.

Of two players it also says Elo and nElo of pairs of games, and how likely the first
is the stronger; --sprt tests whether it is better by ELO1 or only by ELO0. Below 30
games the interval is exact. Games that are equal answer by answer count once. Groups
of players that never met are not comparable.`

// Examples are commands of a contest day.
const Examples = `  loopline contest new cup.toml
  loopline contest check cup.toml
  loopline contest run cup.toml
  loopline contest standings cup
  loopline contest verify cup`

// RateExamples are commands that rate players.
const RateExamples = `  loopline play bot bot:greedy --games 40 --record r.jsonl && loopline rate r.jsonl --sprt 0,10
  loopline rate cup/`
