import type { Locator, Page } from "@playwright/test";
import { test } from "./account-visitor.ts";
import { expectFine, signInAsAdmin } from "./admin-writer.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const toasts = (page: Page) => page.locator(".toast");
const rowOf = (page: Page, text: string): Locator => page.getByRole("row").filter({ hasText: text });
const chip = (page: Page, name: string) => page.getByRole("group", { name: "Status" }).getByRole("button", { name });
const titles = (page: Page) => page.locator("tbody .row-title").allTextContents();

/** How many rows the list has, once it shows all that it says: only those that fit into the window come first. */
async function countRows(page: Page): Promise<number> {
  const pager = page.getByRole("navigation", { name: "Pages" }).getByRole("status");
  await expect(pager).toHaveText(/^1–\d+ of \d+ posts$/);
  const said = Number(/–(\d+)/.exec(await pager.innerText())?.[1]);
  await expect(page.locator("tbody tr")).toHaveCount(said);
  return said;
}

/** Opens the list as an admin. */
async function openPosts(page: Page, query = ""): Promise<void> {
  await signInAsAdmin(page, `/admin/posts${query}`);
  await expect(page.getByRole("heading", { level: 1, name: "Posts" })).toBeVisible();
  await expect(page.getByRole("table").or(page.getByRole("heading", { name: "No posts found" }))).toBeVisible();
}

test("the list is searched, filtered and sorted, and the URL says how", async ({ visitor }) => {
  await openPosts(visitor);
  await expect(visitor).toHaveTitle(/^Posts · /);
  const all = await countRows(visitor);
  expect(all).toBeGreaterThan(5);

  await chip(visitor, "Drafts").click();
  await expect(visitor).toHaveURL("/admin/posts?status=draft");
  const drafts = visitor.getByRole("row").filter({ hasText: "Not published" });
  // All of them and the header.
  await expect.poll(async () => (await visitor.getByRole("row").count()) - (await drafts.count())).toBe(1);
  await expect.poll(() => drafts.count()).toBeGreaterThan(0);
  await visitor.goBack();
  await expect(visitor).toHaveURL("/admin/posts");

  await visitor.getByLabel("Search posts").fill("MOOD");
  await expect(visitor).toHaveURL("/admin/posts?search=MOOD");
  await expect(rowOf(visitor, "mood-tracking-guide")).toContainText(/Published.*Wellness.*1,2\d\d.*89/s);
  await visitor.getByLabel("Search posts").fill("no such post");
  await expect(visitor.getByRole("heading", { name: "No posts found" })).toBeVisible();
  await expectAccessible(visitor, "nothing found");
  await visitor.getByRole("button", { name: "Show all posts" }).click();
  await expect(visitor.locator("tbody tr")).toHaveCount(all);

  const asked: string[] = [];
  visitor.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === "/api/admin/posts") asked.push(search);
  });
  await visitor.getByRole("button", { name: "Views" }).click();
  await expect(visitor).toHaveURL("/admin/posts?sort=-views");
  await expect(visitor.getByRole("columnheader", { name: "Views" })).toHaveAttribute("aria-sort", "descending");
  await expect.poll(async () => (await titles(visitor))[0]).toMatch(/Mood/);
  // Prefetched data isn't requested again by the screen.
  expect(asked).toEqual([expect.stringContaining("sort=-views")]);
  await visitor.getByLabel("Order").selectOption("Title, A to Z");
  await expect(visitor).toHaveURL("/admin/posts?sort=title");
  await expect
    .poll(async () => (await titles(visitor)).map((title) => title.toLowerCase()))
    .toEqual((await titles(visitor)).map((title) => title.toLowerCase()).sort());
  await visitor.getByLabel("Category").selectOption("Wellness");
  await expect(rowOf(visitor, "mood-tracking-guide")).toHaveCount(1);
  await visitor.reload();
  await expect(visitor.getByLabel("Category")).toHaveValue(/[0-9a-f-]{36}/);
  await expect(rowOf(visitor, "mood-tracking-guide")).toHaveCount(1);
});

