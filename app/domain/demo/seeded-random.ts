/** Numbers that look random and are the same for the same seed (mulberry32, by Tommy Ettinger; in the public domain). */
export type SeededRandom = {
  /** from 0 up to, but not including, 1 */
  next(): number;
  /** one of the list, each as likely as its weight says */
  pick<Item extends { weight: number }>(list: readonly Item[]): Item;
};

/** @param seed a whole number */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    pick(list) {
      let rest = next() * list.reduce((sum, { weight }) => sum + weight, 0);
      const found = list.find(({ weight }) => {
        rest -= weight;
        return rest < 0;
      });
      return found ?? (list.at(-1) as (typeof list)[number]);
    },
  };
}
