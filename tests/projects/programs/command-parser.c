/*
 * The commands of a small console: lines are cut into words (quotes, backslashes), and the first one names a function in a table.
 *
 * sample: "set speed 12\nget speed\nadd 5\nhelp\nquit\n" 0
 * sample: "add 100\nadd -7 8 9\nset \"a name\" 'b c'\n\nfoo\n" 0
 * sample: "set x\\ y 1\nget\nset a b c d e f g h i j\n" 0
 * bug 1 bounds: a line of one word more than there is room for
 * witness: "a b c d e f g h i\n" 0
 * bug 2 bounds: a backslash that ends the longest line hides its zero
 * witness: "a"*78 "\\\n" 0
 * bug 3 overflow: what is added is a number, the total perhaps not
 * witness: "add 2147483647 1\n" 0
 */
#include <assert.h>
#include <limits.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

#define MAX_LINE 80
#define MAX_WORDS 8
#define MAX_VARIABLES 4
#define MAX_NAME 16

struct variable {
  char name[MAX_NAME];
  int value;
};

struct console {
  struct variable variables[MAX_VARIABLES];
  int count;
  int total;
  int quit;
};

struct command {
  const char *name;
  int least;
  int (*run)(struct console *c, int argc, char **argv);
};

/* Whether the word is a number that an int holds. */
static int parse_int(const char *s, int *out) {
  int negative = 0;
  int value = 0;
  if (*s == '-') {
    negative = 1;
    s++;
  }
  if (*s == '\0') return 0;
  for (; *s != '\0'; s++) {
    int digit = *s - '0';
    if (digit < 0 || digit > 9) return 0;
    if (value > (INT_MAX - digit) / 10) return 0;
    value = value * 10 + digit;
  }
  *out = negative ? -value : value;
  return 1;
}

static struct variable *find_variable(struct console *c, const char *name) {
  int i;
  for (i = 0; i < c->count; i++) {
    if (strcmp(c->variables[i].name, name) == 0) return &c->variables[i];
  }
  return NULL;
}

static int run_set(struct console *c, int argc, char **argv) {
  struct variable *v = find_variable(c, argv[1]);
  int value;
  if (argc != 3 || !parse_int(argv[2], &value)) return 0;
  if (v == NULL) {
    if (c->count == MAX_VARIABLES || strlen(argv[1]) >= MAX_NAME) return 0;
    v = &c->variables[c->count++];
    strcpy(v->name, argv[1]);
  }
  v->value = value;
  return 1;
}

static int run_get(struct console *c, int argc, char **argv) {
  const struct variable *v = find_variable(c, argv[1]);
  if (argc != 2 || v == NULL) return 0;
  c->total = v->value;
  return 1;
}

static int run_add(struct console *c, int argc, char **argv) {
  int i;
  for (i = 1; i < argc; i++) {
    int value;
    if (!parse_int(argv[i], &value)) return 0;
#if BUG != 3
    if (value > 0 ? c->total > INT_MAX - value : c->total < INT_MIN - value) return 0;
#endif
    c->total += value;
  }
  return 1;
}

static int run_quit(struct console *c, int argc, char **argv) {
  (void)argv;
  c->quit = 1;
  return argc == 1;
}

static const struct command commands[] = {
    {"set", 2, run_set},
    {"get", 2, run_get},
    {"add", 2, run_add},
    {"quit", 1, run_quit},
};

/* Cuts the line in place; the number of words, or -1. */
static int split(char *line, char **words) {
  char *from = line;
  char *to;
  int count = 0;
  for (;;) {
    char quote = '\0';
    while (*from == ' ' || *from == '\t') from++;
    if (*from == '\0') return count;
#if BUG == 1
    if (count > MAX_WORDS) return -1;
#else
    if (count == MAX_WORDS) return -1;
#endif
    words[count++] = to = from;
    while (*from != '\0' && (quote != '\0' || (*from != ' ' && *from != '\t'))) {
      if (*from == quote) {
        quote = '\0';
        from++;
      } else if (quote == '\0' && (*from == '"' || *from == '\'')) {
        quote = *from++;
#if BUG == 2
      } else if (*from == '\\') {
#else
      } else if (*from == '\\' && from[1] != '\0') {
#endif
        *to++ = from[1];
        from += 2;
      } else {
        *to++ = *from++;
      }
    }
    if (quote != '\0') return -1;
    if (*from != '\0') from++;
    *to = '\0';
  }
}

static int execute(struct console *c, char *line) {
  char *words[MAX_WORDS];
  int count = split(line, words);
  size_t i;
  if (count <= 0) return count == 0;
  for (i = 0; i < sizeof commands / sizeof commands[0]; i++) {
    if (strcmp(words[0], commands[i].name) == 0) {
      if (count < commands[i].least) return 0;
      return commands[i].run(c, count, words);
    }
  }
  return 0;
}

/* A line without its end; 0 where the input has ended. What is too long is left out. */
static int read_line(char *line) {
  int n = 0;
  unsigned char c = __VERIFIER_nondet_uchar();
  if (c == 0) return 0;
  while (c != 0 && c != '\n') {
    if (n < MAX_LINE - 1) line[n++] = (char)c;
    c = __VERIFIER_nondet_uchar();
  }
  line[n] = '\0';
  return 1;
}

int main(void) {
  struct console console;
  char line[MAX_LINE];
  unsigned failed = 0;
  memset(&console, 0, sizeof console);
  while (!console.quit && read_line(line)) {
    if (!execute(&console, line)) failed++;
    assert(console.count >= 0 && console.count <= MAX_VARIABLES);
  }
  return failed > 0;
}
