import { commonSequence } from "../domain/content/common-sequence.ts";

const linesOf = (text: string): string[] => (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");

/** Pairs of equal lines; texts with too many differences have only their ends in common. */
const pairsOf = (a: string[], b: string[]): [number, number][] => commonSequence(a, b) ?? [];

const AROUND = 2;

/** Lines that were removed and added, with some around them. */
export function showChanges(before: string, after: string): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const shown: { sign: string; line: string }[] = [];
  let [a, b] = [0, 0];
  for (const [nextA, nextB] of [...pairsOf(old, now), [old.length, now.length] as [number, number]]) {
    while (a < nextA) shown.push({ sign: "-", line: old[a++] ?? "" });
    while (b < nextB) shown.push({ sign: "+", line: now[b++] ?? "" });
    if (a < old.length && b < now.length) shown.push({ sign: " ", line: old[a] ?? "" });
    a++;
    b++;
  }
  const isNear = (at: number) => shown.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ sign }) => sign !== " ");
  const lines: string[] = [];
  for (const [at, { sign, line }] of shown.entries())
    if (isNear(at)) lines.push(sign + line);
    else if (lines.length > 0 && lines.at(-1) !== "…") lines.push("…");
  return lines.join("\n");
}

/** The parts that both sides changed, or one of them, each as it is here, as it was, and as it is on the site. */
export function showThree(base: string, here: string, site: string): string {
  const [was, ours, theirs] = [linesOf(base), linesOf(here), linesOf(site)];
  const inOurs = new Map(pairsOf(was, ours));
  const inTheirs = new Map(pairsOf(was, theirs));
  const parts: string[] = [];
  let [a, b, c] = [0, 0, 0];
  const part = (toA: number, toB: number, toC: number) => {
    const [mine, old, other] = [ours.slice(b, toB), was.slice(a, toA), theirs.slice(c, toC)];
    [a, b, c] = [toA + 1, toB + 1, toC + 1];
    if (mine.join("\n") === other.join("\n")) return;
    parts.push(["<<<<<<< here", ...mine, "||||||| before", ...old, "=======", ...other, ">>>>>>> site"].join("\n"));
  };
  for (let at = 0; at < was.length; at++) {
    const [mine, other] = [inOurs.get(at), inTheirs.get(at)];
    if (mine !== undefined && other !== undefined) part(at, mine, other);
  }
  part(was.length, ours.length, theirs.length);
  return parts.join("\n");
}
