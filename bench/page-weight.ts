import { setTimeout } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import { ADMIN, brandSite } from "./brand.ts";
import { withBrowser, withTab } from "./chromium.ts";
import type { Row } from "./row.ts";
import { ARTICLE, withSite } from "./site.ts";

export const title = "What a first visit loads, over the wire";

const PAGES = { home: "/", article: ARTICLE, listing: "/view-all" };

/** One response: DevTools' resource type, bytes of its headers and of its compressed body. `early`: requested before the load event. */
type Answer = { kind: string; head: number; body: number; early: boolean };

/** After this time all pages show a change, in ms. */
const CHANGED_MS = 2000;

export async function run(): Promise<Row[]> {
  return withSite(
    (site) =>
      withBrowser(async (browser) => {
        const rows: Row[] = [];
        for (const [name, path] of Object.entries(PAGES)) rows.push(...rowsFor(name, await visit(browser, site.address + path)));
        const plain = await visit(browser, site.address + ARTICLE);
        await brandSite(site.address);
        await setTimeout(CHANGED_MS);
        return [...rows, brandRow(plain, await visit(browser, site.address + ARTICLE))];
      }),
    ADMIN,
  );
}

/** What an owner's brand adds to an article, without the owner's own files. */
function brandRow(plain: Answer[], branded: Answer[]): Row {
  const weight = (answers: Answer[]) =>
    answers.filter(({ kind }) => kind === "Document" || kind === "Stylesheet").reduce((sum, { body }) => sum + body, 0);
  const value = (weight(branded) - weight(plain)) / 1000;
  return { measure: "article: more HTML and styles with the fullest brand", value, unit: "kB", target: "≤ 1" };
}

function rowsFor(page: string, answers: Answer[]): Row[] {
  const kilobytes = (chosen: Answer[]) => chosen.reduce((sum, { body }) => sum + body, 0) / 1000;
  const of = (kind: string) => answers.filter((answer) => answer.kind === kind);
  const later = of("Script").filter(({ early }) => !early);
  return [
    { measure: `${page}: JavaScript`, value: kilobytes(of("Script").filter(({ early }) => early)), unit: "kB", target: "≤ 122" },
    ...(later.length > 0 ? [{ measure: `${page}: JavaScript loaded later`, value: kilobytes(later), unit: "kB" }] : []),
    { measure: `${page}: HTML`, value: kilobytes(of("Document")), unit: "kB", target: "≤ 15" },
    { measure: `${page}: styles`, value: kilobytes(of("Stylesheet")), unit: "kB" },
    { measure: `${page}: fonts`, value: kilobytes(of("Font")), unit: "kB", target: "≤ 70" },
    {
      measure: `${page}: everything, with heads`,
      value: kilobytes(answers) + answers.reduce((sum, { head }) => sum + head, 0) / 1000,
      unit: "kB",
    },
    { measure: `${page}: everything`, value: answers.length, unit: "requests" },
  ];
}

/** Opens a page and waits until it is idle. */
const visit = (browser: Browser, url: string): Promise<Answer[]> =>
  withTab(browser, async (page) => {
    const devTools = await page.context().newCDPSession(page);
    const begun = new Map<string, Omit<Answer, "body">>();
    const answers: Answer[] = [];
    let loaded = false;
    devTools.on("Network.requestWillBeSent", ({ requestId, type = "Other" }) =>
      begun.set(requestId, { kind: type, head: 0, early: !loaded }),
    );
    devTools.on("Network.responseReceived", ({ requestId, response }) => {
      const request = begun.get(requestId);
      if (request) request.head = response.encodedDataLength;
    });
    devTools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const request = begun.get(requestId);
      if (request) answers.push({ ...request, body: encodedDataLength - request.head });
    });
    devTools.on("Page.loadEventFired", () => {
      loaded = true;
    });
    await devTools.send("Network.enable");
    await devTools.send("Page.enable");
    await page.goto(url, { waitUntil: "networkidle" });
    return answers;
  });
