import type { APIRequestContext, Page, Request } from "@playwright/test";
import { ADMIN, arrive, banner, SESSION_KEY, signIn, test } from "./account-visitor.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

const sidebar = (page: Page) => page.getByRole("navigation", { name: "Back office" });
const sections = (page: Page) => page.getByRole("navigation", { name: "Settings" });
const dialog = (page: Page) => page.getByRole("dialog");
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

async function enter(page: Page, path = "/admin/dashboard"): Promise<void> {
  await visit(page, `/admin/login?next=${encodeURIComponent(path)}`);
  await signIn(page, ADMIN);
  await expect(page).toHaveURL(path);
  await expect(heading(page)).toBeVisible();
}

/** The access token of another sign-in of the admin. */
async function otherToken(request: APIRequestContext): Promise<string> {
  const answer = await request.post("/auth/v1/token?grant_type=password", { data: ADMIN });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Ends every session of the admin except a new one, as from another device. */
async function endOtherSessions(request: APIRequestContext): Promise<void> {
  const headers = { authorization: `Bearer ${await otherToken(request)}` };
  expect((await request.post("/auth/v1/logout?scope=others", { headers })).ok()).toBe(true);
}

const signInAgain = async (page: Page, password = ADMIN.password) => {
  await dialog(page).getByLabel("Password", { exact: true }).fill(password);
  await dialog(page).getByRole("button", { name: "Sign In" }).click();
};

test("the sidebar has every entry, marks the current one, and opens the blog in a new tab", async ({ visitor }) => {
  await enter(visitor);
  await expect(sidebar(visitor).getByRole("link")).toHaveText([
    "Dashboard",
    "View Blog (opens in a new tab)",
    "Web Analytics",
    "Blog Analytics",
    "Posts",
    "Categories",
    "Media",
    "Users",
    "Comments",
    "Newsletter",
    "Settings",
    "Technical Docs",
  ]);
  await expect(sidebar(visitor).getByRole("button")).toHaveText(["Logout"]);
  await expect(sidebar(visitor).locator('a[href="/"][target="_blank"]')).toHaveText("View Blog (opens in a new tab)");
  await expect(sidebar(visitor).getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");

  const screens = {
    "Web Analytics": "Website Analytics",
    "Blog Analytics": "Blog Analytics",
    "Technical Docs": "Technical Docs",
  };
  for (const [entry, title] of Object.entries(screens)) {
    await sidebar(visitor).getByRole("link", { name: entry }).click();
    await expect(heading(visitor)).toHaveText(title);
    await expect(heading(visitor)).toBeFocused();
    await expect(visitor).toHaveTitle(new RegExp(`^${title} · `));
    await expect(visitor.locator("head > title")).toHaveCount(1);
    await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  }
  await visitor.goto("/admin/nothing-here");
  await expect(heading(visitor)).toHaveText("Oops! Page not found");
  await expect(sidebar(visitor)).toBeVisible();
  await expectAccessible(visitor, "a screen that doesn’t exist");
  await visitor.getByRole("main").getByRole("link", { name: "Dashboard" }).click();
  await expect(heading(visitor)).toHaveText("Dashboard");
});

test("the sidebar folds to its icons, names them, and stays folded", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await enter(visitor);
  const side = visitor.getByRole("complementary", { name: "Sidebar" });
  const tip = visitor.locator(".side-tip");
  const width = async () => (await side.boundingBox())?.width;
  const cut = () => side.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await expect.poll(cut).toBe(0);
  await visitor.getByRole("button", { name: "Collapse sidebar" }).click();
  const unfold = visitor.getByRole("button", { name: "Expand sidebar" });
  await expect(unfold).toHaveAttribute("aria-expanded", "false");
  await expect(unfold).toBeFocused();
  await expect.poll(width).toBe(56);
  await expect.poll(cut).toBe(0);

  const posts = sidebar(visitor).getByRole("link", { name: "Posts" });
  await posts.hover();
  await expect(tip).toHaveText("Posts");
  await expect(async () => {
    const [icon, name] = [await posts.boundingBox(), await tip.boundingBox()];
    expect(name?.x).toBeGreaterThanOrEqual((icon?.x ?? 0) + (icon?.width ?? 0));
  }).toPass();
  await visitor.keyboard.press("Escape");
  await expect(tip).toBeHidden();
  await sidebar(visitor).getByRole("link", { name: "Categories" }).focus();
  await expect(tip).toHaveText("Categories");
  for (const colorScheme of ["light", "dark"] as const) {
    await visitor.emulateMedia({ colorScheme });
    await expectAccessible(visitor, `folded sidebar, ${colorScheme}`);
  }
  await visitor.keyboard.press("Enter");
  await expect(heading(visitor)).toHaveText("Categories");
  await expect(tip).toBeHidden();

  await visitor.reload();
  await expect(heading(visitor)).toHaveText("Categories");
  await expect.poll(width).toBe(56);
  await unfold.click();
  await expect(sidebar(visitor).getByText("Categories", { exact: true })).toBeInViewport();
  await expect.poll(width).toBe(240);
});

test("the dashboard shows figures, activity and quick actions, in both themes and at every width", async ({ visitor }) => {
  await enter(visitor);
  const main = visitor.getByRole("main");
  for (const label of ["Posts", "Users", "Comments", "Views"]) {
    const card = main.locator(".stat-card").filter({ hasText: label });
    await expect(card.locator(".stat-value"), label).toHaveText(/^[0-9,]+$/);
    await expect(card.locator(".stat-note"), label).toHaveText(
      /^((\+?-?[0-9]+\.[0-9]%|No change)vs. previous 30 days|([0-9,]+ )?in the last 30 days)$/,
    );
  }
  const actions = main.getByRole("region", { name: "Quick actions" }).getByRole("link");
  await expect
    .poll(() => actions.evaluateAll((links) => links.map((link) => link.getAttribute("href"))))
    .toEqual(["/admin/posts", "/admin/analytics", "/admin/users", "/admin/blog-analytics"]);
  const entries = main.getByRole("region", { name: "Recent activity" }).getByRole("listitem");
  await expect(entries).toHaveCount(5);
  const heights = await entries.evaluateAll((all) => all.map((entry) => entry.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(45);
  await main.getByRole("button", { name: /^Show \d more$/ }).click();
  await expect.poll(() => entries.count()).toBeGreaterThan(5);
  for (const colorScheme of ["light", "dark"] as const) {
    await visitor.emulateMedia({ colorScheme });
    for (const width of [1600, 1280, 390, 320]) {
      await visitor.setViewportSize({ width, height: 800 });
      await expectAccessible(visitor, `dashboard, ${width} px, ${colorScheme}`);
      const hidden = await visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(hidden, `px to scroll sideways for at ${width}`).toBe(0);
    }
  }
});

test("the command menu goes to screens, posts, users and settings, and does what the open screen offers", async ({ visitor }) => {
  await enter(visitor);
  const menu = visitor.getByRole("dialog", { name: "Command menu" });
  const field = menu.getByRole("combobox");
  const chosen = menu.locator('[role="option"][aria-selected="true"]');
  const go = async (typed: string, option: string) => {
    await visitor.keyboard.press("ControlOrMeta+k");
    await expect(field).toBeFocused();
    await visitor.keyboard.type(typed);
    await expect(chosen).toContainText(option);
    await visitor.keyboard.press("Enter");
    await expect(menu).toHaveCount(0);
  };
  await expect(visitor.getByRole("main").getByRole("link", { name: "New Post" })).toBeVisible();
  await visitor.keyboard.press("ControlOrMeta+k");
  // The button of the screen creates the same.
  await expect(menu.getByRole("group", { name: "Create" }).getByRole("option").first()).toHaveText("New post");
  await expect(menu.getByRole("group", { name: "On this screen" })).toHaveCount(0);
  await expectAccessible(visitor, "command menu");
  await visitor.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);

  await go("outb", "Outbox");
  await expect(visitor).toHaveURL("/admin/outbox");
  await expect(heading(visitor)).toHaveText("Outbox");
  await go("bicycle of", "The Bicycle of Theseus");
  await expect(heading(visitor)).toHaveText("Edit Post");
  await go("lucia.ferrer", "Lucía Ferrer");
  await expect(visitor).toHaveURL(/\/admin\/users\?search=lucia\.ferrer/);
  await go("new category", "New category");
  await expect(visitor.getByRole("dialog", { name: "New category" })).toBeVisible();
  await visitor.keyboard.press("Escape");
  await go("maintenance", "Maintenance mode");
  await expect(visitor.getByLabel("Maintenance mode")).toBeFocused();
  await go("dark theme", "Dark theme");
  await expect(visitor.locator("html")).toHaveAttribute("data-theme", "dark");
  await heading(visitor).click();
  await visitor.keyboard.press("?");
  await expect(visitor.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectAccessible(visitor, "keyboard shortcuts");
});

/** Words that owners try, and what they should find first or among what is found. */
const OWNERS_WORDS: Record<string, string> = {
  smtp: "Email delivery",
  logo: "Logo",
  newsletter: "Subscribers",
  color: "Colors",
  favicon: "Favicon",
  twitter: "Social links",
  social: "Social links",
  imprint: "Footer menu",
  bio: "Name and bio",
  "new page": "New page",
  restore: "Restore a backup",
  footer: "Footer menu",
  productivity: "Productivity",
  privacy: "Privacy",
  font: "Fonts",
  password: "Password",
  backup: "Backups",
  wordpress: "Import another blog",
  tagline: "Site description",
  spam: "Moderate comments",
};

test("the command menu finds what owners look for by their own words, and always offers to search posts", async ({ visitor }) => {
  await enter(visitor);
  await expect(visitor.getByRole("main").getByRole("link", { name: "New Post" })).toBeVisible();
  const menu = visitor.getByRole("dialog", { name: "Command menu" });
  await visitor.keyboard.press("ControlOrMeta+k");
  for (const [word, label] of Object.entries(OWNERS_WORDS)) {
    await menu.getByRole("combobox").fill(word);
    await expect(menu.getByRole("option", { name: label }).first(), word).toBeVisible();
    await expect(menu.getByRole("option").last()).toHaveText(`Search posts for “${word}”`);
  }
  await menu.getByRole("combobox").fill("theseus");
  await menu.getByRole("option").last().click();
  await expect(visitor).toHaveURL("/admin/posts?search=theseus");
});

test("plain keys go to screens, begin a post and search the list, and stay letters in fields", async ({ visitor }) => {
  await enter(visitor);
  // The address changes before the screen does, and only the new screen listens to these keys.
  await expect(visitor.getByRole("main").getByRole("link", { name: "New Post" })).toBeVisible();
  await visitor.keyboard.press("g");
  await visitor.keyboard.press("p");
  await expect(visitor).toHaveURL("/admin/posts");
  await expect(heading(visitor)).toHaveText("Posts");
  const search = visitor.getByRole("main").getByRole("searchbox").first();
  await expect(search).toBeVisible();
  await visitor.keyboard.press("/");
  await expect(search).toBeFocused();
  await visitor.keyboard.type("gc");
  await expect(search).toHaveValue("gc");
  await expect(visitor).toHaveURL(/\/admin\/posts/);
  await heading(visitor).click();
  await visitor.keyboard.press("c");
  await expect(visitor).toHaveURL("/admin/posts/create");
});

test("screens without an entry of their own are tabs or sections, keep their addresses, and mark their entry", async ({
  visitor,
}) => {
  await enter(visitor, "/admin/posts");
  const current = sidebar(visitor).locator("[aria-current]");
  const tabs = [
    ["Posts", "/admin/posts", "Posts", "Pages", "Calendar"],
    ["Categories", "/admin/categories", "Categories", "Tags"],
    ["Web Analytics", "/admin/analytics", "Visits", "Traffic"],
  ] as const;
  for (const [entry, address, first, ...others] of tabs) {
    await sidebar(visitor).getByRole("link", { name: entry }).click();
    await expect(visitor).toHaveURL(address);
    const list = visitor.getByRole("main").getByRole("navigation", { name: first });
    for (const other of others) {
      await list.getByRole("link", { name: other, exact: true }).click();
      await expect(heading(visitor)).toHaveText(other);
      await expect(list.locator("[aria-current]")).toHaveText(other);
      await expect(current).toHaveText(entry);
    }
  }
  const titles = "Appearance|Navigation|Words of the site|Redirects|Import and Export|Backups|Outbox|Webhooks|Activity Log|Trash";
  for (const section of titles.split("|")) {
    await sidebar(visitor).getByRole("link", { name: "Settings" }).click();
    await sections(visitor).getByRole("link", { name: section, exact: true }).click();
    await expect(heading(visitor)).toHaveText(section);
    await expect(sections(visitor).locator("[aria-current]")).toHaveText(section);
    await expect(current).toHaveText("Settings");
  }
  await visitor.setViewportSize({ width: 390, height: 800 });
  await expect(sections(visitor).getByRole("link")).toHaveCount(0);
  await sections(visitor).getByRole("button", { name: "Settings: Trash" }).click();
  await expectAccessible(visitor, "the sections on a phone");
  await sections(visitor).getByRole("link", { name: "Redirects" }).click();
  await expect(heading(visitor)).toHaveText("Redirects");
  await expect(sections(visitor).getByRole("link")).toHaveCount(0);
});

test("the keyboard reaches a list after at most 16 stops", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await enter(visitor, "/admin/posts");
  await visitor.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await visitor.reload();
  await expect(visitor.getByRole("table", { name: "Posts" })).toBeVisible();
  await visitor.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    getSelection()?.setPosition(document.body, 0);
  });
  let stops = 0;
  const isInside = () => visitor.evaluate(() => document.activeElement?.closest("#main > *") !== null);
  for (; stops < 40; stops += 1) {
    await visitor.keyboard.press("Tab");
    if (await isInside()) break;
  }
  expect(stops).toBeLessThanOrEqual(16);
  expect(stops).toBeGreaterThan(10);
});

