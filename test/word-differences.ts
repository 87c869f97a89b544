/** The length of a longest common subsequence, by plain dynamic programming. */
export function plainCommonLength(a: string[], b: string[]): number {
  let above = new Array<number>(b.length + 1).fill(0);
  for (const word of a) {
    const row = [0];
    for (const [at, other] of b.entries()) {
      row.push(word === other ? (above[at] ?? 0) + 1 : Math.max(above[at + 1] ?? 0, row[at] ?? 0));
    }
    above = row;
  }
  return above.at(-1) ?? 0;
}

/** Random numbers that are the same in every run. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
