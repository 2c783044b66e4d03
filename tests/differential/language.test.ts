/** The language besides what the generator makes: wide integers, structures by value, variadics, tables, literals. */
import { expect, test } from "vitest";
import { execute } from "../support/c-program.ts";
import { canCompile, nativeOutput } from "./compare.ts";

const TEXT = `#include <stdio.h>
#include <stdarg.h>
typedef __int128 I; typedef unsigned __int128 U;
U gu = 5; I gi = -7; static U arr[3] = {1,2,3};
struct S { int a; long long b; char c[5]; double d; }; 
struct S mk(int x){ struct S s = {x, x*2LL, "abcd", x/2.0}; return s; }
int sum(struct S s, int k){ return s.a + (int)s.b + s.c[0] + (int)s.d + k; }
void pr(U u){ printf("%016llx%016llx\\n", (unsigned long long)(u>>64), (unsigned long long)u); }
U mulmod(U a, U b){ return a*b % ((U)1<<100); }
int va(int n, ...){ va_list l; va_start(l,n); struct S s = va_arg(l, struct S); long long q = va_arg(l,long long); va_end(l); return s.a + (int)q; }
static int counter(void){ static int c; return ++c; }
typedef int (*op)(int,int); int add(int a,int b){return a+b;} int mul(int a,int b){return a*b;}
op table[] = {add, mul}; 
union F { float f; unsigned u; double d; unsigned long long l; };
enum e { A=-1, B=5, C };
int main(void){
 pr(gu); pr((U)gi); gu = gu*(U)0xffffffffffffffffULL; pr(gu); gi = gi*gi*gi; pr((U)gi); gi /= 3; pr((U)gi); gi >>= 2; pr((U)gi); gu <<= 70; pr(gu);
 arr[1] = ~(U)0; pr(arr[1] / 10); pr(mulmod(arr[1], arr[2])); printf("%d %d\\n", gi < 0, gu > (U)gi); printf("%.3f\\n", (double)gi);
 struct S s = mk(9), *p = &s; printf("%d %d %s\\n", sum(s, 1), sum(mk(3), 2), mk(4).c); p->c[1]='X'; struct S t = *p; printf("%s %g\\n", t.c, t.d);
 printf("%d\\n", va(1, s, 77LL)); counter(); counter(); printf("%d\\n", counter());
 printf("%d %d\\n", table[0](3,4), table[1](3,4)); union F f; f.f = 1.5f; printf("%x\\n", f.u); f.d = -2.25; printf("%llx\\n", f.l);
 printf("%d %d\\n", (int)A, C); int m[3][4]; for(int i=0;i<3;i++)for(int j=0;j<4;j++)m[i][j]=i*4+j; int (*q)[4]=m+1; printf("%d %d\\n", (*q)[2], q[1][3]);
 char *str = "lit" "eral"; printf("%s %d\\n", str+2, (int)sizeof("abc")); unsigned char uc = 200; signed char sc = uc; printf("%d %d %d\\n", uc+uc, sc, (unsigned char)(uc*2));
 long double ld = 1.0L/3; printf("%.3Lf %d\\n", ld, (int)sizeof ld); _Bool b = 0.5; printf("%d\\n", b); float ff = 16777217; printf("%.1f\\n", ff);
 int x = 5; int *px = &x; int **pp = &px; **pp += 3; printf("%d\\n", x); printf("%ld\\n", (long)(&m[2][1] - &m[0][0])); goto L; x = 0; L: printf("%d\\n", x);
 const char *names[] = {[2]="two",[0]="zero"}; printf("%s %s %d\\n", names[0], names[2], names[1]==0);
 struct { unsigned a:3; int b:5; unsigned long long c:40; } bf = {9, -20, 0x1234567890ULL}; printf("%u %d %llx\\n", bf.a, bf.b, (unsigned long long)bf.c);
 printf("%d %u\\n", -7/2, -7%2); printf("%d\\n", (int)(char)0x1ff); printf("%lld\\n", (long long)(unsigned)-1); printf("%d\\n", ({int y = 3; y*y;}));
 int vla = 3; int w[vla][2]; w[2][1]=8; printf("%d %d\\n", w[2][1], (int)sizeof w); 
 return 0; }
`;

test("a tour of the language prints what gcc's binary prints", (context) => {
  if (!canCompile(64)) return context.skip("gcc is not installed");
  const { outcome, stdout } = execute(TEXT);
  expect(stdout).toBe(nativeOutput(TEXT, 64));
  expect(outcome).toMatchObject({ kind: "exit", inexact: true });
}, 60_000);
