/** A value in memory that is read again after each change. The newest read wins, however long an earlier one takes. */
export type Snapshot<T> = {
  /** Waits while the newest value is read. If that fails, the one from before stays, and the next call tries again. */
  current(): Promise<T>;
  latest(): T | undefined;
  /** Reads again. Rejects when that fails, which a caller that doesn't wait needn't catch. */
  renew(): Promise<T>;
};

/** @param options `initial`: the value until one has been read; without it, `current` rejects until then */
export function createSnapshot<T>(
  read: () => Promise<T>,
  { onError, initial }: { onError(error: unknown): void; initial?: T | undefined },
): Snapshot<T> {
  let latest = initial;
  let reading: Promise<T> | undefined;

  const renew = (): Promise<T> => {
    const begun: Promise<T> = read().then(
      (value) => {
        if (reading === begun) latest = value;
        return value;
      },
      (error: unknown) => {
        if (reading === begun) reading = undefined;
        onError(error);
        throw error;
      },
    );
    begun.catch(() => {});
    reading = begun;
    return begun;
  };
  return {
    async current() {
      try {
        return await (reading ?? renew());
      } catch (error) {
        if (latest === undefined) throw error;
        return latest;
      }
    },
    latest: () => latest,
    renew,
  };
}
