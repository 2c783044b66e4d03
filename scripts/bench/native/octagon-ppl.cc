// The octagon workload of scripts/bench/octagon.ts on the Parma Polyhedra Library, for ratios on one machine.
// Compiled by scripts/bench-domains.ts where g++ and libppl-dev are present:
//   g++ -O2 octagon-ppl.cc -o octagon-ppl -lppl -lgmpxx -lgmp
// Prints a line per library variant, workload, size and operation: median microseconds, then the bound checksum.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ppl.hh>
#include <string>
#include <vector>

using namespace Parma_Polyhedra_Library;

struct Stream {
  uint32_t s;
  explicit Stream(uint32_t seed) : s(seed * 2654435761u + 12345u) { if (s == 0) s = 1; }
  uint32_t next() { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return s; }
  uint32_t below(uint32_t k) { return next() % k; }
};

static Linear_Expression signedVariable(unsigned i, bool positive) {
  return positive ? Linear_Expression(Variable(i)) : -Linear_Expression(Variable(i));
}

static void addGroup(Constraint_System& system, Stream& random, unsigned first, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    if (random.next() & 1) { const long c = random.below(1000) + 10; system.insert(Variable(first + i) <= c); }
    if (random.next() & 1) { const long c = random.below(1000) + 10; system.insert(-Variable(first + i) <= c); }
  }
  for (unsigned k = 0; k < 2 * n; k++) {
    unsigned i = random.below(n), j = random.below(n);
    if (i == j) j = (i + 1) % n;
    const bool si = random.next() & 1, sj = random.next() & 1;
    const long c = random.below(1000) + 10;
    system.insert(signedVariable(first + i, si) + signedVariable(first + j, sj) <= c);
  }
}

static Constraint_System input(unsigned n, unsigned group, uint32_t seed) {
  Stream random(seed);
  Constraint_System system;
  for (unsigned first = 0; first < n; first += group) addGroup(system, random, first, group);
  return system;
}

static double now() {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Median over repetitions of the time of `run` after an untimed `prepare`.
template <typename Prepare, typename Run> static double measure(int repetitions, Prepare prepare, Run run) {
  std::vector<double> times;
  for (int r = 0; r < repetitions; r++) {
    auto state = prepare();
    const double start = now();
    run(state);
    times.push_back(now() - start);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

template <typename Shape> static double boundSum(const Shape& shape, unsigned n) {
  double sum = 0;
  for (unsigned i = 0; i < n; i++) {
    Coefficient numerator, denominator;
    bool reached;
    if (shape.maximize(Variable(i), numerator, denominator, reached)) sum += numerator.get_d() / denominator.get_d();
    if (shape.minimize(Variable(i), numerator, denominator, reached)) sum -= numerator.get_d() / denominator.get_d();
  }
  return sum;
}

template <typename Shape> static void workload(const char* library, const char* kind, unsigned n, unsigned group, int repetitions) {
  std::vector<double> closure, join, widen, assign, meet;
  double checksum = 0;
  for (uint32_t s = 0; s < 15; s++) {
    const Constraint_System first = input(n, group, 2 * s + 1), second = input(n, group, 2 * s + 2);
    auto build = [&](const Constraint_System& system) { Shape shape(n, UNIVERSE); shape.add_constraints(system); return shape; };
    Shape a = build(first), b = build(second);
    a.is_empty(); b.is_empty();
    Shape joined = a;
    joined.upper_bound_assign(b);
    joined.is_empty();
    checksum += boundSum(a, n) + boundSum(joined, n);
    closure.push_back(measure(repetitions, [&] { return build(first); }, [](Shape& x) { x.is_empty(); }));
    join.push_back(measure(repetitions, [&] { return a; }, [&](Shape& x) { x.upper_bound_assign(b); }));
    widen.push_back(measure(repetitions, [&] { return joined; }, [&](Shape& x) { x.CC76_extrapolation_assign(a); }));
    assign.push_back(measure(repetitions, [&] { return a; }, [](Shape& x) { x.affine_image(Variable(0), Variable(1) + 7); x.is_empty(); }));
    meet.push_back(measure(repetitions, [&] { return a; }, [&](Shape& x) { x.add_constraint(Variable(2) - Variable(n - 1) <= 5); x.is_empty(); }));
  }
  printf("%s\t%s\t%u\tclosure\t%.2f\t%.1f\n", library, kind, n, median(closure), checksum);
  printf("%s\t%s\t%u\tjoin\t%.2f\t%.1f\n", library, kind, n, median(join), checksum);
  printf("%s\t%s\t%u\twiden\t%.2f\t%.1f\n", library, kind, n, median(widen), checksum);
  printf("%s\t%s\t%u\tassign\t%.2f\t%.1f\n", library, kind, n, median(assign), checksum);
  printf("%s\t%s\t%u\tmeet1\t%.2f\t%.1f\n", library, kind, n, median(meet), checksum);
  fflush(stdout);
}

// With the argument `doubles` the exact rationals, which take minutes, are left out.
int main(int count, char**) {
  for (unsigned n : {10u, 20u, 40u, 80u, 160u}) workload<Octagonal_Shape<double>>("ppl-octD", "dense", n, n, n < 80 ? 15 : 5);
  workload<Octagonal_Shape<double>>("ppl-octD", "blocks", 200, 5, 1);
  if (count > 1) return 0;
  for (unsigned n : {10u, 20u, 40u, 80u}) workload<Octagonal_Shape<mpq_class>>("ppl-octMPQ", "dense", n, n, n < 80 ? 5 : 1);
  return 0;
}
