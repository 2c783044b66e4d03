/** Threads and atomics: declarations, so that such programs are read; what running them means is decided elsewhere. */

/** An opaque object of glibc's size (LP64, ILP32) and alignment. */
function opaque(name: string, lp64: number, ilp32: number, alignment: string): string {
  return `#ifdef __LP64__
typedef union ${name} { char __size[${lp64}]; ${alignment} __align; } ${name};
#else
typedef union ${name} { char __size[${ilp32}]; ${alignment} __align; } ${name};
#endif`;
}

const ATOMIC_TYPES = [
  ["bool", "_Bool"],
  ["char", "char"],
  ["schar", "signed char"],
  ["uchar", "unsigned char"],
  ["short", "short"],
  ["ushort", "unsigned short"],
  ["int", "int"],
  ["uint", "unsigned int"],
  ["long", "long"],
  ["ulong", "unsigned long"],
  ["llong", "long long"],
  ["ullong", "unsigned long long"],
  ["wchar_t", "__WCHAR_TYPE__"],
  ["intptr_t", "__INTPTR_TYPE__"],
  ["uintptr_t", "__UINTPTR_TYPE__"],
  ["size_t", "__SIZE_TYPE__"],
  ["ptrdiff_t", "__PTRDIFF_TYPE__"],
  ["intmax_t", "__INTMAX_TYPE__"],
  ["uintmax_t", "__UINTMAX_TYPE__"],
  ["int_fast32_t", "__INT_FAST32_TYPE__"],
  ["uint_fast32_t", "__UINT_FAST32_TYPE__"],
  ["int_least32_t", "__INT_LEAST32_TYPE__"],
  ["uint_least32_t", "__UINT_LEAST32_TYPE__"],
]
  .map(([name, type]) => `typedef _Atomic ${type} atomic_${name};`)
  .join("\n");

const ATOMIC_UPDATES = ["add", "sub", "or", "xor", "and"]
  .flatMap((name) => [
    `#define atomic_fetch_${name}(p, v) __atomic_fetch_${name}(p, v, __ATOMIC_SEQ_CST)`,
    `#define atomic_fetch_${name}_explicit(p, v, order) __atomic_fetch_${name}(p, v, order)`,
  ])
  .join("\n");

