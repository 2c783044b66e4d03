/*
 * A tokenizer for JSON: tokens are ranges of the text, kept in an array of the caller's. Nothing is copied, nothing allocated.
 *
 * sample: len "[1,2,{\"a\":-3}]"
 * sample: len "{\"key\": \"v\\u00e9\\n\", \"more\": [true, false, null, 12345]}"
 * sample: len "{\"a\" 1}"
 * bug 1 bounds: the digits of \u are read without looking where the text ends
 * witness: len "\"\\u12a"
 * bug 2 bounds: one token more than the array has
 * witness: len "[" "1,"*15 "1]"
 * bug 3 overflow: the guard of the last digit of a number looks at the digits before it only
 * witness: len "[2147483648]"
 */
#include <limits.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);

#define MAX_TOKENS 16
#define MAX_TEXT 4096

enum json_kind { JSON_OBJECT = 1, JSON_ARRAY, JSON_STRING, JSON_PRIMITIVE };
enum json_error { JSON_NOMEM = -1, JSON_INVALID = -2, JSON_PARTIAL = -3 };

typedef struct {
  enum json_kind kind;
  int start;
  int end;
  int size;
  int parent;
} json_token;

typedef struct {
  const char *text;
  int length;
  int pos;
  json_token *tokens;
  int max_tokens;
  int next;
  int super;
} json_parser;

static void json_init(json_parser *p, const char *text, int length, json_token *tokens, int max_tokens) {
  p->text = text;
  p->length = length;
  p->pos = 0;
  p->tokens = tokens;
  p->max_tokens = max_tokens;
  p->next = 0;
  p->super = -1;
}

static json_token *json_alloc(json_parser *p, enum json_kind kind, int start, int end) {
  json_token *token;
#if BUG == 2
  if (p->next > p->max_tokens) return NULL;
#else
  if (p->next >= p->max_tokens) return NULL;
#endif
  token = &p->tokens[p->next++];
  token->kind = kind;
  token->start = start;
  token->end = end;
  token->size = 0;
  token->parent = p->super;
  return token;
}

static int is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* The parser stands on the opening quote. */
static int json_string(json_parser *p) {
  int start = p->pos++;
  for (; p->pos < p->length; p->pos++) {
    char c = p->text[p->pos];
    if (c == '"') {
      if (json_alloc(p, JSON_STRING, start + 1, p->pos) == NULL) {
        p->pos = start;
        return JSON_NOMEM;
      }
      return 0;
    }
    if (c == '\\' && p->pos + 1 < p->length) {
      int i;
      p->pos++;
      switch (p->text[p->pos]) {
        case '"':
        case '/':
        case '\\':
        case 'b':
        case 'f':
        case 'r':
        case 'n':
        case 't':
          break;
        case 'u':
          p->pos++;
#if BUG == 1
          for (i = 0; i < 4; i++) {
#else
          for (i = 0; i < 4 && p->pos < p->length; i++) {
#endif
            if (!is_hex(p->text[p->pos])) {
              p->pos = start;
              return JSON_INVALID;
            }
            p->pos++;
          }
          p->pos--;
          break;
        default:
          p->pos = start;
          return JSON_INVALID;
      }
    }
  }
  p->pos = start;
  return JSON_PARTIAL;
}

static int json_primitive(json_parser *p) {
  int start = p->pos;
  for (; p->pos < p->length; p->pos++) {
    char c = p->text[p->pos];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',' || c == ':' || c == ']' || c == '}') break;
    if (c < 32 || c == 127) {
      p->pos = start;
      return JSON_INVALID;
    }
  }
  if (json_alloc(p, JSON_PRIMITIVE, start, p->pos) == NULL) {
    p->pos = start;
    return JSON_NOMEM;
  }
  p->pos--;
  return 0;
}

static int json_close(json_parser *p, enum json_kind kind) {
  json_token *token;
  if (p->super < 0) return JSON_INVALID;
  token = &p->tokens[p->super];
  if (token->kind != kind || token->end != -1) return JSON_INVALID;
  token->end = p->pos + 1;
  p->super = token->parent;
  return 0;
}

/* The number of tokens, or an error. */
static int json_parse(json_parser *p) {
  int result = 0;
  for (; p->pos < p->length; p->pos++) {
    char c = p->text[p->pos];
    json_token *token;
    switch (c) {
      case '{':
      case '[':
        token = json_alloc(p, c == '{' ? JSON_OBJECT : JSON_ARRAY, p->pos, -1);
        if (token == NULL) return JSON_NOMEM;
        if (p->super >= 0) p->tokens[p->super].size++;
        p->super = p->next - 1;
        break;
      case '}':
      case ']':
        result = json_close(p, c == '}' ? JSON_OBJECT : JSON_ARRAY);
        break;
      case '"':
        result = json_string(p);
        if (result == 0 && p->super >= 0) p->tokens[p->super].size++;
        break;
      case '\t':
      case '\r':
      case '\n':
      case ' ':
      case ':':
      case ',':
        break;
      default:
        result = json_primitive(p);
        if (result == 0 && p->super >= 0) p->tokens[p->super].size++;
        break;
    }
    if (result < 0) return result;
  }
  return p->super == -1 ? p->next : JSON_PARTIAL;
}

/* Whether the token is a number that an int holds. */
static int json_int(const char *text, const json_token *token, int *out) {
  int i = token->start;
  int negative = 0;
  int value = 0;
  if (i < token->end && text[i] == '-') {
    negative = 1;
    i++;
  }
  if (i == token->end) return 0;
  for (; i < token->end; i++) {
    int digit = text[i] - '0';
    if (digit < 0 || digit > 9) return 0;
#if BUG == 3
    if (value > INT_MAX / 10) return 0;
#else
    if (value > (INT_MAX - digit) / 10) return 0;
#endif
    value = value * 10 + digit;
  }
  *out = negative ? -value : value;
  return 1;
}

int main(void) {
  json_token tokens[MAX_TOKENS];
  json_parser parser;
  unsigned length = __VERIFIER_nondet_uint();
  unsigned i;
  int count, k;
  long sum = 0;
  char *text;
  if (length > MAX_TEXT) return 0;
  text = malloc(length + (length == 0));
  if (text == NULL) return 1;
  for (i = 0; i < length; i++) text[i] = (char)__VERIFIER_nondet_uchar();
  json_init(&parser, text, (int)length, tokens, MAX_TOKENS);
  count = json_parse(&parser);
  for (k = 0; k < count; k++) {
    int value;
    if (tokens[k].kind == JSON_PRIMITIVE && json_int(text, &tokens[k], &value)) sum += value;
  }
  free(text);
  return sum > 1000;
}