test("what waits is marked in the sidebar, without changing the names of entries", async ({ visitor }) => {
  await visitor.route("**/api/admin/waiting", (route) =>
    route.fulfill({ json: { pending_comments: 12, emails: 3, backup_warnings: 1 } }),
  );
  await enter(visitor);
  const comments = sidebar(visitor).getByRole("link", { name: "Comments", exact: true });
  await expect(comments).toHaveAccessibleDescription("12 pending");
  await sidebar(visitor).getByRole("link", { name: "Settings", exact: true }).click();
  await expect(sections(visitor).getByRole("link", { name: "Outbox", exact: true })).toHaveAccessibleDescription("3 not sent");
  await expect(sections(visitor).getByRole("link", { name: "Backups", exact: true })).toHaveAccessibleDescription(
    "Needs attention",
  );
  await expectAccessible(visitor, "settings with marks");
});

test("on small screens the sidebar is a drawer that keeps the keyboard and closes by Escape, overlay and link", async ({
  visitor,
}) => {
  await visitor.setViewportSize({ width: 390, height: 800 });
  await enter(visitor);
  const open = visitor.getByRole("button", { name: "Menu", exact: true });
  await expect(sidebar(visitor)).toHaveCount(0);
  await open.click();
  await expect(dialog(visitor)).toBeVisible();
  await expectAccessible(visitor, "drawer");
  for (let step = 0; step < 30; step += 1) {
    await visitor.keyboard.press("Tab");
    const isOutside = await visitor.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest("dialog"),
    );
    expect(isOutside, `after ${step + 1} steps`).toBe(false);
  }
  await visitor.keyboard.press("Escape");
  await expect(dialog(visitor)).toHaveCount(0);
  await expect(open).toBeFocused();

  await open.click();
  await expect(dialog(visitor)).toBeVisible();
  await visitor.mouse.click(380, 400);
  await expect(dialog(visitor)).toHaveCount(0);

  await open.press("Enter");
  await dialog(visitor).getByRole("link", { name: "Categories" }).click();
  await expect(visitor).toHaveURL("/admin/categories");
  await expect(dialog(visitor)).toHaveCount(0);
  await open.click();
  await dialog(visitor).getByRole("button", { name: "Logout" }).click();
  await expect(visitor).toHaveURL("/");
});