export const THREAD_HEADERS: Readonly<Record<string, string>> = {
  "pthread.h": `#ifndef _PTHREAD_H
#define _PTHREAD_H
#include <sched.h>
#include <time.h>
typedef unsigned long pthread_t;
typedef unsigned int pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;
${opaque("pthread_attr_t", 56, 36, "long")}
${opaque("pthread_mutex_t", 40, 24, "long")}
${opaque("pthread_mutexattr_t", 4, 4, "int")}
${opaque("pthread_cond_t", 48, 48, "long long")}
${opaque("pthread_condattr_t", 4, 4, "int")}
${opaque("pthread_rwlock_t", 56, 32, "long")}
${opaque("pthread_rwlockattr_t", 8, 8, "long")}
${opaque("pthread_barrier_t", 32, 20, "long")}
${opaque("pthread_barrierattr_t", 4, 4, "int")}
#define PTHREAD_MUTEX_INITIALIZER { { 0 } }
#define PTHREAD_COND_INITIALIZER { { 0 } }
#define PTHREAD_RWLOCK_INITIALIZER { { 0 } }
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
extern int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_detach(pthread_t);
extern void pthread_exit(void *) __attribute__((__noreturn__));
extern int pthread_cancel(pthread_t);
extern pthread_t pthread_self(void);
extern int pthread_equal(pthread_t, pthread_t);
extern int pthread_once(pthread_once_t *, void (*)(void));
extern int pthread_attr_init(pthread_attr_t *);
extern int pthread_attr_destroy(pthread_attr_t *);
extern int pthread_attr_setdetachstate(pthread_attr_t *, int);
extern int pthread_attr_setstacksize(pthread_attr_t *, __SIZE_TYPE__);
extern int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
extern int pthread_mutex_destroy(pthread_mutex_t *);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_trylock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_mutexattr_init(pthread_mutexattr_t *);
extern int pthread_mutexattr_destroy(pthread_mutexattr_t *);
extern int pthread_mutexattr_settype(pthread_mutexattr_t *, int);
extern int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *);
extern int pthread_cond_destroy(pthread_cond_t *);
extern int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
extern int pthread_cond_timedwait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
extern int pthread_cond_signal(pthread_cond_t *);
extern int pthread_cond_broadcast(pthread_cond_t *);
extern int pthread_rwlock_init(pthread_rwlock_t *, const pthread_rwlockattr_t *);
extern int pthread_rwlock_destroy(pthread_rwlock_t *);
extern int pthread_rwlock_rdlock(pthread_rwlock_t *);
extern int pthread_rwlock_wrlock(pthread_rwlock_t *);
extern int pthread_rwlock_unlock(pthread_rwlock_t *);
extern int pthread_barrier_init(pthread_barrier_t *, const pthread_barrierattr_t *, unsigned int);
extern int pthread_barrier_wait(pthread_barrier_t *);
extern int pthread_barrier_destroy(pthread_barrier_t *);
extern int pthread_spin_init(pthread_spinlock_t *, int);
extern int pthread_spin_lock(pthread_spinlock_t *);
extern int pthread_spin_unlock(pthread_spinlock_t *);
extern int pthread_spin_destroy(pthread_spinlock_t *);
extern int pthread_key_create(pthread_key_t *, void (*)(void *));
extern int pthread_key_delete(pthread_key_t);
extern void *pthread_getspecific(pthread_key_t);
extern int pthread_setspecific(pthread_key_t, const void *);
#endif
`,

  "semaphore.h": `#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H
${opaque("sem_t", 32, 16, "long")}
extern int sem_init(sem_t *, int, unsigned int);
extern int sem_destroy(sem_t *);
extern int sem_wait(sem_t *);
extern int sem_trywait(sem_t *);
extern int sem_post(sem_t *);
extern int sem_getvalue(sem_t *, int *);
#endif
`,

  "stdatomic.h": `#ifndef _STDATOMIC_H
#define _STDATOMIC_H
typedef enum {
  memory_order_relaxed = __ATOMIC_RELAXED,
  memory_order_consume = __ATOMIC_CONSUME,
  memory_order_acquire = __ATOMIC_ACQUIRE,
  memory_order_release = __ATOMIC_RELEASE,
  memory_order_acq_rel = __ATOMIC_ACQ_REL,
  memory_order_seq_cst = __ATOMIC_SEQ_CST
} memory_order;
${ATOMIC_TYPES}
typedef struct { _Bool __value; } atomic_flag;
#define ATOMIC_FLAG_INIT { 0 }
#define ATOMIC_VAR_INIT(value) (value)
#define kill_dependency(value) (value)
#define atomic_init(p, v) __atomic_store_n(p, v, __ATOMIC_RELAXED)
#define atomic_thread_fence(order) __atomic_thread_fence(order)
#define atomic_signal_fence(order) __atomic_signal_fence(order)
#define atomic_is_lock_free(p) __atomic_is_lock_free(sizeof(*(p)), (p))
#define atomic_store(p, v) __atomic_store_n(p, v, __ATOMIC_SEQ_CST)
#define atomic_store_explicit(p, v, order) __atomic_store_n(p, v, order)
#define atomic_load(p) __atomic_load_n(p, __ATOMIC_SEQ_CST)
#define atomic_load_explicit(p, order) __atomic_load_n(p, order)
#define atomic_exchange(p, v) __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST)
#define atomic_exchange_explicit(p, v, order) __atomic_exchange_n(p, v, order)
#define atomic_compare_exchange_strong(p, expected, v) \\
  __atomic_compare_exchange_n(p, expected, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_strong_explicit(p, expected, v, success, failure) \\
  __atomic_compare_exchange_n(p, expected, v, 0, success, failure)
#define atomic_compare_exchange_weak(p, expected, v) \\
  __atomic_compare_exchange_n(p, expected, v, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_weak_explicit(p, expected, v, success, failure) \\
  __atomic_compare_exchange_n(p, expected, v, 1, success, failure)
${ATOMIC_UPDATES}
#define atomic_flag_test_and_set(p) __atomic_test_and_set(&(p)->__value, __ATOMIC_SEQ_CST)
#define atomic_flag_test_and_set_explicit(p, order) __atomic_test_and_set(&(p)->__value, order)
#define atomic_flag_clear(p) __atomic_clear(&(p)->__value, __ATOMIC_SEQ_CST)
#define atomic_flag_clear_explicit(p, order) __atomic_clear(&(p)->__value, order)
#endif
`,
};
