"""Tests of loopline.py: run by TestPython."""
import time
import unittest

import loopline
from loopline import Error, Position, Scoreboard, Stimulus


class TestPosition(unittest.TestCase):
    def test_game(self):
        p = Position()
        self.assertEqual(p.play("@0+"), loopline.OK)
        self.assertEqual(p.undo(), loopline.OK)
        self.assertEqual(p.undo(), loopline.NOTHING_TO_UNDO)
        self.assertEqual([str(m) for m in p.moves()], ["@0+", "@0/"])
        self.assertEqual(p.play("@0/"), loopline.OK)
        self.assertEqual(p.play(1, 2, 2), loopline.OK)
        self.assertEqual(p.play("A1+"), loopline.OCCUPIED)
        self.assertIn("A1", p.reason())
        q = p.copy()
        self.assertEqual(p, q)
        self.assertEqual(q.play("B1\\"), loopline.OK)
        self.assertNotEqual(p, q)
        self.assertEqual((q.over, q.winner, q.completed, q.width, q.tiles), (1, 1, 4, 2, 4))
        self.assertEqual([str(t) for t in q.placed()], ["B1b", "B2s"])
        self.assertEqual([t.forced for t in q.placed()], [0, 1])
        self.assertEqual(q.board(), "Sb\nBs\n")
        self.assertEqual(q.history(), "@0/ A2\\ B1\\")
        self.assertEqual(q.square(2, 2), 6)
        self.assertEqual(q.refused(), [])
        q.reset()
        self.assertEqual(q.plies, 0)
        with self.assertRaises(AttributeError):
            p.colour

    def test_errors(self):
        p = Position()
        p.free()
        for call in (p.undo, p.moves, p.board, p.free, lambda: p.width, lambda: Position(99)):
            with self.assertRaises(Error):
                call()
        with self.assertRaises(Error) as caught, Position() as q:
            q.play(-1, 0, 0)
        self.assertEqual(caught.exception.code, -3)

    def test_replay(self):
        self.assertIn('"winner":"red"', loopline.replay(loopline.TRAX, '{"moves":"@0/ A2\\\\ B1\\\\"}'))
        with self.assertRaises(Error) as caught:
            loopline.replay(loopline.DPT, "[]")
        self.assertIn("not a JSON object", str(caught.exception))

    def test_texts(self):
        self.assertEqual(loopline.column(0), "@")
        self.assertEqual(loopline.column(27), "AA")
        self.assertIn("loopline", loopline.version())
        self.assertIn("forced-play", loopline.error_text(loopline.FORCED_PLAY))

    def test_speed(self):
        p = Position()
        p.play("@0/")
        n, began = 20000, time.process_time()
        for _ in range(n):
            p.play(0, 1, 0)
            p.undo()
        print("%.0f play and undo a second" % (n / (time.process_time() - began)))


class TestScoreboard(unittest.TestCase):
    def test_first_turn(self):
        s = Scoreboard(5)
        self.assertFalse(s.reset() or s.command(loopline.PLAY, 0, 0, 0) or s.trace(0, 0, 3, 3, 5, 2, 2))
        s.state(1, 1, 1, 1, 0, 0, 2, 2)
        self.assertFalse(s.response(0, 0) or s.ready() or s.differs())
        self.assertEqual((s.turns(), s.bin("first.plus")), (1, 1))
        agrees, text = s.report()
        self.assertTrue(agrees, text)
        self.assertTrue(s.response(0, 0))
        agrees, text = s.report()
        self.assertFalse(agrees)
        self.assertIn("while no command waits for one", text)

    def test_nothing(self):
        s = Scoreboard()
        agrees, text = s.report()
        self.assertFalse(agrees)
        self.assertIn("no turn was compared", text)
        s = Scoreboard()
        self.assertTrue(s.timeout())
        s.finish()

    def test_stimulus(self):
        one, other = Stimulus(3), Stimulus(3)
        commands = [next(one) for _ in range(1000)]
        self.assertEqual(commands, [next(other) for _ in range(1000)])
        self.assertEqual({c[0] for c in commands}, {0, 1, 2, 3, 4})
        few = Stimulus(3, without=(loopline.UNDO, loopline.TRY, loopline.GEN))
        self.assertEqual({next(few)[0] for _ in range(1000)}, {0, 1})


if __name__ == "__main__":
    unittest.main()
