/* What the proofs share: contracts in CBMC's words, and helpers that allocate. */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
bool nondet_bool(void);
int nondet_int(void);
size_t nondet_size_t(void);
uint8_t nondet_uint8_t(void);
#define REQUIRES(c) __CPROVER_precondition((c), #c " should hold")
#define ENSURES(c) __CPROVER_postcondition((c), #c " should hold")
#define READABLE(p, n) ((n) == 0 || __CPROVER_r_ok((p), (n)))
#define WRITABLE(p, n) ((n) == 0 || __CPROVER_w_ok((p), (n)))
#define ZEROED(x) __CPROVER_forall { int i; (i >= 0 && i < sizeof(x)) ==> ((const uint8_t *)&x)[i] == 0 }
#define MOST 8
