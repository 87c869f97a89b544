import type { Page } from "@playwright/test";
import { adminRoutes } from "../app/admin-routes.ts";
import { routes } from "../app/routes.ts";
import { DESKTOP, withBrowser, withTab } from "./chromium.ts";
import { ADMIN, COUNT, type FilledOffice, withFilledOffice } from "./database/filled-office.ts";
import { timeToRows, watchRows } from "./first-rows.ts";
import { quantile, type Row } from "./row.ts";

/** With ten of them, the 95th percentile would be the slowest one. */
const ROUNDS = 20;
const TARGET = "≤ 200";

export const title = `The back office's lists in Chromium, with ${COUNT} posts, users and comments each: from the click to the paint of the first rows`;

/** A list and its actions; each of `sort`, `chip` and `search` leads to the URL with its query. */
type List = {
  entry: string;
  path: string;
  sort: { query: string; doing: "click" | "change"; act(page: Page): Promise<unknown> };
  chip: { query: string; name: RegExp };
  search: string;
};

const header = (name: string) => (page: Page) => page.getByRole("columnheader", { name }).getByRole("button").click();

const lists = ({ word }: FilledOffice): List[] => [
  {
    entry: "Posts",
    path: adminRoutes.posts(),
    sort: { query: "?sort=-views", doing: "click", act: header("Views") },
    chip: { query: "?status=draft", name: /^Drafts/ },
    search: word,
  },
  {
    entry: "Users",
    path: adminRoutes.users(),
    sort: { query: "?sort=-full_name", doing: "click", act: header("Name") },
    chip: { query: "?state=inactive", name: /^Inactive/ },
    search: "77",
  },
  {
    entry: "Comments",
    path: adminRoutes.comments(),
    // Without columns: its order is chosen in a select field.
    sort: {
      query: "?sort=created_at",
      doing: "change",
      act: (page) => page.getByLabel("Order").selectOption({ label: "Oldest first" }),
    },
    chip: { query: "?status=pending", name: /^Pending/ },
    search: "77",
  },
];

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(`${address}${routes.adminLogin()}`);
  await page.getByLabel("Email").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL(address + adminRoutes.dashboard());
}

/** The actions of an admin on a list, in this order. */
const STEPS = ["sidebar", "sort", "filter", "next page", "search"] as const;
type Step = (typeof STEPS)[number];

/** One visit, with nothing in the page's memory, so that everything is requested from the server. @returns ms of each step */
async function visit(page: Page, address: string, { entry, path, sort, chip, search }: List): Promise<Record<Step, number>> {
  await page.goto(address + adminRoutes.dashboard(), { waitUntil: "networkidle" });
  const back = async () => {
    await page.goBack();
    await page.waitForURL(address + path);
  };
  const click = (to: string, locator: ReturnType<Page["getByRole"]>) => timeToRows(page, "click", to, () => locator.click());

  const office = page.getByRole("navigation", { name: "Back office" });
  const opened = await click(path, office.getByRole("link", { name: entry, exact: true }));
  const sorted = await timeToRows(page, sort.doing, path + sort.query, () => sort.act(page));
  await back();
  const filtered = await click(path + chip.query, page.getByRole("main").getByRole("button", { name: chip.name }).first());
  await back();
  const turned = await click(`${path}?page=2`, page.getByRole("link", { name: "Next", exact: true }));
  await back();
  await page.getByRole("main").getByRole("searchbox").focus();
  // Both at once: after a moment, the box would search by itself.
  const typeAndEnter = () => Promise.all([page.keyboard.insertText(search), page.keyboard.press("Enter")]);
  const found = await timeToRows(page, "keydown", `${path}?${new URLSearchParams({ search })}`, typeAndEnter);
  return { sidebar: opened, sort: sorted, filter: filtered, "next page": turned, search: found };
}

async function measure(page: Page, office: FilledOffice): Promise<Row[]> {
  await watchRows(page);
  await signIn(page, office.address);
  const rows: Row[] = [];
  for (const list of lists(office)) {
    const visits: Record<Step, number>[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      const times = await visit(page, office.address, list);
      if (round >= 0) visits.push(times);
    }
    for (const step of STEPS) {
      const times = visits.map((visited) => visited[step]);
      rows.push({ measure: `${list.entry}: ${step}, half`, value: quantile(times, 0.5), unit: "ms", target: TARGET });
      rows.push({ measure: `${list.entry}: ${step}, 95 %`, value: quantile(times, 0.95), unit: "ms", target: TARGET });
    }
  }
  return rows;
}

/** Uses the lists as an admin does, in a browser on the same machine. */
export const run = (): Promise<Row[]> =>
  withFilledOffice((office) => withBrowser((browser) => withTab(browser, (page) => measure(page, office), DESKTOP)));
