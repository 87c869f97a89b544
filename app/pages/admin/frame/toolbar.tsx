import type { ReactNode } from "react";

/** The row above a list: its search, its filters. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className="toolbar">{children}</div>;
}
