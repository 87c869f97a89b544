import { useEffect, useState } from "react";
import type { romanize } from "../../../platform/romanize.ts";

type Romanize = typeof romanize;

/** Matches a letter that isn't ASCII, which needs the table. */
const NEEDS_TABLE = /(?!\p{ASCII})\p{L}/u;

/** Cached after the first load: it is large, and most titles don't need it. */
let table: Romanize | undefined;

/**
 * Transliterates a title to ASCII, to make a slug from it. The table is loaded with the first title that needs it; until then, and if
 * the load fails, letters stay as they are.
 * @param title the title that is being typed
 */
export function useRomanize(title: string): Romanize {
  const [romanize, setRomanize] = useState(() => table);
  useEffect(() => {
    if (romanize || !NEEDS_TABLE.test(title)) return;
    let isLeft = false;
    import("../../../platform/romanize.ts").then(
      (module) => {
        table = module.romanize;
        if (!isLeft) setRomanize(() => module.romanize);
      },
      // Offline: the author can write the slug by hand, and the next letter tries again.
      () => {},
    );
    return () => {
      isLeft = true;
    };
  }, [romanize, title]);
  return romanize ?? asItIs;
}

const asItIs: Romanize = (text) => text;
