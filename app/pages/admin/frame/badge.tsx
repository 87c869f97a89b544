import type { ReactNode } from "react";

export type BadgeTone = "green" | "amber" | "red" | "gray" | "blue";

/** A status in one word. The color repeats it. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`state-badge state-${tone}`}>{children}</span>;
}
