import { AdminIcon } from "./admin-icon.tsx";
import { storedChoice } from "./stored-choice.ts";

/** How high the rows of lists are: `compact` has one line, `roomy` has notes on a second one. */
type Density = "compact" | "roomy";

const density = storedChoice<Density>("skylark.density", ["compact", "roomy"]);

export const useDensity = density.useChoice;

export function DensityToggle() {
  const chosen = useDensity();
  return (
    <button
      type="button"
      className="icon-button density-toggle"
      aria-pressed={chosen === "roomy"}
      title="Roomy rows"
      onClick={() => density.choose(chosen === "roomy" ? "compact" : "roomy")}
    >
      <AdminIcon name="rows" />
      <span className="sr-only">Roomy rows</span>
    </button>
  );
}