test("an ended session is renewed over the screen: requests wait, and what was typed stays", async ({ visitor, request }) => {
  visitor.forgive("401");
  visitor.forgive("400");
  await enter(visitor, "/admin/settings");
  const description = visitor.getByLabel("Site description");
  await description.fill("Written before the session ended.");
  await endOtherSessions(request);

  await visitor.getByRole("button", { name: /^Save/ }).first().click();
  await expect(dialog(visitor).getByRole("heading")).toHaveText("Sign in again");
  await expect(dialog(visitor)).toContainText(ADMIN.email);
  await expect(dialog(visitor).getByLabel("Password", { exact: true })).toBeFocused();
  await expectAccessible(visitor, "sign in again");
  await signInAgain(visitor, "not the password");
  await expect(dialog(visitor).getByRole("alert")).toBeVisible();
  await expect(description).toHaveValue("Written before the session ended.");
  await signInAgain(visitor);
  await expect(dialog(visitor)).toHaveCount(0);
  await expect(visitor.getByText("Settings saved")).toBeVisible();
  await visitor.reload();
  await expect(description).toHaveValue("Written before the session ended.");
});

test("a postponed sign-in leaves the screen alone and returns with the next request", async ({ visitor, request }) => {
  visitor.forgive("401");
  await enter(visitor, "/admin/outbox");
  await endOtherSessions(request);
  await visitor.getByRole("button", { name: /^Sent/ }).click();
  await dialog(visitor).getByRole("button", { name: "Not now" }).click();
  await expect(dialog(visitor)).toHaveCount(0);
  await expect(heading(visitor)).toHaveText("Outbox");
  await visitor.getByRole("button", { name: /^Queued/ }).click();
  await expect(dialog(visitor)).toBeVisible();
  await signInAgain(visitor);
  await expect(dialog(visitor)).toHaveCount(0);
  await expect(visitor.getByRole("heading", { name: "No emails found" })).toBeVisible();
});

