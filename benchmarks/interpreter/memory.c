/* Arrays, matrices, structures and lists in memory: a matrix product, particles, an insertion sort, a linked list. */
#include <stdio.h>
#include <stdlib.h>

#define N 220

static double a[N][N], b[N][N], c[N][N];

static double product(void) {
  double trace = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = (i * 7 + j) % 11;
      b[i][j] = (i + j * 3) % 13;
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++) sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  for (int i = 0; i < N; i++) trace += c[i][i];
  return trace;
}

struct particle {
  int x, y;
  short dx, dy;
  unsigned char alive;
};

static int particles(struct particle *all, int count, int rounds) {
  int sum = 0;
  for (int i = 0; i < count; i++) {
    struct particle p = {i * 3 % 101, i * 5 % 103, i % 7 - 3, i % 5 - 2, 1};
    all[i] = p;
  }
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < count; i++) {
      struct particle *p = &all[i];
      p->x += p->dx;
      p->y += p->dy;
      if (p->x < 0 || p->x > 100) p->dx = -p->dx;
      if (p->y < 0 || p->y > 100) p->dy = -p->dy;
      p->alive = p->x + p->y < 190;
    }
  for (int i = 0; i < count; i++) sum += all[i].x * all[i].alive + all[i].y;
  return sum;
}

struct node {
  int value;
  struct node *next;
};

static long list(int length, int rounds) {
  struct node *head = 0;
  long sum = 0;
  for (int i = 0; i < length; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i;
    n->next = head;
    head = n;
  }
  for (int round = 0; round < rounds; round++)
    for (struct node *n = head; n; n = n->next) sum += n->value;
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return sum;
}

static int sorted(int length) {
  int *v = malloc(length * sizeof(int)), sum = 0;
  unsigned seed = 12345;
  for (int i = 0; i < length; i++) {
    seed = seed * 1103515245u + 12345u;
    v[i] = seed >> 16 & 0x7fff;
  }
  for (int i = 1; i < length; i++) {
    int value = v[i], j = i - 1;
    while (j >= 0 && v[j] > value) {
      v[j + 1] = v[j];
      j--;
    }
    v[j + 1] = value;
  }
  for (int i = 0; i < length; i++) sum = sum * 31 + v[i];
  free(v);
  return sum;
}

int main(void) {
  struct particle *all = malloc(1000 * sizeof *all);
  printf("trace %.1f\n", product());
  printf("particles %d\n", particles(all, 1000, 8000));
  printf("list %ld\n", list(1000, 12000));
  printf("sorted %d\n", sorted(8000));
  return 0;
}
