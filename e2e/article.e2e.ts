import { expect, hydrated, markWindow, test, visit } from "./visitor.ts";

const MOOD = "/story/mood-tracking-guide";
const MOOD_TITLE = "Mood Tracking Guide: One Honest Line a Day";

test("from the home page to an article, within the page", async ({ visitor }) => {
  await visit(visitor, "/");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Ideas that soar beyond limits.");
  await expect(visitor.getByRole("region", { name: "Featured Stories" }).getByRole("article")).toHaveCount(4);
  const sameWindow = await markWindow(visitor);

  await visitor.getByRole("link", { name: "Read: Mood Tracking Guide" }).click();

  await expect(visitor).toHaveURL(MOOD);
  await expect(visitor).toHaveTitle(`${MOOD_TITLE} · Skylark`);
  await expect(visitor.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(visitor.getByRole("status")).toHaveText(`${MOOD_TITLE} · Skylark`);
  await expect.poll(() => visitor.evaluate(() => scrollY)).toBe(0);
  expect(await sameWindow()).toBe(true);
});

test("stories are on the first screen of Home, and an article's first words on its own", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 1440, height: 900 });
  const top = (selector: string) =>
    visitor
      .locator(selector)
      .first()
      .evaluate((element) => element.getBoundingClientRect().top);
  await visit(visitor, "/");
  await expect.poll(() => top(".featured .picture")).toBeLessThanOrEqual(660);
  await visit(visitor, MOOD);
  await expect.poll(() => top(".prose p")).toBeLessThanOrEqual(860);
});

test("an article shows its title, author, date and counts", async ({ visitor }) => {
  await visit(visitor, MOOD);
  const header = visitor.getByRole("main").locator("header");
  await expect(header.getByRole("heading", { level: 1 })).toHaveText(MOOD_TITLE);
  await expect(header).toContainText("A notebook, a number from one to five, and about a minute each evening.");
  await expect(header.getByRole("link", { name: "Wellness" })).toHaveAttribute("href", "/view-all?category=wellness");
  for (const text of ["October 25, 2026", "Ines Marlow", "5 min read", "1.2K views", "89 likes"])
    await expect(header.getByText(text, { exact: true })).toBeVisible();
  await expect(visitor.getByText("Written by Ines Marlow Published on October 25, 2026")).toBeVisible();
  await expect(visitor.getByRole("button", { name: "Like this article 89" })).toBeVisible();
});

test("the contents list leads to each heading", async ({ visitor }) => {
  await visit(visitor, MOOD);
  const contents = visitor.getByRole("navigation", { name: "Contents" });
  const links = await contents.getByRole("link").all();
  expect(links.length).toBeGreaterThanOrEqual(3);
  for (const link of links) {
    const name = (await link.textContent()) ?? "";
    await link.click();
    const heading = visitor.getByRole("main").getByRole("heading", { name, exact: true });
    await expect(heading).toBeInViewport();
    const id = await heading.getAttribute("id");
    await expect(visitor).toHaveURL(({ hash }) => hash === `#${id}`);
  }
});

test("the contents list marks the section being read, also on the way up", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await visit(visitor, MOOD);
  const links = visitor.getByRole("navigation", { name: "Contents" }).getByRole("link");
  const marked = links.and(visitor.locator("[aria-current]"));
  const [first = "", second = ""] = await links.allTextContents();
  await expect(marked).toHaveCount(0);
  await links.last().click();
  await expect(marked).toHaveText([(await links.last().textContent()) ?? ""]);
  // Up to where the second section is about to begin.
  await visitor.evaluate((name) => {
    const heading = [...document.querySelectorAll("main h2, main h3")].find(({ textContent }) => textContent === name);
    scrollBy({ top: (heading?.getBoundingClientRect().top ?? 0) - innerHeight * 0.32, behavior: "instant" });
  }, second);
  await expect(marked).toHaveText([first]);
  await visitor.keyboard.press("Home");
  await expect(marked).toHaveCount(0);
});