test("a list's rows are loaded before it is opened; an ended session is reported only when it is opened", async ({
  visitor,
  request,
}) => {
  visitor.forgive("401");
  await enter(visitor);
  const entry = (name: string) => sidebar(visitor).getByRole("link", { name, exact: true });
  const asked: string[] = [];
  visitor.on("request", (one) => void asked.push(new URL(one.url()).pathname));
  const answerOn = async (name: string, act: () => Promise<unknown>) => {
    const [answer] = await Promise.all([
      visitor.waitForResponse((response) => new URL(response.url()).pathname === `/api/admin/${name}`),
      act(),
    ]);
    await answer.finished();
    return answer.status();
  };

  expect(await answerOn("users", () => entry("Users").hover())).toBe(200);
  await entry("Users").click();
  await expect(visitor.getByRole("table", { name: "Users" }).getByRole("row").nth(1)).toBeVisible();
  expect(asked.filter((path) => path === "/api/admin/users")).toHaveLength(1);

  await endOtherSessions(request);
  expect(await answerOn("comments", () => entry("Comments").hover())).toBe(401);
  expect(await answerOn("posts", () => entry("Posts").focus())).toBe(401);
  await visitor.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(dialog(visitor)).toHaveCount(0);
  await entry("Posts").press("Enter");
  await expect(dialog(visitor).getByRole("heading")).toHaveText("Sign in again");
  await signInAgain(visitor);
  await expect(dialog(visitor)).toHaveCount(0);
  await expect(visitor.getByRole("table", { name: "Posts" }).getByRole("row").nth(1)).toBeVisible();
});

