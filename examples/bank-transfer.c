// Transfers between two accounts.
//
// To be proved: money is neither created nor lost, and no account is overdrawn.
// There is a real bug: `transfer` checks that the amount is covered, but not that it is positive. A negative amount
// moves money the other way, past the check. `hone examples/bank-transfer.c` finds the inputs that show it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { ACCOUNTS = 2, LIMIT = 1000 };

struct account {
  int balance;
};

static struct account accounts[ACCOUNTS];

static int transfer(struct account *from, struct account *to, int amount) {
  if (amount > from->balance)
    return 0;
  from->balance -= amount;
  to->balance += amount;
  return 1;
}

int main(void) {
  accounts[0].balance = 100;
  accounts[1].balance = 50;

  for (int step = 0; step < 3; step++) {
    int amount = __VERIFIER_nondet_int();
    if (amount > LIMIT || amount < -LIMIT)
      continue;
    int from = __VERIFIER_nondet_int() > 0;
    transfer(&accounts[from], &accounts[1 - from], amount);
    assert(accounts[0].balance + accounts[1].balance == 150);
    assert(accounts[0].balance >= 0 && accounts[1].balance >= 0);
  }
  return 0;
}
