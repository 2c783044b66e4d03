/*
 * A parser of INI files, line by line: [section], name = value, ; comments. Values are numbers with k or M behind them, or words.
 *
 * sample: "[server]\nport = 80\n; comment\nname = test\n\n[limits]\nsize=4k\n" 0
 * sample: "  [server]  \n port=8080 ; standard\n=\nx\n[" 0
 * sample: "[limits]\nsize = 2M\nsize = 12345678901\n" 0
 * bug 1 bounds: in a line of spaces alone, what is before the first is looked at
 * witness: "   \n" 0
 * bug 2 bounds: the zero behind a section's name that fills its room stands one too far
 * witness: "[0123456789abcdefghijklmn]\n" 0
 * bug 3 overflow: a number in M is not looked at before it is multiplied
 * witness: "[limits]\nsize=2048M\n" 0
 */
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

#define MAX_LINE 80
#define MAX_SECTION 24

struct config {
  int port;
  int size;
  char name[16];
  int errors;
};

struct reader {
  char line[MAX_LINE];
  char section[MAX_SECTION];
  int ended;
};

/* A line without its end; what is too long for it is left out. The text ends with a zero. */
static int read_line(struct reader *r) {
  int n = 0;
  if (r->ended) return 0;
  for (;;) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c == 0) r->ended = 1;
    if (c == 0 || c == '\n') break;
    if (n < MAX_LINE - 1) r->line[n++] = (char)c;
  }
  r->line[n] = '\0';
  return 1;
}

static char *skip_spaces(char *s) {
  while (*s != '\0' && isspace((unsigned char)*s)) s++;
  return s;
}

static void strip_spaces(char *s) {
  char *end = s + strlen(s);
#if BUG == 1
  if (end == s) return;
  while (isspace((unsigned char)end[-1])) end--;
#else
  while (end > s && isspace((unsigned char)end[-1])) end--;
#endif
  *end = '\0';
}

/* The first of the character or of a comment, or the end. */
static char *find_or_comment(char *s, char c) {
  int after_space = 0;
  while (*s != '\0' && *s != c && !(after_space && *s == ';')) {
    after_space = isspace((unsigned char)*s) != 0;
    s++;
  }
  return s;
}

static void copy_text(char *to, const char *from, size_t size) {
  strncpy(to, from, size - 1);
  to[size - 1] = '\0';
}

static void enter_section(struct reader *r, const char *name) {
#if BUG == 2
  size_t n = strlen(name);
  if (n > MAX_SECTION) n = MAX_SECTION;
  memcpy(r->section, name, n);
  r->section[n] = '\0';
#else
  copy_text(r->section, name, MAX_SECTION);
#endif
}

/* A number from 0, perhaps with k or M; -1 where it is none. */
static int parse_number(const char *s) {
  int value = 0;
  int digits = 0;
  for (; *s >= '0' && *s <= '9'; s++) {
    int digit = *s - '0';
    if (value > (INT_MAX - digit) / 10) return -1;
    value = value * 10 + digit;
    digits++;
  }
  if (digits == 0) return -1;
  switch (*s) {
    case 'k':
      if (value > INT_MAX / 1024) return -1;
      value *= 1024;
      s++;
      break;
    case 'M':
#if BUG != 3
      if (value > INT_MAX / (1024 * 1024)) return -1;
#endif
      value *= 1024 * 1024;
      s++;
      break;
    default:
      break;
  }
  return *s == '\0' ? value : -1;
}

static int set_value(struct config *c, const char *section, const char *name, const char *value) {
  if (strcmp(section, "server") == 0 && strcmp(name, "port") == 0) {
    int port = parse_number(value);
    if (port < 0 || port > 65535) return 0;
    c->port = port;
    return 1;
  }
  if (strcmp(section, "server") == 0 && strcmp(name, "name") == 0) {
    copy_text(c->name, value, sizeof c->name);
    return 1;
  }
  if (strcmp(section, "limits") == 0 && strcmp(name, "size") == 0) {
    int size = parse_number(value);
    if (size < 0) return 0;
    c->size = size;
    return 1;
  }
  return 0;
}

/* Whether the line is one of an INI file. */
static int parse_line(struct reader *r, struct config *c) {
  char *start, *end, *value;
  strip_spaces(r->line);
  start = skip_spaces(r->line);
  if (*start == '\0' || *start == ';' || *start == '#') return 1;
  if (*start == '[') {
    end = find_or_comment(start + 1, ']');
    if (*end != ']') return 0;
    *end = '\0';
    enter_section(r, start + 1);
    return 1;
  }
  end = find_or_comment(start, '=');
  if (*end != '=') return 0;
  *end = '\0';
  strip_spaces(start);
  value = skip_spaces(end + 1);
  end = find_or_comment(value, '\0');
  *end = '\0';
  strip_spaces(value);
  return set_value(c, r->section, start, value);
}

int main(void) {
  struct reader reader;
  struct config config;
  memset(&config, 0, sizeof config);
  reader.ended = 0;
  reader.section[0] = '\0';
  while (read_line(&reader)) {
    if (!parse_line(&reader, &config)) {
      if (config.errors == INT_MAX) return 1;
      config.errors++;
    }
    assert(config.port >= 0 && config.port <= 65535);
  }
  assert(config.size >= 0);
  return config.errors > 0;
}