test("after a sign-out in another tab this one asks to sign in; after a sign-in there, it continues", async ({ visitor }) => {
  // Pending requests are refused when a user signs out.
  visitor.forgive("401");
  await enter(visitor, "/admin/outbox");
  const other = await visitor.context().newPage();
  await visit(other, "/admin/dashboard");
  await other.getByRole("button", { name: "Logout" }).click();
  await expect(other).toHaveURL("/");
  await expect(dialog(visitor).getByRole("heading")).toHaveText("Sign in again");
  await expect(heading(visitor)).toHaveText("Outbox");
  await visit(other, "/admin/login");
  await signIn(other, ADMIN);
  await expect(other).toHaveURL("/admin/dashboard");
  await expect(dialog(visitor)).toHaveCount(0);
  await expect(heading(visitor)).toHaveText("Outbox");
});

test("a response for an earlier session doesn't end the current one", async ({ visitor, ownSite, newBrowser }) => {
  visitor.forgive("401");
  const ada = await arrive(await newBrowser(), ownSite);
  await enter(visitor, "/admin/trash");
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await visitor.route("**/api/admin/outbox*", async (route) => {
    asked.resolve();
    await answered.promise;
    await route.fulfill({ status: 401, json: { code: "user_banned", message: "" } });
  });
  await sections(visitor).getByRole("link", { name: "Outbox" }).click();
  await asked.promise;
  const other = await visitor.context().newPage();
  await visit(other, "/admin/dashboard");
  await other.getByRole("button", { name: "Logout" }).click();
  await visit(other, "/login");
  await signIn(other, ada);
  await expect(banner(other).getByRole("link", { name: ada.name })).toBeVisible();
  await expect(heading(visitor)).toHaveText("Access Denied");
  answered.resolve();
  await expect(visitor.getByText("Your account has been deactivated.")).toBeVisible();
  await expect(banner(other).getByRole("link", { name: ada.name })).toBeVisible();
  const email = await other.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "{}").user?.email, SESSION_KEY);
  expect(email).toBe(ada.email);
});

