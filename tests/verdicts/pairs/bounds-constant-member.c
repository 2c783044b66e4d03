// A const member of an object that is not const is only for the initialiser to write, too.
// plain: unsafe
// twin: safe
// options: --check bounds
struct account {
  int balance;
  const int number;
};
struct account accounts[2] = {{1, 2}, {3, 4}};
int main(void) {
#ifdef TWIN
  *(int *)&accounts[1].balance = 5;
#else
  *(int *)&accounts[1].number = 5;
#endif
  return accounts[0].number != 2;
}
