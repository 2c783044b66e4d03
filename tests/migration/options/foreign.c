// What CBMC has and hone has not: each is refused by its name.
int g;
__CPROVER_thread_local int own;
#if defined CONTRACT
int next(int x) __CPROVER_requires(x > 0) { return x + 1; }
#elif defined DECLARED
int next(int x) __CPROVER_assigns(g);
#endif
int main(void) {
  __CPROVER_HIDE:;
#if defined LOOP
  while (g < 3) __CPROVER_loop_invariant(g <= 3) g++;
#elif defined LOCAL
  int next(int x) __CPROVER_ensures(x > 0);
#elif defined THREAD
  __CPROVER_ASYNC_1: g++;
#elif defined CALL
  __CPROVER_allocated_memory(4096, 8);
#elif defined VALUE
  g = __CPROVER_rounding_mode;
#elif defined OBJECT
  extern int __CPROVER_dead_object;
  g = __CPROVER_dead_object;
#endif
  return g + own;
}