test("a deactivated user is signed out, and a former admin gets a message", async ({ visitor, ownSite, request }) => {
  visitor.forgive("401");
  visitor.forgive("403");
  const ada = await arrive(visitor, ownSite);
  const id = await visitor.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "{}").user.id as string, SESSION_KEY);
  const headers = { authorization: `Bearer ${await otherToken(request)}` };
  const change = async (data: object) =>
    expect((await request.patch(`/api/admin/users/${id}`, { headers, data })).status()).toBe(200);

  const pending = new Set<Request>();
  visitor.on("request", (one) => pending.add(one));
  visitor.on("requestfinished", (one) => pending.delete(one));
  visitor.on("requestfailed", (one) => pending.delete(one));
  // Pending requests of the dashboard would be refused before the user has left.
  const openDashboard = async () => {
    await visit(visitor, "/admin/dashboard");
    await expect(heading(visitor)).toHaveText("Dashboard");
    await expect(visitor.locator(".stat-card .stat-value").first()).toHaveText(/^[0-9,]+$/);
    await expect.poll(() => pending.size).toBe(0);
  };
  await change({ role: "admin" });
  await openDashboard();
  await change({ role: "user" });
  await sidebar(visitor).getByRole("link", { name: "Categories" }).click();
  await expect(heading(visitor)).toHaveText("Access Denied");
  await expect(visitor.getByRole("main")).toContainText(ada.email);

  await change({ role: "admin" });
  await openDashboard();
  await change({ is_active: false });
  await sidebar(visitor).getByRole("link", { name: "Categories" }).click();
  await expect(visitor.getByText("Your account has been deactivated.")).toBeVisible();
  await expect(visitor).toHaveURL(/\/admin\/login/);
  await expect(banner(visitor).getByRole("link", { name: "Login" })).toBeVisible();
  await expect.poll(() => visitor.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();
  // Other tests share the site: they count its admins.
  await change({ role: "user" });
});

