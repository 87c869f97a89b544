import { setTimeout as pause } from "node:timers/promises";

export type Batches<Item, Result> = {
  add(item: Item): Promise<Result>;
  close(): Promise<void>;
  readonly waiting: number;
};

/** A batch of this size suggests more items, so the next one gathers for this long, in ms. */
const MANY = 16;
const GATHER_MS = 4;

class BatchesFull extends Error {}

type QueuedItem<Item, Result> = { item: Item; resolve(result: Result): void; reject(reason: unknown): void };

/** The next batch begins after the one in progress, or a moment later under load. @param work resolves to the outcome of each item */
export function createBatches<Item, Result>(
  work: (items: Item[]) => Promise<PromiseSettledResult<Result>[]>,
  { atOnce, waiting: room }: { atOnce: number; waiting: number },
): Batches<Item, Result> {
  let queue: QueuedItem<Item, Result>[] = [];
  let running: Promise<void> | null = null;
  let isClosed = false;
  // A single instance, so that it is logged only once.
  const full = new BatchesFull("There is no room for more, or no time");

  const workOff = async () => {
    for (let last = 0; queue.length > 0; ) {
      if (last >= MANY && queue.length < atOnce && !isClosed) await pause(GATHER_MS);
      const batch = queue.splice(0, atOnce);
      last = batch.length;
      try {
        const results = await work(batch.map(({ item }) => item));
        batch.forEach(({ resolve, reject }, at) => {
          const result = results[at] as PromiseSettledResult<Result>;
          if (result.status === "fulfilled") resolve(result.value);
          else reject(result.reason);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = null;
  };

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        if (isClosed || queue.length >= room) return reject(full);
        queue.push({ item, resolve, reject });
        // Items that arrive in the same turn of the event loop join the batch.
        running ??= new Promise<void>((begin) => setImmediate(begin)).then(workOff);
      }),
    close: async () => {
      isClosed = true;
      await running;
      queue = [];
    },
    get waiting() {
      return queue.length;
    },
  };
}
