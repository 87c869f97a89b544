import { z } from "@hono/zod-openapi";
import { invalid } from "../../domain/errors.ts";

const PASSAGES_MAX = 100;

export const passages = z
  .array(
    z.strictObject({
      old: z.string("must be text").min(1, "is required").meta({ description: "Exactly as in the text, where it is once" }),
      new: z.string("must be text").meta({ description: "What replaces it" }),
    }),
    "must be a list of passages",
  )
  .min(1, "must have at least one passage")
  .max(PASSAGES_MAX, `must have at most ${PASSAGES_MAX} passages`)
  .meta({ description: "One after another, each in the text that the ones before it left" });

type Passages = z.output<typeof passages>;

function timesIn(text: string, passage: string): number {
  let times = 0;
  for (let at = text.indexOf(passage); at !== -1; at = text.indexOf(passage, at + 1)) times++;
  return times;
}

/** @throws DomainError invalid_input for a passage that isn't there once; nothing is replaced then */
export function patched(text: string, patch: Passages): string {
  return patch.reduce((before, { old, new: replacement }, index) => {
    const times = timesIn(before, old);
    const rule = times === 0 ? "must be in the text, but isn’t" : `must be in the text once, but is there ${times} times`;
    if (times !== 1) throw invalid("Nothing was changed", [{ field: `patch.${index}.old`, rule }]);
    return before.replace(old, () => replacement);
  }, text);
}