test("the repository's documents and the facts about the installation can be read", async ({ visitor }) => {
  visitor.forgive("404");
  await enter(visitor, "/admin/technical-docs");
  await expectAccessible(visitor, "technical docs");
  await visitor.getByRole("navigation", { name: "Documents" }).getByRole("link", { name: "Architecture" }).click();
  await expect(heading(visitor)).toHaveText("Architecture");
  await expect(visitor.getByRole("main").getByRole("heading", { level: 2 }).first()).toBeVisible();
  await expectAccessible(visitor, "a document");
  await visitor.getByRole("navigation", { name: "Documents" }).getByRole("link", { name: "System" }).click();
  await expect(heading(visitor)).toHaveText("System");
  const main = visitor.getByRole("main");
  await expect(main.getByRole("row").filter({ hasText: "ADMIN_PASSWORD" })).toContainText("Set");
  await expect(main.getByText("No background work has failed in the last 24 hours.")).toBeVisible();
  await expect(main).not.toContainText(ADMIN.password);
  // Long lists are folded under their numbers.
  await expect(main.getByText(/^\d+ operations$/)).toBeVisible();
  for (const list of await main.locator("details > summary").all()) await list.click();
  await expect(main.getByRole("row").filter({ hasText: "0001_reading.sql" })).toBeVisible();
  await expect(main.getByRole("row").filter({ hasText: "Read the state of the system" })).toBeVisible();
  await expect(main.getByText("/story/:part", { exact: true })).toBeVisible();
  await expect(main.getByRole("row").filter({ hasText: /^hono/ })).toContainText("MIT");
  for (const width of [1280, 320]) {
    await visitor.setViewportSize({ width, height: 800 });
    await expectAccessible(visitor, `system, ${width} px wide`);
    const hidden = await visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(hidden, "px that one would have to scroll sideways for").toBe(0);
  }
  await visitor.goto("/admin/technical-docs/NOTHING");
  await expect(visitor.getByRole("heading", { name: "Document not found" })).toBeVisible();
});

test("the name of a failed job stays on one line, however long its error is", async ({ visitor }) => {
  const failed_at = new Date().toISOString();
  const address = `https://example.com/${"a-long-way-down/".repeat(12)}${"x".repeat(120)}`;
  const reasons = [`The server of ${address} did not answer. `.repeat(3), "Out of paper"];
  await visitor.route("**/api/admin/system", async (route) => {
    const answer = await route.fetch();
    const failed_jobs = ["notifications.noticed", "auth.mail-asked"].map((name, at) => ({
      id: crypto.randomUUID(),
      name,
      failed_at,
      reason: reasons[at],
    }));
    await route.fulfill({ response: answer, json: { ...(await answer.json()), failed_jobs } });
  });
  await enter(visitor, "/admin/technical-docs/system");
  const names = visitor.getByRole("table", { name: "Jobs that failed" }).locator("code");
  await expect(names).toHaveText(["notifications.noticed", "auth.mail-asked"]);
  for (const width of [1280, 800, 320]) {
    await visitor.setViewportSize({ width, height: 800 });
    const lines = () => names.evaluateAll((all) => all.map((name) => name.getClientRects().length));
    await expect.poll(lines, `lines of each name, ${width} px wide`).toEqual([1, 1]);
    const hidden = () => visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(hidden, `px that one would have to scroll sideways for, ${width} px wide`).toBe(0);
  }
  await expectAccessible(visitor, "failed jobs");
  // The server has none: someone else was quicker.
  visitor.forgive("404");
  await visitor.getByRole("button", { name: /^Retry.*auth\.mail-asked$/ }).click();
  await expect(visitor.getByText("Failed to retry job: Failed job not found")).toBeVisible();
});

test("the checks of the installation are listed, the serious ones first, and can be run again", async ({ visitor }) => {
  await enter(visitor, "/admin/technical-docs/system");
  const findings = visitor.locator(".check");
  await expect(findings.filter({ hasText: "The site is running and ready." })).toBeVisible();
  const states = await findings.locator(".state-badge").allTextContents();
  const order = ["Failed", "Needs attention", "OK"];
  expect(states).toEqual(states.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
  const mail = findings.filter({ has: visitor.getByRole("heading", { name: "Mail server" }) });
  await expect(mail).toContainText("What to do: Set SMTP_URL");
  const again = visitor.waitForResponse((response) => response.url().endsWith("/api/admin/system/checks"));
  await visitor.getByRole("button", { name: "Check again" }).click();
  expect((await again).status()).toBe(200);
  await expect(visitor.getByText(/^\d+ failed, \d+ needs? attention, \d+ OK$/)).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await visitor.emulateMedia({ colorScheme });
    for (const width of [1280, 320]) {
      await visitor.setViewportSize({ width, height: 800 });
      await expectAccessible(visitor, `checks, ${colorScheme}, ${width} px wide`);
      const hidden = await visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(hidden, "px that one would have to scroll sideways for").toBe(0);
    }
  }
});
