import { useCallback, useMemo, useState } from "react";

const NONE: ReadonlySet<string> = new Set();

/**
 * The rows that are chosen; only those in sight count, so that nobody deletes what they can't see.
 * @param ids of the rows in sight
 */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NONE);
  const selected = useMemo(() => new Set(ids.filter((id) => chosen.has(id))), [ids, chosen]);
  const clear = useCallback(() => setChosen(NONE), []);
  return { selected, onChange: setChosen as (next: ReadonlySet<string>) => void, clear };
}
