/** The most that time may grow by where it is linear: 4, with room for what caches and the garbage collector add. */
export const LINEAR = 8;

/** What is measured takes at least this long, in ms, so that single pauses matter little. */
const LONG_ENOUGH = 15;
const ROUNDS = 6;

/** The processor time of this process, in ms: other programs use the machine, too. */
async function cost(work: (size: number) => unknown, size: number): Promise<number> {
  const before = process.cpuUsage();
  await work(size);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * How many times as much processor time work takes when its input is four times as large: about 4 where it is linear, 16 where
 * it is quadratic. The best of several rounds counts.
 * @param size of the smaller input to begin with; it grows until the work takes long enough
 */
export async function growth(work: (size: number) => unknown, size: number): Promise<number> {
  let from = size;
  await work(from);
  for (let doubled = 0; doubled < 4 && (await cost(work, from)) < LONG_ENOUGH; doubled++) from *= 2;
  let [once, fourfold] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++) {
    once = Math.min(once, await cost(work, from));
    fourfold = Math.min(fourfold, await cost(work, 4 * from));
    if (round > 0 && fourfold / once < LINEAR) break;
  }
  return fourfold / once;
}
