/* What the parts of the library share: contracts in CBMC's words, errors, arithmetic that says when it does not fit. */
#ifndef CONTRACTS_H
#define CONTRACTS_H
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define DONE 0
#define FAILED (-1)
#define REQUIRES(c) __CPROVER_precondition((c), #c " is required")
#define ENSURES(c) __CPROVER_assert((c), #c " is ensured")
#define IMPLIES(a, b) (!(a) || (b))
#define BYTES_OK(p, n) (((n) == 0) || __CPROVER_w_ok((p), (n)))
#define ALL_ZERO(x) __CPROVER_forall { int i; (i >= 0 && i < sizeof(x)) ==> ((const uint8_t *)&x)[i] == 0 }
bool nondet_bool(void);
size_t nondet_size_t(void);
uint8_t nondet_uint8_t(void);
enum problem { NO_PROBLEM, NO_MEMORY, NO_ROOM, TOO_LARGE, NOT_THERE };
int fail(int problem);
int last_problem(void);
struct supplier {
  void *(*take)(struct supplier *self, size_t bytes);
  void (*give_back)(struct supplier *self, void *memory);
};
void *supply(struct supplier *from, size_t bytes);
void take_back(struct supplier *to, void *memory);
static inline int checked_add(size_t a, size_t b, size_t *sum) {
  return __builtin_add_overflow(a, b, sum) ? fail(TOO_LARGE) : DONE;
}
static inline int checked_multiply(size_t a, size_t b, size_t *product) {
  if (__CPROVER_overflow_mult(a, b)) return fail(TOO_LARGE);
  *product = a * b;
  return DONE;
}
#endif
