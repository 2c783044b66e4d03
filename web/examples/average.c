// The average of what was measured, where nothing may have been.
// Checked here: division by zero.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int sum = 0, count = 0;
  for (int day = 0; day < 7; day++) {
    int degrees = __VERIFIER_nondet_int();
    if (degrees < -50 || degrees > 50)
      continue; // a broken sensor
    sum += degrees;
    count++;
  }
  return sum / count;
}
