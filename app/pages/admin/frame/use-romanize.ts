import { useEffect, useState } from "react";
import type { romanize } from "../../../platform/romanize.ts";

type Romanize = typeof romanize;

/** Whether the table of all scripts has anything to say: a letter that isn't ASCII. */
const NEEDS_TABLE = /(?!\p{ASCII})\p{L}/u;

/** Kept once it is there: it is large, and most titles do without. */
let table: Romanize | undefined;

/**
 * Spells a title in ASCII letters, so that a slug can be made of it. The table for that is fetched with the first title that
 * needs it; until then, and should that fail, letters stay what they are.
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
      // Without a connection: the author can write a slug by hand, and the next letter tries again.
      () => {},
    );
    return () => {
      isLeft = true;
    };
  }, [romanize, title]);
  return romanize ?? asItIs;
}

const asItIs: Romanize = (text) => text;
