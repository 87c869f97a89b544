import type { ReactNode } from "react";

export type BadgeTone = "green" | "amber" | "red" | "grey" | "blue";

/** A state in one word; the colour says it once more. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`state-badge state-${tone}`}>{children}</span>;
}
