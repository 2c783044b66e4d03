// The polyhedra workload of scripts/bench/polyhedra.ts on PPL's C_Polyhedron, for ratios on one machine.
// Build: g++ -O2 ppl.cc -o ppl -lppl -lgmpxx -lgmp
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ppl.hh>
#include <vector>

using namespace Parma_Polyhedra_Library;

struct Xorshift {
  uint32_t state;
  explicit Xorshift(uint32_t seed) : state(seed * 2654435761u + 12345u) {
    if (state == 0) state = 1;
  }
  uint32_t next() {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
  }
  uint32_t below(uint32_t k) { return next() % k; }
};

static std::vector<Constraint> input(int n, uint32_t seed, int offset) {
  Xorshift random(seed);
  std::vector<Constraint> rows;
  for (int i = 0; i < n; i++) rows.push_back(Variable(offset + i) >= 0);
  for (int t = 0; t < n / 2; t++) {
    int k = 2 + random.below(2);
    std::vector<int> variables{(int)random.below(n)};
    while ((int)variables.size() < k) {
      int v = (variables[0] + 1 + random.below(n - 1)) % n;
      if (std::find(variables.begin(), variables.end(), v) == variables.end()) variables.push_back(v);
    }
    Linear_Expression sum;
    for (int v : variables) {
      int coefficient = 1 + random.below(3);
      sum += (random.next() & 1 ? coefficient : -coefficient) * Variable(offset + v);
    }
    int constant = random.below(100) + 10;
    rows.push_back(sum <= constant);
  }
  return rows;
}

static C_Polyhedron build(const std::vector<Constraint>& rows, int n) {
  C_Polyhedron result(n);
  for (const Constraint& row : rows) result.add_constraint(row);
  result.minimized_generators();
  result.minimized_constraints();
  return result;
}

static void force(const C_Polyhedron& p) {
  p.minimized_constraints();
  p.minimized_generators();
}

static double bounds(const C_Polyhedron& p, int n) {
  double sum = 0;
  Coefficient above, below;
  bool attained;
  for (int i = 0; i < n; i++) {
    if (p.maximize(Variable(i), above, below, attained)) sum += mpq_class(above, below).get_d();
    if (p.minimize(Variable(i), above, below, attained)) sum -= mpq_class(above, below).get_d();
  }
  return sum;
}

typedef std::chrono::steady_clock Clock;

template <typename F> static double timed(F f) {
  std::vector<double> times;
  for (int i = 0; i < 5; i++) {
    auto start = Clock::now();
    f();
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

static void run(int n, int groups) {
  std::vector<double> builds, joins, meets, projects, inclusions;
  double checksum = 0;
  int total = n * groups;
  for (uint32_t s = 0; s < 15; s++) {
    std::vector<Constraint> left, right;
    for (int g = 0; g < groups; g++) {
      for (const Constraint& row : input(n, 2 * s + 1 + 1000 * g, g * n)) left.push_back(row);
      for (const Constraint& row : input(n, 2 * s + 2 + 1000 * g, g * n)) right.push_back(row);
    }
    C_Polyhedron a = build(left, total), b = build(right, total);
    C_Polyhedron hull(a);
    hull.poly_hull_assign(b);
    force(hull);
    builds.push_back(timed([&] { build(left, total); }));
    joins.push_back(timed([&] { C_Polyhedron p(a); p.poly_hull_assign(b); force(p); }));
    meets.push_back(timed([&] { C_Polyhedron p(a); p.add_constraint(right[n]); force(p); p.is_empty(); }));
    Variables_Set gone;
    for (int i = 0; i < total / 4; i++) gone.insert(Variable(i));
    projects.push_back(timed([&] { C_Polyhedron p(a); p.unconstrain(gone); force(p); }));
    inclusions.push_back(timed([&] { hull.contains(a); }));
    checksum += bounds(a, total) + bounds(hull, total);
  }
  std::printf("ppl-C_Polyhedron\tpoly\t%d\t%.1f\t%.1f\t-\t-\t%.1f\t%.1f\t%.1f\t%.1f\n", total, median(builds), median(joins),
              median(meets), median(projects), median(inclusions), checksum);
}

// Arguments: sizes, or `blocks:G` for G groups of 5 variables.
int main(int count, char** arguments) {
  for (int i = 1; i < count; i++) {
    std::string size = arguments[i];
    if (size.rfind("blocks:", 0) == 0) run(5, std::atoi(size.c_str() + 7));
    else run(std::atoi(size.c_str()), 1);
  }
}
