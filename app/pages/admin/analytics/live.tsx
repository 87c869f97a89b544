import { useId } from "react";
import { Link } from "../../../ui/link/link.tsx";
import type { LiveState } from "./live-stream.ts";
import type { PanelFilters } from "./use-filters.ts";
import { useLive } from "./use-live.ts";

const figures = new Intl.NumberFormat("en-US");

/** So many pages fit beside the curve. */
const PAGES = 6;

const STATES: Record<LiveState, string> = {
  connecting: "Connecting…",
  live: "Active in the last 5 minutes",
  lost: "Not connected. Trying again…",
};

/** Who reads at this moment, whatever the screen is narrowed down to. It changes by itself, too often to be read out. */
export function Live({ href, isNarrow }: Pick<PanelFilters, "href"> & { isNarrow: boolean }) {
  const id = useId();
  const { readers, state } = useLive();
  const { pages = [] } = readers ?? {};
  return (
    <section className="panel live" aria-labelledby={id} data-state={state}>
      <h2 id={id}>Readers Right Now</h2>
      <p className="live-count">{readers ? figures.format(readers.readers) : state === "connecting" ? "…" : 0}</p>
      <p className="live-state">
        <span className="live-dot" aria-hidden="true" />
        {isNarrow && state === "live" ? `${STATES.live}, on all pages` : STATES[state]}
      </p>
      <ul className="live-pages">
        {pages.slice(0, PAGES).map(({ path, title, readers: count }) => (
          <li key={path}>
            <Link to={href({ path })} title={path}>
              {title || path}
            </Link>
            <span>{figures.format(count)}</span>
          </li>
        ))}
      </ul>
      {pages.length > PAGES ? <p className="stats-more">+{pages.length - PAGES} more pages</p> : null}
    </section>
  );
}
