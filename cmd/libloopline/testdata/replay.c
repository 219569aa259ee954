// Prints the answer to a question: replay GAME QUESTION.
#include "loopline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  static char answer[1 << 20];
  int64_t n = ll_replay(atoi(argv[1]), argv[2], strlen(argv[2]), answer, sizeof answer);
  if (n < 0 && n != LL_ERROR_QUESTION) {
    fprintf(stderr, "%s\n", ll_error_text((int32_t)n));
    return 1;
  }
  puts(answer);
  return 0;
}