test("featured posts are put in order by keys, by buttons and by dragging, and Home follows", async ({ visitor, newBrowser }) => {
  const list = dialog(visitor).getByRole("list", { name: "Featured posts" });
  const order = () => list.locator(".featured-row strong").allTextContents();
  const grip = (title: string) => list.getByRole("button", { name: `Move ${title}: drag, or press the up and down arrow keys` });
  const open = () => visitor.getByRole("button", { name: "Featured order" }).click();
  await openPosts(visitor);
  await open();
  await expect(list.getByRole("listitem")).toHaveCount(4);
  const [first = "", second = "", third = "", fourth = ""] = await order();
  await expect(dialog(visitor).getByRole("button", { name: "Save" })).toBeDisabled();
  await grip(fourth).press("ArrowUp");
  await expect(grip(fourth)).toBeFocused();
  await list.getByRole("button", { name: `Move ${first} down` }).click();
  await expect.poll(order).toEqual([second, first, fourth, third]);
  // Escape ends the drag, and not the dialog.
  const drag = async () => {
    await grip(third).hover();
    const target = await list.boundingBox();
    await visitor.mouse.down();
    await visitor.mouse.move((target?.x ?? 0) + 20, (target?.y ?? 0) + 4, { steps: 4 });
  };
  await drag();
  await visitor.keyboard.press("Escape");
  await visitor.mouse.up();
  await expect.poll(order).toEqual([second, first, fourth, third]);
  await drag();
  await visitor.mouse.up();
  await expect.poll(order).toEqual([third, second, first, fourth]);
  await expectFine(visitor, "order of featured stories");
  await dialog(visitor).getByRole("button", { name: "Save" }).click();
  await expect(toasts(visitor).filter({ hasText: "Order saved" })).toBeVisible();

  const reader = await newBrowser();
  const stories = reader.getByRole("region", { name: "Featured Stories" }).locator(".card-title");
  await expect(async () => {
    await visit(reader, "/");
    await expect(stories).toHaveText([third, second, first, fourth], { timeout: 5000 });
  }).toPass();
  await open();
  await dialog(visitor).getByRole("button", { name: "Newest first" }).click();
  await expect.poll(order).toEqual([first, second, third, fourth]);
  await dialog(visitor).getByRole("button", { name: "Save" }).click();
  await expect(dialog(visitor)).toHaveCount(0);
});

test("rows have one line of 44 px, or two on 58 px; on phones they have 68 px, and their menu is always in sight", async ({
  visitor,
}) => {
  const heights = async () =>
    new Set(
      await visitor.locator("tbody tr").evaluateAll((all) => all.map((row) => Math.floor(row.getBoundingClientRect().height))),
    );
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await openPosts(visitor);
  await expect.poll(heights).toEqual(new Set([44]));
  const menu = rowOf(visitor, "mood-tracking-guide").getByRole("button", { name: /^Actions for/ });
  await expect(menu).toHaveCSS("opacity", "1");
  // Figures end where their headings end.
  const ends = await visitor.evaluate(() => {
    const right = (selector: string) => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector(selector) as Node);
      return range.getBoundingClientRect().right;
    };
    return [right('th[data-align="right"] .sort-button'), right('td[data-column="views"]')];
  });
  expect(Math.abs((ends[0] as number) - (ends[1] as number))).toBeLessThanOrEqual(1);
  await menu.focus();
  await visitor.keyboard.press("Enter");
  await expect(visitor.getByRole("menuitem")).toHaveText(["View article", "Edit", "History", "Delete"]);
  await visitor.keyboard.press("Escape");
  await visitor.getByRole("button", { name: "Roomy rows" }).click();
  await expect.poll(heights).toEqual(new Set([58]));
  await expect(rowOf(visitor, "mood-tracking-guide").getByText("mood-tracking-guide")).toBeVisible();
  await visitor.getByRole("button", { name: "Roomy rows" }).click();
  await visitor.setViewportSize({ width: 390, height: 844 });
  await expect.poll(heights).toEqual(new Set([68]));
  await menu.scrollIntoViewIfNeeded();
  await expect(menu).toBeInViewport({ ratio: 1 });
});

test("no row that is selected or focused is behind the bar of the selection or the heads", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 1600, height: 800 });
  await openPosts(visitor);
  const rows = visitor.locator("tbody tr");
  const bar = visitor.locator(".bulk-bar");
  const edgesOf = (element: Locator) =>
    element.evaluate((node) => {
      const { top, bottom } = node.getBoundingClientRect();
      return { top: Math.round(top), bottom: Math.round(bottom) };
    });
  await countRows(visitor);
  const inSight = await rows.evaluateAll((all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length);
  const last = rows.nth(inSight - 1);
  await last.getByRole("checkbox").click({ force: true });
  await expect(bar).toHaveAttribute("data-open", "true");
  const isAboveBar = async (row: Locator) => (await edgesOf(row)).bottom <= (await edgesOf(bar)).top;
  await expect.poll(() => isAboveBar(last)).toBe(true);
  const head = visitor.locator("thead th").first();
  const [before, after] = [rows.nth(2), rows.last()];
  await before.getByRole("checkbox").focus();
  await after.getByRole("checkbox").focus();
  await expect.poll(() => isAboveBar(after)).toBe(true);
  await visitor.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await before.getByRole("checkbox").focus();
  await expect.poll(async () => (await edgesOf(before)).top >= (await edgesOf(head)).bottom).toBe(true);
});

