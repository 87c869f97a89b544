import { createParser } from "eventsource-parser";
import { type FocusEvent, useEffect, useId, useState } from "react";
import type { ReadersNow } from "../../../domain/analytics/analytics.ts";
import { Link } from "../../../ui/link.tsx";
import type { PanelFilters } from "./panel.tsx";
import { openLive } from "./queries.ts";

export type LiveState = "connecting" | "live" | "lost";

type Following = {
  open(signal: AbortSignal): Promise<Response>;
  onReaders(readers: ReadersNow): void;
  onState(state: LiveState): void;
  /** waits `ms`, or until the signal aborts */
  wait(ms: number, signal: AbortSignal): Promise<void>;
};

/** The first pause after a connection broke, and the longest, in ms; each is twice the one before. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

/** Reads one stream to its end. @returns whether it sent anything */
async function readStream(response: Response, { onReaders, onState }: Following): Promise<boolean> {
  if (!response.ok || !response.body) throw new Error(`no stream: ${response.status}`);
  let brought = false;
  const parser = createParser({
    onEvent({ event, data }) {
      if (event !== "readers") return;
      brought = true;
      onState("live");
      onReaders(JSON.parse(data) as ReadersNow);
    },
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return brought;
    parser.feed(value);
  }
}

/**
 * Follows the stream of current readers until the signal aborts. It uses `fetch`, because an `EventSource`
 * can't send the admin's token. A stream that ends is opened again after a pause, which grows as long as no stream sends
 * anything.
 */
export async function followReaders(following: Following, signal: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE;
  while (!signal.aborted) {
    following.onState("connecting");
    const brought = await following
      .open(signal)
      .then((response) => readStream(response, following))
      .catch(() => false);
    if (signal.aborted) return;
    following.onState("lost");
    if (brought) pause = FIRST_PAUSE;
    await following.wait(pause, signal);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }
}

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** The current readers, while the tab is visible: a hidden tab closes the stream. */
function useLive(): { readers: ReadersNow | null; state: LiveState } {
  const [readers, setReaders] = useState<ReadersNow | null>(null);
  const [state, setState] = useState<LiveState>("connecting");
  useEffect(() => {
    let call: AbortController | null = null;
    const look = () => {
      call?.abort();
      call = document.hidden ? null : new AbortController();
      if (call) void followReaders({ open: openLive, onReaders: setReaders, onState: setState, wait }, call.signal);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      call?.abort();
    };
  }, []);
  return { readers, state };
}

const figures = new Intl.NumberFormat("en-US");

const PAGES = 6;

const STATES: Record<LiveState, string> = {
  connecting: "Connecting...",
  live: "Active in the last 5 minutes",
  lost: "Not connected. Trying again...",
};

type LivePagesProps = Pick<PanelFilters, "href"> & { pages: ReadersNow["pages"] };

/** The pages that are read, in a box over the figures, so that nothing moves while readers come and go. */
function LivePages({ pages, href }: LivePagesProps) {
  const close = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) => {
    if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
  };
  return (
    <details className="live-details" onBlur={close}>
      <summary>
        Pages
        <span className="sr-only"> that are read now</span>
      </summary>
      <ul className="live-pages">
        {pages.slice(0, PAGES).map(({ path, title, readers: count }) => (
          <li key={path}>
            <Link to={href({ path })} title={path} preventScrollReset>
              {title || path}
            </Link>
            <span>{figures.format(count)}</span>
          </li>
        ))}
        {pages.length > PAGES ? <li className="live-more">+{pages.length - PAGES} more</li> : null}
      </ul>
    </details>
  );
}

/** The current readers, without the screen's filters. It is no live region, because it changes too often to be read out. */
export function Live({ href, isNarrow }: Pick<PanelFilters, "href"> & { isNarrow: boolean }) {
  const id = useId();
  const { readers, state } = useLive();
  const { pages = [] } = readers ?? {};
  return (
    <section className="live" aria-labelledby={id} data-state={state}>
      <span className="live-dot" aria-hidden="true" />
      <h2 id={id}>Readers Right Now</h2>
      <p className="live-count">{readers ? figures.format(readers.readers) : state === "connecting" ? "…" : 0}</p>
      {pages.length > 0 ? <LivePages pages={pages} href={href} /> : null}
      <p className="live-state">{isNarrow && state === "live" ? `${STATES.live}, on all pages` : STATES[state]}</p>
    </section>
  );
}
