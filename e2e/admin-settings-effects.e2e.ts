// slow: app/domain/settings/ app/http/pages/ app/pages/

import type { APIRequestContext, Page } from "@playwright/test";
import { ADMIN, arrive, banner, test as base, register, someone, typeComment } from "./account-visitor.ts";
import { openPlace, openSettings, sees, store } from "./settings-site.ts";
import { expect, expectAccessible, hydrated, visit } from "./visitor.ts";

const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** The owner's token, without the screens. */
async function asOwner(request: APIRequestContext): Promise<{ authorization: string }> {
  const answer = await request.post("/auth/v1/token?grant_type=password", { data: ADMIN });
  return { authorization: `Bearer ${((await answer.json()) as { access_token: string }).access_token}` };
}

/** Whatever a test changes or fails at, the next one finds the original settings. */
const test = base.extend<{ asItWas: undefined }>({
  asItWas: [
    async ({ request }, use) => {
      const headers = await asOwner(request);
      const read = async () => (await request.get("/api/admin/settings", { headers })).json();
      const { settings, content, chosen } = await read();
      await use(undefined);
      const { version } = await read();
      const data = { settings, content, chosen, version };
      expect((await request.put("/api/admin/settings", { headers, data })).status()).toBe(200);
    },
    { auto: true },
  ],
});
// One site, and the mails to the admin begin with the first test.
test.describe.configure({ mode: "default" });

const main = (page: Page) => page.getByRole("main");
const head = (page: Page, selector: string) => page.locator(`head ${selector}`);

/** Changes settings by their labels, after that of their row if they are in one, and saves them. */
async function set(page: Page, changes: Record<string, string | boolean>): Promise<void> {
  for (const [label, value] of Object.entries(changes)) {
    const [name = "", row] = label.split(": ").reverse();
    const around = row ? main(page).getByRole("group", { name: row, exact: true }) : main(page);
    const field = around.getByLabel(name, { exact: true });
    if (typeof value === "boolean") await field.setChecked(value);
    else if (await field.evaluate((element) => element.localName === "select")) await field.selectOption(value);
    else await field.fill(value);
  }
  await store(page);
}

test("notifications: off sends the admin nothing, on reports new users", async ({ visitor, newBrowser, ownSite }) => {
  await openSettings(visitor);
  const comes = async () => {
    const page = await newBrowser();
    const reader = someone();
    await register(page, reader);
    await expect(banner(page).getByRole("link", { name: reader.name })).toBeVisible();
  };
  await set(visitor, { "Email notifications": false, "Require email verification": false });
  await comes();
  await set(visitor, { "Email notifications": true });
  await comes();
  // The first one stays unreported: it would be counted.
  await expect.poll(() => ownSite.subjectsTo(ADMIN.email)).toEqual(["1 new user at Skylark"]);
});

test("general: name, description, URL and email address appear wherever the site names itself", async ({
  visitor,
  newBrowser,
  request,
}) => {
  await openSettings(visitor);
  const reader = await newBrowser();
  await set(visitor, {
    "Site name": "Wren & Co",
    "Site description": "Small birds, loud voices.",
    "Site URL": "https://wren.example",
    "Admin email": "owner@wren.example",
  });
  await sees(reader, "/", (within) => expect(banner(reader)).toContainText("Wren & Co", within));
  await expect(reader).toHaveTitle(/^Wren & Co · /);
  await expect(reader.getByRole("contentinfo")).toContainText("Small birds, loud voices.");
  await expect(reader.getByRole("contentinfo")).toContainText(/© \d{4} Wren & Co\./);
  await expect(head(reader, 'link[rel="canonical"]')).toHaveAttribute("href", "https://wren.example/");
  await expect(main(reader).getByRole("link", { name: "Get in Touch" })).toHaveAttribute("href", "mailto:owner@wren.example");
  await expect(main(reader).getByRole("link", { name: "Subscribe to Newsletter" })).toHaveAttribute(
    "href",
    /^mailto:owner@wren\.example\?/,
  );
  await expect.poll(async () => (await request.get("/robots.txt")).text()).toContain("https://wren.example/sitemap.xml");
});

