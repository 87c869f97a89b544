import type { Page } from "@playwright/test";

/** An action on a list, as an event that the page receives. */
type Doing = "click" | "change" | "keydown";
type Watched = Window & { watchFor(doing: Doing, address: string): void; shown: Promise<number> };

/** Makes every page of a tab measure how long its rows take. */
export const watchRows = (page: Page) => page.addInitScript(installWatch);

/**
 * Performs an action on a list and waits for its rows.
 * @param doing the event that the page receives; of keys it is Enter
 * @param address path and query of the list afterwards
 * @returns ms from that event to the end of the frame that shows the first rows of `address`
 * @throws when they don't appear within ten seconds
 */
export async function timeToRows(page: Page, doing: Doing, address: string, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(([heard, wanted]) => (window as unknown as Watched).watchFor(heard, wanted), [doing, address] as const);
  await act();
  return page.evaluate(() => (window as unknown as Watched).shown);
}

/** Runs in the page before its own scripts. */
function installWatch() {
  const ROWS = "main .data-table tbody tr, main ul[aria-label=Comments] > li";
  const PATIENCE = 10_000;
  const text = () => [...document.querySelectorAll(ROWS)].map((row) => row.textContent).join("\n");

  const untilRows = (doing: string, address: string) =>
    new Promise<number>((resolve, reject) => {
      const before = text();
      let began = Number.NaN;
      // Old rows that wait for the new ones are marked as busy.
      const standThere = () =>
        location.pathname + location.search === address &&
        document.querySelector(ROWS) !== null &&
        document.querySelector('main [aria-busy="true"]') === null &&
        text() !== before;
      const stop = () => {
        removeEventListener(doing, hear, true);
        clearTimeout(patience);
        observer.disconnect();
      };
      const fail = (what: string) => {
        stop();
        reject(new Error(`${what} at ${address}; the page is at ${location.href}`));
      };
      const hear = (event: Event) => {
        if (event instanceof KeyboardEvent && event.key !== "Enter") return;
        began = event.timeStamp;
        if (standThere()) fail("The rows stood already");
      };
      const observer = new MutationObserver(() => {
        if (Number.isNaN(began) || !standThere()) return;
        stop();
        requestAnimationFrame(() => {
          // A message arrives after the frame has been painted.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - began);
          port2.postMessage(null);
        });
      });
      const patience = setTimeout(() => fail("No new rows"), PATIENCE);
      addEventListener(doing, hear, true);
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    });
  const watchFor = (doing: string, address: string) => {
    const shown = untilRows(doing, address);
    // The caller gets a failure.
    shown.catch(() => {});
    Object.assign(window, { shown });
  };
  Object.assign(window, { watchFor });
}
