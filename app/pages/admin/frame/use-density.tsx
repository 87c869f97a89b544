import { useSyncExternalStore } from "react";
import { AdminIcon } from "./admin-icon.tsx";

/** How high the rows of lists are: `compact` has one line, `roomy` has notes on a second one. */
export type Density = "compact" | "roomy";

const KEY = "skylark.density";
const watchers = new Set<() => void>();
let unstored: Density = "compact";

function read(): Density {
  try {
    return localStorage.getItem(KEY) === "roomy" ? "roomy" : "compact";
  } catch {
    return unstored;
  }
}

function write(density: Density): void {
  unstored = density;
  try {
    localStorage.setItem(KEY, density);
  } catch {
    // Without storage the choice holds until the page is left.
  }
  for (const tell of watchers) tell();
}

function watch(tell: () => void): () => void {
  watchers.add(tell);
  addEventListener("storage", tell);
  return () => {
    watchers.delete(tell);
    removeEventListener("storage", tell);
  };
}

/** The density that was chosen in this browser. */
export const useDensity = (): Density => useSyncExternalStore(watch, read);

/** Switches between compact and roomy rows, for every list. */
export function DensityToggle() {
  const density = useDensity();
  return (
    <button
      type="button"
      className="icon-button density-toggle"
      aria-pressed={density === "roomy"}
      title="Roomy rows"
      onClick={() => write(density === "roomy" ? "compact" : "roomy")}
    >
      <AdminIcon name="rows" />
      <span className="sr-only">Roomy rows</span>
    </button>
  );
}
