// entries, each with what is said of its parameters:
// sum: values=count
// largest: values=count
// reverse: values=count
// swap:
// dot: a=n b=n
// histogram:
// find: values=count
// corner:
// scale:
// clear_row:
// prefix_sums:
// move_min:
#include <stddef.h>
#include <stdint.h>

int64_t sum(const int *values, size_t count) {
  int64_t total = 0;
  for (size_t i = 0; i < count; i++)
    total += values[i];
  return total;
}

int largest(const int *values, size_t count, int otherwise) {
  if (count == 0)
    return otherwise;
  int best = values[0];
  for (size_t i = 1; i < count; i++)
    if (values[i] > best)
      best = values[i];
  return best;
}

void reverse(int *values, int count) {
  for (int low = 0, high = count - 1; low < high; low++, high--) {
    int kept = values[low];
    values[low] = values[high];
    values[high] = kept;
  }
}

void swap(int *left, int *right) {
  int kept = *left;
  *left = *right;
  *right = kept;
}

double dot(const double *a, const double *b, unsigned n) {
  double total = 0;
  for (unsigned i = 0; i < n; i++)
    total += a[i] * b[i];
  return total;
}

void histogram(unsigned bins[static 4], uint8_t value) {
  bins[value & 3]++;
}

int find(const short *values, size_t count, short wanted, size_t *at) {
  for (size_t i = 0; i < count; i++)
    if (values[i] == wanted) {
      *at = i;
      return 1;
    }
  return 0;
}

int corner(int matrix[3][4]) {
  return matrix[0][0] ^ matrix[2][3];
}

void scale(int n, int values[n], int factor) {
  for (int i = 0; i < n; i++)
    values[i] = (int)((unsigned)values[i] * (unsigned)factor);
}

void clear_row(int (*row)[6]) {
  for (int i = 0; i < 6; i++)
    (*row)[i] = 0;
}

void prefix_sums(size_t n, unsigned values[static n]) {
  for (size_t i = 1; i < n; i++)
    values[i] += values[i - 1];
}

void move_min(int *const low, int *const high) {
  if (*high < *low) {
    int kept = *low;
    *low = *high;
    *high = kept;
  }
}