test("comments: moderated ones wait, others appear at once, and closed ones can't be posted", async ({
  visitor,
  newBrowser,
  ownSite,
}) => {
  const story = "/story/soup-on-thursdays";
  await openSettings(visitor);
  const ada = await newBrowser();
  await arrive(ada, ownSite);
  const stranger = await newBrowser();
  const thread = (page: Page) => main(page).locator("#comments");
  const say = async (text: string) => {
    await visit(ada, story);
    await typeComment(thread(ada).getByLabel("Your comment"), text);
    await thread(ada).getByRole("button", { name: "Post comment" }).click();
    await expect(thread(ada).getByRole("article").filter({ hasText: text })).toBeVisible();
  };
  await say("Patience is a soup.");
  await expect(thread(ada).getByRole("article").filter({ hasText: "Patience" })).toContainText("Only you can see it");

  await set(visitor, { "Moderate comments": false });
  await say("Soup without patience.");
  await sees(stranger, story, (within) => expect(thread(stranger)).toContainText("Soup without patience.", within));
  await expect(thread(stranger)).not.toContainText("Patience is a soup.");

  await set(visitor, { "Allow comments": false });
  await sees(ada, story, (within) => expect(thread(ada).getByText("Comments are closed.")).toBeVisible(within));
  await expect(thread(ada)).toContainText("Soup without patience.");
  await expect(thread(ada).getByRole("textbox")).toHaveCount(0);
});

test("users who sign up confirm their address or are in at once; when sign-up is closed, nobody can", async ({
  visitor,
  newBrowser,
}) => {
  await openSettings(visitor);
  const reader = someone();
  const page = await newBrowser();
  await register(page, someone());
  await expect(page.getByRole("heading", { name: "Registration Successful!" })).toBeVisible();
  await set(visitor, { "Require email verification": false });
  await register(page, reader);
  await expect(banner(page).getByRole("link", { name: reader.name })).toBeVisible();

  const late = await newBrowser();
  await set(visitor, { "Allow registration": false });
  const title = late.getByRole("heading", { level: 1 });
  await sees(late, "/register", (within) => expect(title).toHaveText("Registration is closed", within));
  await expect(late.getByLabel("Full Name")).toHaveCount(0);
  await visit(late, "/story/soup-on-thursdays");
  await expect(main(late).getByRole("link", { name: "Login" })).toBeVisible();
  await expect(main(late).getByRole("link", { name: "Sign Up" })).toHaveCount(0);
});