test("a message doesn't cover the bar of the selection, on a desktop or a phone", async ({ visitor }) => {
  await openPosts(visitor, "?status=published");
  const bar = visitor.locator(".bulk-bar");
  const rows = visitor.locator("tbody tr");
  const before = await countRows(visitor);
  const message = toasts(visitor).filter({ hasText: "Post deleted" });
  const isApart = async () => {
    const [above, below] = [await message.boundingBox(), await bar.boundingBox()];
    return above !== null && below !== null && above.y + above.height <= below.y;
  };
  await rows
    .first()
    .getByRole("button", { name: /^Delete / })
    .click();
  await dialog(visitor).getByRole("button", { name: "Delete" }).click();
  await expect(rows).toHaveCount(before - 1);
  // The message stays as long as its button has the focus.
  await message.getByRole("button", { name: "Undo" }).focus();
  for (const size of [
    { width: 1440, height: 500 },
    { width: 390, height: 700 },
  ]) {
    await visitor.setViewportSize(size);
    await rows
      .first()
      .locator("input")
      .evaluate((box: HTMLInputElement) => box.click());
    await expect.poll(isApart, `${size.width} px`).toBe(true);
    await visitor.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(isApart, `${size.width} px, at the end`).toBe(true);
    await bar.getByRole("button", { name: "Clear selection" }).evaluate((button: HTMLButtonElement) => button.click());
  }
  await message.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(toasts(visitor).filter({ hasText: "Post restored" })).toBeVisible();
});

test("a filter is saved under a name, and leads back to its rows", async ({ visitor }) => {
  await openPosts(visitor, "?status=draft");
  await visitor.getByRole("button", { name: "Save filter" }).click();
  await dialog(visitor).getByLabel("Name").fill("To finish");
  await expectAccessible(visitor, "save filter");
  await dialog(visitor).getByRole("button", { name: "Save" }).click();
  const saved = visitor.getByRole("list", { name: "Saved filters" }).getByRole("link", { name: "To finish" });
  await expect(saved).toBeFocused();
  await visitor.goto("/admin/posts");
  await saved.click();
  await expect(visitor).toHaveURL("/admin/posts?status=draft");
  await visitor.getByRole("button", { name: "Remove the filter To finish" }).click();
  await expect(visitor.getByRole("list", { name: "Saved filters" })).toHaveCount(0);
  await expect(visitor.getByRole("button", { name: "Save filter" })).toBeFocused();
});

test("a post that is archived and published again in the list leaves the site and returns at once", async ({
  visitor,
  newBrowser,
}) => {
  visitor.forgive("404");
  await openPosts(visitor, "?search=soup");
  const reader = await newBrowser();
  const status = async () => (await reader.request.get("/story/soup-on-thursdays")).status();
  expect(await status()).toBe(200);

  await rowOf(visitor, "soup-on-thursdays").getByRole("checkbox").check();
  await expect(visitor.getByText("1 selected")).toBeVisible();
  await visitor.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(dialog(visitor)).toContainText("Are you sure you want to archive this post?");
  await expectAccessible(visitor, "archive?");
  await visitor.keyboard.press("Escape");
  await expect(dialog(visitor)).toHaveCount(0);
  await expect(visitor.getByRole("button", { name: "Archive", exact: true })).toBeFocused();
  await visitor.keyboard.press("Enter");
  await dialog(visitor).getByRole("button", { name: "Archive" }).click();
  await expect(toasts(visitor)).toContainText("1 post archived");
  await expect(rowOf(visitor, "soup-on-thursdays")).toContainText("Archived");
  await expect.poll(status).toBe(404);

  await rowOf(visitor, "soup-on-thursdays").getByRole("checkbox").check();
  await visitor.getByRole("button", { name: "Publish", exact: true }).click();
  await dialog(visitor).getByRole("button", { name: "Publish" }).click();
  await expect(rowOf(visitor, "soup-on-thursdays")).toContainText("Published");
  await expect.poll(status).toBe(200);
});

