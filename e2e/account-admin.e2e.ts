import { ADMIN, alert, arrive, banner, SESSION_KEY, signIn, test } from "./account-visitor.ts";
import { expect, expectAccessible, hydrated, visit } from "./visitor.ts";

test("an admin signs in at the redirect and arrives where they wanted to go", async ({ visitor }) => {
  await visitor.goto("/admin");
  await expect(visitor).toHaveURL("/admin/login?next=%2Fadmin%2Fdashboard");
  await hydrated(visitor);
  await expectAccessible(visitor, "admin login");
  await signIn(visitor, ADMIN);
  await expect(visitor).toHaveURL("/admin/dashboard");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  await expect(visitor).toHaveTitle(/^Dashboard · /);
  await expect(banner(visitor)).toHaveCount(0);
  await expect(visitor.getByRole("contentinfo")).toHaveCount(0);

  for (const page of ["/login", "/register", "/admin/login"]) {
    await visitor.goto(page);
    await expect(visitor, page).toHaveURL("/admin/dashboard");
  }
  await visit(visitor, "/");
  await expect(banner(visitor).getByRole("link", { name: "Admin" })).toHaveAttribute("href", "/admin/dashboard");
  await visitor.setViewportSize({ width: 390, height: 800 });
  await banner(visitor).locator("summary").click();
  await expect(banner(visitor).getByRole("navigation", { name: "Menu" }).getByRole("link")).toHaveText([
    "Home",
    "Categories",
    "About",
    "Admin",
  ]);
  await visitor.setViewportSize({ width: 1280, height: 800 });
  await visit(visitor, "/admin/dashboard");
  await visitor.getByRole("button", { name: "Logout" }).click();
  await expect(visitor).toHaveURL("/");
  await expect.poll(() => visitor.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();
});

test("a reader is denied access", async ({ visitor, ownSite }) => {
  const ada = await arrive(visitor, ownSite);
  await visit(visitor, "/admin/dashboard");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Access Denied");
  const main = visitor.getByRole("main");
  await expect(main).toContainText("You don't have permission to access this page. Admin privileges are required.");
  await expect(main).toContainText(ada.email);
  await expect(main.getByText("user", { exact: true })).toBeVisible();
  await expectAccessible(visitor, "access denied");

  await visit(visitor, "/admin/login");
  await expect(alert(visitor)).toHaveText("Access denied. Admin privileges required.");
  await signIn(visitor, ADMIN);
  await expect(visitor).toHaveURL("/admin/dashboard");
});

test("the guard says what it is doing", async ({ visitor }) => {
  await visit(visitor, "/admin/login");
  await signIn(visitor, ADMIN);
  await expect(visitor).toHaveURL("/admin/dashboard");
  const held = Promise.withResolvers<void>();
  await visitor.route("**/api/users/*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await visitor.goto("/admin/dashboard");
  await expect(visitor.getByText("Loading admin panel...")).toBeVisible();
  held.resolve();
  await expect(visitor.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
});

test("the server sends nothing but the guard", async ({ request }) => {
  for (const path of ["/admin/dashboard", "/admin/posts", "/account"]) {
    const html = await (await request.get(path)).text();
    expect(html).toContain("Checking authentication...");
    expect(html).toContain("noindex");
    expect(html.match(/<title>/g), path).toHaveLength(1);
    expect(html.includes(">Login</a>"), `header at ${path}`).toBe(path === "/account");
  }
});

test("the pages to sign in load no code of the back office", async ({ visitor }) => {
  const scripts: string[] = [];
  visitor.on("request", (request) => {
    if (/\/office-.*\.js/.test(request.url())) scripts.push(request.url());
  });
  for (const path of ["/login", "/admin/login"]) {
    await visit(visitor, path);
    // Also not in advance, once the page is idle.
    await visitor.waitForLoadState("networkidle");
  }
  expect(scripts).toEqual([]);
  await signIn(visitor, ADMIN);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  expect(scripts).not.toEqual([]);
});

test("when a profile takes too long, the role is guessed, and the server still decides", async ({ visitor, ownSite }) => {
  const ada = await arrive(visitor, ownSite);
  await visitor.route("**/api/users/*", () => {});
  await visit(visitor, "/admin/dashboard");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Access Denied");
  await expect(visitor.getByRole("main")).toContainText(ada.email);
});

test("the site's own email address counts as an admin's while the profile can't be loaded", async ({ visitor }) => {
  visitor.forgive("500");
  await visit(visitor, "/admin/login");
  await visitor.route("**/api/users/*", (route) => route.fulfill({ status: 500, body: "" }));
  await signIn(visitor, ADMIN);
  await expect(visitor.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
});

test("a missing profile is created with the role user", async ({ visitor, ownSite }) => {
  visitor.forgive("404");
  visitor.forgive("409");
  const ada = await arrive(visitor, ownSite);
  await visitor.route("**/api/users/*", (route) =>
    route.fulfill({ status: 404, json: { code: "PGRST116", message: "User not found" } }),
  );
  const [made] = await Promise.all([
    visitor.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/users")),
    visitor.goto("/admin/dashboard"),
  ]);
  expect(made.postDataJSON()).toMatchObject({ email: ada.email, full_name: ada.name });
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Access Denied");
});