test("system: views are counted or not, and uploads have a size limit", async ({ visitor, newBrowser }) => {
  await openSettings(visitor);
  const page = await newBrowser({ userAgent: PERSON });
  await Promise.all([page.waitForResponse("**/api/visits"), page.goto("/story/mood-tracking-guide")]);
  await set(visitor, { Analytics: false, "Max upload size (MB)": "1" });
  await sees(page, "/story/mood-tracking-guide", async () => {
    expect(await page.locator('script[src*="tracker"]').count()).toBe(0);
  });

  await visitor.goto("/admin/posts/create");
  const field = visitor.getByRole("group", { name: "Featured image" });
  const file = { name: "heavy.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(2 * 1024 * 1024, 1) };
  await field.locator("input[type=file]").setInputFiles(file);
  await expect(field.getByRole("alert")).toHaveText("heavy.jpg must have at most 1 MB.");
});

test("maintenance: readers are asked to come back, and the owner can keep working", async ({ visitor, newBrowser }) => {
  visitor.forgive("503");
  await openSettings(visitor);
  const reader = await newBrowser();
  await set(visitor, { "Maintenance mode": true });
  for (const address of ["/", "/story/soup-on-thursdays"]) {
    await expect.poll(async () => (await reader.goto(address))?.status(), { message: address }).toBe(503);
    await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Back in a moment");
  }
  await expect(reader.getByText("Maintenance mode is on.")).toHaveCount(0);

  // The back office says so, and its own links and the address bar lead to the site.
  await visitor.reload();
  await expect(visitor.getByText("Maintenance mode is on. Readers can’t see the site.")).toBeVisible();
  const bar = visitor.getByRole("status").filter({ hasText: "Maintenance mode is on. Only admins can see this page." });
  await visitor.goto("/story/soup-on-thursdays");
  await expect(main(visitor).getByRole("heading", { level: 1 })).toHaveText("Soup on Thursdays, and Other Timetables");
  await expect(bar).toBeVisible();
  await hydrated(visitor);
  await expectAccessible(visitor, "an article during maintenance");
  // Without the cookie, as after an hour, the open page keeps working.
  await visitor.context().clearCookies();
  await banner(visitor).getByRole("link", { name: "Categories" }).click();
  await expect(main(visitor).getByRole("heading", { level: 1 })).toHaveText("All Articles");
  await expect(main(visitor).getByRole("article")).not.toHaveCount(0);
  await bar.getByRole("link", { name: "Settings" }).click();
  await set(visitor, { "Maintenance mode": false });
  await expect(visitor.getByText("Maintenance mode is on.")).toHaveCount(0);
  await expect.poll(async () => (await reader.goto("/"))?.status()).toBe(200);
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Ideas that soar beyond limits.");
});

test("appearance: theme, clock, date order, and the number of articles on a page", async ({ visitor, newBrowser }) => {
  const story = "/story/predictable-surprises";
  await openSettings(visitor);
  const reader = await newBrowser({ colorScheme: "light" });
  await visit(reader, story);
  await expect(reader.locator("html")).toHaveAttribute("data-theme", "light");
  const published = main(reader).locator("header time");
  await expect(published).toHaveText("November 4, 2026");

  await set(visitor, { Theme: "dark", Timezone: "Tokyo", "Posts per page": "4" });
  await sees(reader, story, (within) => expect(reader.locator("html")).toHaveAttribute("data-theme", "dark", within));
  await expect(published).toHaveText("November 5, 2026");
  await visit(reader, "/view-all");
  await expect(main(reader).getByRole("article")).toHaveCount(4);

  await set(visitor, { "Date format": "YYYY-MM-DD" });
  await sees(reader, story, (within) => expect(published).toHaveText("2026-11-05", within));
});

test("date format: every screen of the back office uses it", async ({ visitor, request }) => {
  test.slow();
  const headers = await asOwner(request);
  await openSettings(visitor);
  const forms = {
    "MM/DD/YYYY": /^(0[1-9]|1[0-2])\/\d\d\/\d{4}$/,
    "DD/MM/YYYY": /^\d\d\/(0[1-9]|1[0-2])\/\d{4}$/,
    "YYYY-MM-DD": /^\d{4}-\d\d-\d\d$/,
    "MMMM DD, YYYY": /^[A-Z][a-z]+ \d\d, \d{4}$/,
  };
  // Anything that looks like a day with its year, in any form, in the text or in tooltips.
  const daysOn = () =>
    main(visitor).evaluate((screen: HTMLElement) => {
      const titles = [...screen.querySelectorAll<HTMLElement>("[title]")].map(({ title }) => title);
      const days = /\d+\/\d+\/\d{4}|\d{4}-\d\d-\d\d|\b[A-Z][a-z]+ \d+, \d{4}|\b\d+ [A-Z][a-z]+ \d{4}/g;
      return [screen.innerText, ...titles].join("\n").match(days) ?? [];
    });
  for (const [dateFormat, form] of Object.entries(forms)) {
    const read = await (await request.get("/api/admin/settings", { headers })).json();
    const { settings, content, chosen, version } = read;
    const data = { settings: { ...settings, dateFormat }, content, chosen, version };
    expect((await request.put("/api/admin/settings", { headers, data })).status()).toBe(200);
    for (const screen of ["dashboard", "posts", "users", "comments", "audit", "analytics", "blog-analytics"]) {
      // A cached page may still have the previous format.
      await expect(async () => {
        await visit(visitor, `/admin/${screen}`);
        await expect.poll(async () => (await daysOn()).length, { timeout: 5000 }).toBeGreaterThan(0);
        expect((await daysOn()).filter((day) => !form.test(day))).toEqual([]);
      }, `${screen} in ${dateFormat}`).toPass();
    }
  }
});

test("machines: articles as Markdown or not, and which crawlers robots.txt turns away", async ({ visitor, request }) => {
  await openSettings(visitor);
  const status = async (address: string) => (await request.get(address)).status();
  const robots = async () => (await request.get("/robots.txt")).text();
  expect([await status("/llms.txt"), await status("/story/soup-on-thursdays.md")]).toEqual([404, 404]);
  expect(await robots()).not.toContain("GPTBot");

  await openPlace(visitor, "settings/privacy");
  const list = main(visitor).getByText("AI crawlers: allowed · 9 of 9");
  await list.click();
  await set(visitor, { "Offer articles as Markdown (llms.txt)": true, GPTBot: false });
  await expect(main(visitor).getByText("AI crawlers: allowed · 8 of 9")).toBeVisible();
  await expect.poll(() => status("/story/soup-on-thursdays.md")).toBe(200);
  await expect.poll(async () => (await request.get("/llms.txt")).text()).toContain("/story/soup-on-thursdays.md)");
  await expect.poll(robots).toContain("User-agent: GPTBot\nDisallow: /\n");
  expect(await robots()).not.toContain("ClaudeBot");

  await set(visitor, { "Allow AI crawlers": false });
  await expect(main(visitor).getByLabel("ClaudeBot")).toBeDisabled();
  await expect(main(visitor).getByText("AI crawlers: turned away · 0 of 9")).toBeVisible();
  await expect.poll(robots).toContain("User-agent: ClaudeBot");
});

test("the site's own texts: Home, the profile card, About and the foot of every page", async ({ visitor, newBrowser }) => {
  await openSettings(visitor);
  const reader = await newBrowser();
  await openPlace(visitor, "settings/reading");
  await set(visitor, { "Footer text": "Sung in the morning.", "Copyright line": "Some rights reserved." });
  await openPlace(visitor, "pages/about");
  await set(visitor, {
    Vision: "A sky with room in it.",
    "Figure 1: Value": "3",
    "Figure 1: Label": "Patient editors",
    "Value 4": "Birdsong",
  });
  await openPlace(visitor, "pages/home");
  await set(visitor, {
    Headline: "Larks, mostly.",
    "Button label": "Read: Soup",
    Article: "soup-on-thursdays",
    "Readers: Value": "7.5K",
  });
  await sees(reader, "/", (within) => expect(reader.getByRole("heading", { level: 1 })).toHaveText("Larks, mostly.", within));
  await expect(main(reader).getByRole("link", { name: "Read: Soup" })).toHaveAttribute("href", "/story/soup-on-thursdays");
  await expect(main(reader).locator(".figures")).toContainText("7.5K");
  await expect(reader.getByRole("contentinfo")).toContainText("Sung in the morning.");
  await expect(reader.getByRole("contentinfo")).toContainText(/© \d{4} Skylark\. Some rights reserved\./);

  // The button leads to an article, or to anything else that a menu can lead to.
  const target = main(visitor).getByLabel("Button links to");
  await target.selectOption({ label: "Another URL..." });
  await expect(main(visitor).getByLabel("Article", { exact: true })).toBeHidden();
  await main(visitor).getByLabel("Button URL").fill("soup");
  await visitor.getByRole("button", { name: "Save", exact: true }).click();
  await expect(main(visitor).getByText(/^URL must be a path of this site/)).toBeVisible();
  await target.selectOption({ label: "About" });
  await visitor.getByRole("button", { name: "Save", exact: true }).click();
  await expect(visitor.getByText("All changes saved")).toBeVisible();
  await sees(reader, "/", (within) =>
    expect(main(reader).getByRole("link", { name: "Read: Soup" })).toHaveAttribute("href", "/about", within),
  );

  await visit(reader, "/about");
  await expect(main(reader).getByRole("region", { name: "Our vision" })).toContainText("A sky with room in it.");
  await expect(main(reader).locator(".stats > div").first()).toHaveText(/^Patient editors\s*3$/);
  await expect(main(reader).getByRole("heading", { level: 3 })).toContainText([
    "Authenticity",
    "Quality",
    "Innovation",
    "Birdsong",
  ]);
});
