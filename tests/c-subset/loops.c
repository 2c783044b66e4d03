// expect: exit 0
// expect: output 5 33
int printf(const char *, ...);
int main(void) {
  int i, sum = 0;
  for (i = 0; i < 5; i++) { if (i == 3) continue; sum += i; }
  while (1) { if (sum > 20) break; sum += 10; }
  do sum++; while (sum < 30);
  for (int k = 0; k < 3; k++) sum += k;
  printf("%d %d\n", i, sum);
  return 0;
}