test("a post is deleted after confirmation; a failure says why and loses nothing", async ({ visitor }) => {
  visitor.forgive("500");
  await openPosts(visitor, "?search=bicycle");
  const row = rowOf(visitor, "the-bicycle-of-theseus");
  await row.getByRole("button", { name: /^Delete / }).press("Enter");
  await expect(dialog(visitor)).toContainText(
    "Are you sure you want to delete this post? It can be restored from the trash for 30 days.",
  );
  await dialog(visitor).getByRole("button", { name: "Cancel" }).click();
  await expect(row).toHaveCount(1);

  const refused = { code: "unexpected", message: "Something went wrong" };
  await visitor.route(/\/api\/admin\/posts\/[0-9a-f-]+$/, (route) => route.fulfill({ status: 500, json: refused }));
  await row.getByRole("button", { name: /^Delete / }).click();
  await dialog(visitor).getByRole("button", { name: "Delete" }).click();
  await expect(toasts(visitor)).toContainText("Failed to delete post: Something went wrong");
  await expect(row).toHaveCount(1);
  await visitor.unrouteAll();

  await row.getByRole("button", { name: /^Delete / }).click();
  await dialog(visitor).getByRole("button", { name: "Delete" }).click();
  await expect(toasts(visitor).filter({ hasText: "Post deleted" })).toBeVisible();
  await expect(visitor.getByRole("heading", { name: "No posts found" })).toBeVisible();
});

test("a list that doesn't load says so and can be loaded again", async ({ visitor }) => {
  visitor.forgive("500");
  await openPosts(visitor, "?search=mood");
  const refused = { code: "unexpected", message: "The database is asleep" };
  await visitor.route("**/api/admin/posts?*", (route) => route.fulfill({ status: 500, json: refused }));
  await visitor.route("**/api/admin/posts", (route) => route.fulfill({ status: 500, json: refused }));
  await visitor.reload();
  await expect(visitor.getByRole("heading", { name: "Error loading posts: The database is asleep" })).toBeVisible();
  await visitor.unrouteAll();
  await visitor.getByRole("button", { name: "Try Again" }).click();
  await expect(rowOf(visitor, "mood-tracking-guide")).toHaveCount(1);
});

test("the links to the editor lead there", async ({ visitor }) => {
  await openPosts(visitor, "?search=mood");
  await expect(visitor.getByRole("link", { name: "Create New Post" })).toHaveAttribute("href", "/admin/posts/create");
  await expect(rowOf(visitor, "mood-tracking-guide").getByRole("link", { name: /^Edit / })).toHaveAttribute(
    "href",
    /^\/admin\/posts\/edit\/[0-9a-f-]{36}$/,
  );
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing and nothing overflows, in ${colorScheme}`, async ({ visitor }) => {
    await visitor.emulateMedia({ colorScheme });
    await openPosts(visitor);
    for (const width of [320, 1280, 1600]) {
      await visitor.setViewportSize({ width, height: 800 });
      // On a phone the selection bar covers the rows below; elsewhere it stands below the last one at the end of the page.
      if (width > 320) {
        await visitor.getByRole("checkbox").nth(1).check();
        await visitor.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      }
      await expectAccessible(visitor, `posts, ${colorScheme}, ${width} px wide`);
      const hidden = await visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(hidden, `px that one would have to scroll sideways for at ${width} px`).toBe(0);
    }
  });
}

test("an opened list has all its rows, and a user who comes back to it finds their place", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/dashboard");
  // Only a few rows fit: those come first, and the others after them.
  await visitor.setViewportSize({ width: 1280, height: 400 });
  const office = visitor.getByRole("navigation", { name: "Back office" });
  await office.getByRole("link", { name: "Posts", exact: true }).click();
  const said = await countRows(visitor);
  expect(said).toBeGreaterThan(10);

  await visitor
    .locator("tbody tr")
    .last()
    .getByRole("link", { name: /^Edit / })
    .click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Edit Post");
  await visitor.goBack();
  await expect(visitor.locator("tbody tr")).toHaveCount(said);
  await expect(visitor.locator("tbody tr").last()).toBeInViewport();

  // The browser's own ways to open a link keep working.
  const [tab] = await Promise.all([
    visitor.context().waitForEvent("page"),
    office.getByRole("link", { name: "Posts", exact: true }).click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await expect(tab).toHaveURL(/\/admin\/posts$/);
  await tab.close();
  await expect(visitor).toHaveURL(/\/admin\/posts$/);
});