test("tags, related articles and neighbors link to more articles", async ({ visitor }) => {
  await visit(visitor, MOOD);
  await expect(visitor.getByRole("region", { name: "Related Articles" }).getByRole("article")).toHaveCount(3);
  const sameWindow = await markWindow(visitor);

  const more = visitor.getByRole("navigation", { name: "More articles" });
  await more.getByRole("link", { name: "Next" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("The Year Is Full of Predictable Surprises");
  await more.getByRole("link", { name: "Previous" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(MOOD_TITLE);

  const tag = visitor.getByRole("list", { name: "Tags" }).getByRole("link", { name: "Notebooks" });
  await tag.click();
  await expect(visitor).toHaveURL("/view-all?tag=notebooks");
  await expect(visitor.getByText("Showing 2 articles tagged notebooks")).toBeVisible();
  await expect(visitor.getByRole("link", { name: MOOD_TITLE, exact: true })).toBeVisible();
  expect(await sameWindow()).toBe(true);
});

test("the back button returns to the same place", async ({ visitor }) => {
  await visit(visitor, "/");
  const card = visitor.getByRole("link", { name: /^Read More ?: Four Thousand Drawings/ });
  await card.focus();
  await expect.poll(() => visitor.evaluate(() => scrollY)).toBeGreaterThan(0);
  const before = await visitor.evaluate(() => scrollY);
  await card.press("Enter");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Four Thousand Drawings of One Tree");
  await expect.poll(() => visitor.evaluate(() => scrollY)).toBe(0);

  await visitor.goBack();

  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Ideas that soar beyond limits.");
  await expect.poll(() => visitor.evaluate(() => scrollY)).toBe(before);
  await visitor.goForward();
  await expect.poll(() => visitor.evaluate(() => scrollY)).toBe(0);
});

test("a link that the reader points at is prefetched, and only once", async ({ visitor }) => {
  await visit(visitor, "/");
  const asked: string[] = [];
  visitor.on("request", (request) => {
    const { pathname } = new URL(request.url());
    // The thread loads when the article is shown.
    if (pathname.startsWith("/api/posts/") && !pathname.endsWith("/comments")) asked.push(pathname);
  });
  const link = visitor.getByRole("link", { name: "The Bicycle of Theseus", exact: true });
  const [answer] = await Promise.all([visitor.waitForResponse("**/api/posts/the-bicycle-of-theseus"), link.hover()]);
  await answer.finished();
  await expect(visitor).toHaveURL("/");

  await link.click();

  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("The Bicycle of Theseus");
  expect(asked).toEqual(["/api/posts/the-bicycle-of-theseus"]);
});

test("links can be opened in a new tab", async ({ visitor, context }) => {
  await visit(visitor, "/");
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    visitor.getByRole("link", { name: "Read: Mood Tracking Guide" }).click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await hydrated(tab);
  await expect(tab.getByRole("heading", { level: 1 })).toHaveText(MOOD_TITLE);
  await expect(visitor).toHaveURL("/");
});

test("every link of the home page leads to a page", async ({ visitor, request }) => {
  await visit(visitor, "/");
  const links = await visitor.getByRole("link").all();
  const targets = new Set(await Promise.all(links.map(async (link) => (await link.getAttribute("href")) ?? "")));
  const pages = [...targets].filter((target) => target.startsWith("/"));
  expect(pages.length).toBeGreaterThan(12);
  for (const page of pages) expect((await request.get(page)).status(), page).toBe(200);
  for (const target of targets) expect(target, "a link without a target").not.toMatch(/^#?$/);
});

test("columns of a table are aligned as their author has chosen", async ({ visitor }) => {
  await visit(visitor, "/story/the-spreadsheet-and-the-flat");
  await expect(visitor.getByRole("columnheader", { name: "What matters" })).toHaveCSS("text-align", "start");
  await expect(visitor.getByRole("columnheader", { name: "Weight" })).toHaveCSS("text-align", /right$/);
  await expect(visitor.getByRole("cell", { name: "85" })).toHaveCSS("text-align", /right$/);
});

test("paper shows what the screen scrolls or folds", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 560, height: 800 });
  for (const address of ["/story/the-backup-that-was-never-there", "/story/the-spreadsheet-and-the-flat"]) {
    await visit(visitor, address);
    await visitor.emulateMedia({ media: "print" });
    const cut = () =>
      visitor
        .locator(".prose :is(pre, table, .table-scroll)")
        .evaluateAll((blocks) => blocks.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
    await expect.poll(cut, `blocks of ${address} that paper would cut off`).toBe(0);
    await visitor.emulateMedia({ media: "screen" });
  }
  await visitor.locator(".prose").evaluate((prose) => {
    prose.insertAdjacentHTML("beforeend", "<details><summary>More</summary><p>What was folded</p></details>");
  });
  await expect(visitor.getByText("What was folded")).toBeHidden();
  await visitor.emulateMedia({ media: "print" });
  await expect(visitor.getByText("What was folded")).toBeVisible();
  // Backgrounds aren't printed, so a line that is one would leave a gap.
  const kicker = visitor.locator(".story-header .badge").first();
  const dash = () => kicker.evaluate((badge) => getComputedStyle(badge, "::before").display);
  await expect.poll(dash, "the dash of a category").toBe("none");
  // Large paper, or a small scale.
  await visitor.setViewportSize({ width: 1100, height: 800 });
  const left = (part: string) => visitor.locator(part).evaluate((element) => element.getBoundingClientRect().left);
  await expect(async () => expect(await left(".story-header h1"), "left edge of the title").toBe(await left(".prose"))).toPass();
});
