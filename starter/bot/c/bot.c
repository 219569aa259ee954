// A Trax player on standard input and output.
//
// It knows no rules, and yet its moves are legal: a tile on top of the highest
// tile touches that tile alone, so each shape fits; and in the new row, above
// which there is nothing, no cell is entered by more than two tracks, so forced
// play cannot contradict itself.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEAM "CC"  // your team code: two characters

struct move {
  int column, row;  // column @ is 0, A 1, Z 26, AA 27
  char shape;       // + / or a backslash
};

static int top;  // the column of a tile in the highest row, or 0 if no tile lies

static int is_letter(char c) { return c >= 'A' && c <= 'Z'; }
static int is_digit(char c) { return c >= '0' && c <= '9'; }

// Reads a move; returns 0 if the line is none.
static int read_move(const char *line, struct move *m) {
  m->column = m->row = 0;
  if (*line == '@') {
    line++;
  } else {
    if (!is_letter(*line)) return 0;
    while (is_letter(*line) && m->column < 1000000) m->column = m->column * 26 + (*line++ - 'A' + 1);
  }
  if (!is_digit(*line)) return 0;
  while (is_digit(*line) && m->row < 1000000) m->row = m->row * 10 + (*line++ - '0');
  m->shape = *line;
  return m->shape == '+' || m->shape == '/' || m->shape == '\\';
}

static void write_column(int column) {
  if (column > 26) write_column((column - 1) / 26);
  putchar(column == 0 ? '@' : 'A' + (column - 1) % 26);
}

// Takes in a move of either side.
//
// TODO: keep the tiles, and play those that this one forces: the host does not
// send them. Look for loops and lines: whoever has one has won.
static void play(struct move m) {
  if (top == 0 || (m.row == 0 && m.column == 0)) top = 1;
  else if (m.row == 0) top = m.column;
  else if (m.column == 0) top++;
}

// TODO: of all legal moves take one that wins, or else one after which the
// opponent cannot.
static struct move choose(void) {
  struct move m = {top, 0, '+'};
  return m;
}

static void answer(void) {
  struct move m = choose();
  play(m);
  write_column(m.column);
  printf("%d%c\n", m.row, m.shape);
}

int main(void) {
  char line[64];
  setvbuf(stdout, NULL, _IOLBF, 0);
  while (fgets(line, sizeof line, stdin)) {
    struct move m;
    line[strcspn(line, " \r\n")] = 0;
    if (strcmp(line, "-T") == 0) {
      puts(TEAM);
    } else if (strcmp(line, "-B") == 0) {  // we are red and wait
      top = 0;
    } else if (strcmp(line, "-W") == 0) {  // we are white and begin
      top = 0;
      answer();
    } else if (read_move(line, &m)) {
      play(m);
      answer();
    }
  }
  return 0;
}
