import { describe, expect, it } from "vitest";
import { Diagnostics } from "../util/diagnostic.ts";
import { SourceMap } from "../util/source.ts";
import { Lexer } from "./lexer.ts";
import { Names } from "./preprocessor/names.ts";
import { FLAG_LINE_START, FLAG_SPACE, type PreprocessingToken } from "./preprocessor/preprocessing-token.ts";

function lex(text: string): { tokens: PreprocessingToken[]; diagnostics: Diagnostics; base: number } {
  const sources = new SourceMap();
  const diagnostics = new Diagnostics();
  const file = sources.add("a.c", text);
  const lexer = new Lexer(file, new Names(), diagnostics);
  const tokens: PreprocessingToken[] = [];
  for (let token = lexer.next(); token.kind !== "end"; token = lexer.next()) tokens.push(token);
  return { tokens, diagnostics, base: file.base };
}

function kinds(text: string): string {
  return lex(text)
    .tokens.map(({ kind, text: spelled }) => `${kind}:${spelled}`)
    .join(" ");
}

describe("lexer", () => {
  it("takes the longest punctuator", () => {
    const all =
      "<<= >>= ... -> ++ -- << >> <= >= == != && || += -= *= /= %= &= ^= |= ## # . , ; : ? ~ ! ^ | & [ ] ( ) { }";
    expect(lex(all).tokens.map(({ text }) => text)).toEqual(all.split(" "));
    expect(lex("a+++++b").tokens.map(({ text }) => text)).toEqual(["a", "++", "++", "+", "b"]);
    expect(lex("..").tokens.map(({ text }) => text)).toEqual([".", "."]);
  });

  it("gives digraphs in their ordinary spelling", () => {
    expect(lex("<: :> <% %> %: %:%:").tokens.map(({ text }) => text)).toEqual(["[", "]", "{", "}", "#", "##"]);
  });

  it("reads preprocessing numbers", () => {
    expect(kinds("0x1e+5 1.e+3f .5 1..2 0b101u 1_a 0x1p-3")).toBe(
      "number:0x1e+5 number:1.e+3f number:.5 number:1..2 number:0b101u number:1_a number:0x1p-3",
    );
    expect(kinds("1+2")).toBe("number:1 punctuator:+ number:2");
  });

  it("reads literals with prefixes and escapes", () => {
    expect(kinds(String.raw`"a\"b" L'\'' u8"x" U"\\" u'y' u8 'z' ''`)).toBe(
      String.raw`string:"a\"b" character:L'\'' string:u8"x" string:U"\\" character:u'y' identifier:u8 character:'z' character:''`,
    );
  });

  it("keeps unclosed literals and strange characters for whoever uses them", () => {
    expect(kinds('"abc\\"\nx')).toBe('other:"abc\\" identifier:x');
    expect(kinds("' @ `")).toBe("other:' @ `");
    expect(kinds("@ a")).toBe("other:@ identifier:a");
    expect(lex('"abc').diagnostics.errors).toBe(0);
  });

  it("reads identifiers with dollars, letters outside ASCII and universal names", () => {
    expect(kinds("$a b$1 größe \\u00e9t\\U000000e9 变量")).toBe(
      "identifier:$a identifier:b$1 identifier:größe identifier:été identifier:变量",
    );
    expect(kinds("a\\b")).toBe("identifier:a other:\\ identifier:b");
    expect(kinds("\u00a0")).toBe("other:\u00a0");
  });

  it("skips comments, form feeds and carriage returns", () => {
    expect(kinds("a/*x*/b//c\r\nd\f\ve/**/")).toBe("identifier:a identifier:b identifier:d identifier:e");
    expect(lex("a /* b").diagnostics.list.map(({ message }) => message)).toEqual(["unterminated comment"]);
  });

  it("joins continued lines and keeps physical positions", () => {
    const text = "ab\\\ncd + \\  \r\n e\\\n";
    const { tokens, base } = lex(text);
    expect(tokens.map(({ text: spelled }) => spelled)).toEqual(["abcd", "+", "e"]);
    const [first, , last] = tokens;
    expect(text.slice((first?.start ?? 0) - base, (first?.end ?? 0) - base)).toBe("ab\\\ncd");
    expect(text.slice((last?.start ?? 0) - base, (last?.end ?? 0) - base)).toBe("e");
  });

  it("marks white space and line starts", () => {
    const { tokens } = lex("a b\n /* c */ d+e");
    expect(tokens.map(({ flags }) => flags)).toEqual([FLAG_LINE_START, FLAG_SPACE, FLAG_SPACE | FLAG_LINE_START, 0, 0]);
  });

  it("skips a byte order mark", () => {
    expect(kinds("\ufeffint")).toBe("identifier:int");
  });
});

describe("names", () => {
  it("gives one string for equal names, also after growing", () => {
    const names = new Names();
    const spelled = Array.from({ length: 3000 }, (_, index) => `name${index}`);
    const intern = (name: string): string => names.intern(`(${name})`, 1, name.length + 1, name.length);
    expect(spelled.map(intern)).toEqual(spelled);
    expect(spelled.map(intern)).toEqual(spelled);
  });
});
