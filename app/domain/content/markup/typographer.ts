import type { CoreRule, Token } from "./article-block.ts";

/** An apostrophe stands for the beginning of these words. */
export const ELISIONS = "tis|twas|twere|twill|twould|em|n|cause|til|bout|neath";

const LEFT_OUT = new RegExp(`(?<![\\p{L}\\p{N}])'(?=(?:${ELISIONS})(?![\\p{L}\\p{N}]))(?!(?!n')\\p{L}+')`, "giu");
const AROUND_N = /(?<=’n)'(?![\p{L}\p{N}])/giu;
/** A year without its century: '90s, '68. */
const SHORT_YEAR = /(?<![\p{L}\p{N}])'(?=\d\d(?:s|er)?(?![\p{L}\p{N}']))/gu;

const withApostrophes = (text: string) =>
  text.includes("'") ? text.replace(LEFT_OUT, "’").replace(AROUND_N, "’").replace(SHORT_YEAR, "’") : text;

/** `-- ` and `---` are dashes within a line; longer runs stay. */
const withDashes = (text: string): string =>
  text
    .replace(/(?<![?!.])\.{2,}/g, "…")
    .replace(/(^|[^-])---(?=[^-]|$)/gm, "$1—")
    .replace(/(^|\s)--(?=\s|$)/gm, "$1–")
    .replace(/(^|[^-\s])--(?=[^-\s]|$)/gm, "$1–");

/** Escaped ones: `\---` and `-\--` stay. */
function besideEscapes(text: string, before: Token | undefined, after: Token | undefined): string {
  if (!/\.\.|--/.test(text)) return text;
  const sign = (token: Token | undefined, at: 0 | -1) => (token?.type === "text_special" ? token.content.at(at) : undefined);
  const run = (char: string | undefined, pattern: RegExp) =>
    char === "-" || char === "." ? (pattern.exec(text)?.[0] ?? "") : "";
  const first = sign(before, -1);
  const last = sign(after, 0);
  const lead = run(first, first === "-" ? /^-+/ : /^\.+/);
  const rest = text.slice(lead.length);
  const tail = rest && run(last, last === "-" ? /-+$/ : /\.+$/).slice(0, rest.length);
  return lead + withDashes(rest.slice(0, rest.length - tail.length)) + tail;
}

const isWordSign = (sign: string) => /[\p{L}\p{N}]/u.test(sign);

/** Feet and inches, minutes and seconds: a quote after a digit that closes nothing. */
function createPrimes(): (text: string) => string {
  const open = { "'": 0, '"': 0 };
  let last = " ";
  return (text) => {
    if (text === "") return text;
    const before = (index: number) => (index > 0 ? text.charAt(index - 1) : last);
    const made = text.replace(/['"]/g, (sign, index: number) => {
      const quote = sign as "'" | '"';
      const [left, right] = [before(index), text.charAt(index + 1) || " "];
      if (quote === "'" && /\p{L}/u.test(right) && isWordSign(left)) return sign;
      if (!isWordSign(left) && !/\s/.test(right)) open[quote] += 1;
      else if (open[quote] > 0) open[quote] -= 1;
      else if (/\d/.test(left)) return quote === '"' ? "″" : "′";
      return sign;
    });
    last = text.at(-1) ?? last;
    return made;
  };
}

function typeset(tokens: readonly Token[]): void {
  const primes = createPrimes();
  let inAddress = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === "link_open" && token.info === "auto") inAddress += 1;
    if (token.type === "link_close" && token.info === "auto") inAddress -= 1;
    if (token.type === "softbreak" || token.type === "hardbreak") primes(" ");
    if (token.type !== "text" || inAddress > 0) {
      if (token.content !== "") primes(token.content.replaceAll(/['"]/g, "x"));
      continue;
    }
    token.content = primes(withApostrophes(besideEscapes(token.content, tokens[index - 1], tokens[index + 1])));
  }
}

const SIGNS = /['"]|\.\.|--/;

/** markdown-it's rule for quotes follows. Its own replacements, (c) and +- among them, change what enumerations and formulas say. */
export const typesetTexts: CoreRule = ({ tokens }) => {
  for (const { type, content, children } of tokens) {
    if (type === "inline" && children && SIGNS.test(content)) typeset(children);
  }
};
