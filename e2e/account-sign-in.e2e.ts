import type { Page } from "@playwright/test";
import { alert, arrive, banner, SESSION_KEY, signIn, someone, test } from "./account-visitor.ts";
import { ADMIN } from "./own-site.ts";
import { expect, expectAccessible, hydrated, visit } from "./visitor.ts";

/** The session in local storage. */
const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), SESSION_KEY);

/** Makes the access token of the session expire. */
async function makeStale(page: Page): Promise<void> {
  // A page without scripts, where nothing renews the session in the meantime.
  await page.goto("/robots.txt");
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? "");
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1, expires_in: 0 }));
  }, SESSION_KEY);
}

const unknown = { email: "nobody@example.com", password: "not the password" };

test("a device whose clock is wrong by hours renews its session once at most, and uses it", async ({
  visitor,
  ownSite,
  newBrowser,
}) => {
  const ada = await arrive(visitor, ownSite);
  const session = await visitor.evaluate((key) => localStorage.getItem(key) ?? "", SESSION_KEY);
  for (const hours of [3, -3]) {
    const page = await newBrowser();
    await page.addInitScript((ms) => {
      const { now } = Date;
      Date.now = () => now() + ms;
    }, hours * 3_600_000);
    const renewals: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("grant_type=refresh_token")) renewals.push(request.url());
    });
    await page.goto("/robots.txt");
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [SESSION_KEY, session] as const);
    const stored = () => page.evaluate((key) => localStorage.getItem(key), SESSION_KEY);
    for (const path of ["/account", "/"]) {
      await visit(page, path);
      await expect(banner(page).getByRole("link", { name: ada.name })).toBeVisible();
      // A renewal that leaving the page interrupts is begun again on the next one.
      if (hours > 0) await expect.poll(stored).not.toBe(session);
    }
    await visit(page, "/account");
    await expect(page.getByRole("region", { name: "Devices" }).getByRole("listitem")).not.toHaveCount(0);
    // To a clock that is behind, the session of another clock is good for longer.
    expect([hours, renewals.length]).toEqual([hours, hours > 0 ? 1 : 0]);
  }
});

test("a refused sign-in says why, keeps what was typed and enables the form again", async ({ visitor }) => {
  visitor.forgive("400");
  await visit(visitor, "/login");
  await signIn(visitor, unknown);
  await expect(alert(visitor)).toHaveText("Invalid login credentials");
  await expect(alert(visitor)).toBeFocused();
  await expect(visitor.getByLabel("Email")).toHaveValue(unknown.email);
  await expect(visitor.getByLabel("Password", { exact: true })).toHaveValue(unknown.password);
  await expect(visitor.getByRole("button", { name: "Sign In" })).toBeEnabled();
  await expectAccessible(visitor, "refused");
});

test("a sign-in without a response says so", async ({ visitor }) => {
  visitor.forgive("ERR_FAILED");
  await visit(visitor, "/login");
  await visitor.route("**/auth/v1/token*", (route) => route.abort());
  await signIn(visitor, unknown);
  await expect(alert(visitor)).toHaveText("Login failed. Please try again.");
});

test("a response without a user is no sign-in", async ({ visitor }) => {
  await visit(visitor, "/login");
  await visitor.route("**/auth/v1/token*", (route) => route.fulfill({ json: {} }));
  await signIn(visitor, unknown);
  await expect(alert(visitor)).toHaveText("No user data returned from authentication");
});

test("both fields are required", async ({ visitor }) => {
  await visit(visitor, "/login");
  await visitor.getByRole("button", { name: "Sign In" }).click();
  await expect(visitor.getByLabel("Email")).toHaveAccessibleDescription("Email is required");
  await expect(visitor.getByLabel("Password", { exact: true })).toHaveAccessibleDescription("Password is required");
  await expect(visitor.getByLabel("Email")).toBeFocused();
});

test("the form works with password managers and shows the password on demand", async ({ visitor }) => {
  await visit(visitor, "/login");
  const email = visitor.getByLabel("Email");
  const password = visitor.getByLabel("Password", { exact: true });
  await expect(email).toHaveAttribute("type", "email");
  await expect(email).toHaveAttribute("autocomplete", "username webauthn");
  await expect(password).toHaveAttribute("autocomplete", "current-password");
  await password.fill("seen by me alone");
  await visitor.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await visitor.getByRole("button", { name: "Hide password" }).click();
  await expect(password).toHaveAttribute("type", "password");
  await expect(password).toHaveValue("seen by me alone");
});

test("the button says that it is busy", async ({ visitor }) => {
  visitor.forgive("400");
  await visit(visitor, "/login");
  const held = Promise.withResolvers<void>();
  await visitor.route("**/auth/v1/token*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await signIn(visitor, unknown);
  await expect(visitor.getByRole("button", { name: "Signing in..." })).toBeDisabled();
  held.resolve();
  await expect(visitor.getByRole("button", { name: "Sign In" })).toBeEnabled();
});

test("users who are sent to sign in come back to where they wanted to go, but never to another site", async ({
  visitor,
  ownSite,
}) => {
  const ada = await arrive(visitor, ownSite);
  await banner(visitor).getByRole("button", { name: "Sign out" }).click();
  await expect(banner(visitor).getByRole("link", { name: "Login" })).toBeVisible();
  await visitor.goto("/account");
  await expect(visitor).toHaveURL("/login?next=%2Faccount");
  await hydrated(visitor);
  await signIn(visitor, ada);
  await expect(visitor).toHaveURL("/account");

  await visitor.goto("/login?next=https://elsewhere.example/");
  await expect(visitor).toHaveURL("/");
});

test("signing out in one tab signs out the others", async ({ visitor, context, ownSite }) => {
  // A tab may be loading the profile when another one signs out.
  visitor.forgive("401");
  const ada = await arrive(visitor, ownSite);
  const other = await context.newPage();
  await visit(other, "/about");
  await expect(banner(other).getByRole("link", { name: ada.name })).toBeVisible();
  await banner(visitor).getByRole("button", { name: "Sign out" }).click();
  await expect(banner(other).getByRole("link", { name: "Login" })).toBeVisible();
  // Signing in signs them in.
  await visit(visitor, "/login");
  await signIn(visitor, ada);
  await expect(banner(other).getByRole("link", { name: ada.name })).toBeVisible();
});

test("a sign-out that never reaches the server leaves nothing behind", async ({ visitor, context, ownSite }) => {
  visitor.forgive("ERR_FAILED");
  await arrive(visitor, ownSite);
  // That somebody has signed in here is remembered for the next time.
  const cookies = async () =>
    (await context.cookies()).filter(({ name }) => name !== "known_browser").map(({ name, value }) => `${name}=${value}`);
  await expect.poll(cookies).toEqual(["look=own"]);
  await visit(visitor, "/about");
  await visitor.route("**/auth/v1/logout*", (route) => route.abort());
  await banner(visitor).getByRole("button", { name: "Sign out" }).click();
  await expect(visitor).toHaveURL("/");
  await expect(banner(visitor).getByRole("link", { name: "Login" })).toBeVisible();
  await expect.poll(() => stored(visitor)).toBeNull();
  await expect.poll(cookies).toEqual([]);
});

test("a reader who signs out is signed out at once, wherever they go and however slow the server is", async ({
  visitor,
  request,
  ownSite,
}) => {
  const ada = await arrive(visitor, ownSite);
  // Neither the auth client nor the server's response arrives.
  const revoked = Promise.withResolvers<void>();
  await visitor.route("**/auth/v1/logout*", () => revoked.resolve());
  await visitor.route(/\/session-[^/]*\.js$/, () => {});
  await visit(visitor, "/about");
  await banner(visitor).getByRole("button", { name: "Sign out" }).click();
  await revoked.promise;
  await visitor.unroute(/\/session-[^/]*\.js$/);
  await visit(visitor, "/login");
  expect(await stored(visitor)).toBeNull();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Welcome back");

  // When nothing is blocked, the server is notified, even when the page is left in the same moment.
  await visitor.unrouteAll();
  await signIn(visitor, ada);
  await expect(banner(visitor).getByRole("link", { name: ada.name })).toBeVisible();
  const headers = { authorization: `Bearer ${JSON.parse((await stored(visitor)) ?? "{}").access_token}` };
  const isKnown = async () => (await request.get("/auth/v1/user", { headers })).ok();
  expect(await isKnown()).toBe(true);
  await banner(visitor).getByRole("button", { name: "Sign out" }).click();
  await visit(visitor, "/login");
  await expect.poll(isKnown).toBe(false);
});

test("a reader who signs out while the session is being renewed stays signed out", async ({ visitor, ownSite }) => {
  await arrive(visitor, ownSite);
  await makeStale(visitor);
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await visitor.route("**/auth/v1/token?grant_type=refresh_token", async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await answered.promise;
    await route.fulfill({ response });
  });
  await visit(visitor, "/about");
  await asked.promise;
  await banner(visitor).getByRole("button", { name: "Sign out" }).click();
  // Ending the session needs a valid token, so it is renewed once more before the server is notified.
  const [ended] = await Promise.all([
    visitor.waitForResponse((response) => response.url().includes("/auth/v1/logout")),
    answered.resolve(),
  ]);
  expect(ended.status()).toBe(204);
  await expect(visitor).toHaveURL("/");
  await expect(banner(visitor).getByRole("link", { name: "Login" })).toBeVisible();
  await expect.poll(() => stored(visitor)).toBeNull();
});

test("the header doesn't move when the user is known, and anonymous readers load no auth client", async ({
  visitor,
  ownSite,
}) => {
  await arrive(visitor, ownSite, someone("Ada of the Very Long Name, Countess of Lovelace and Elsewhere"));
  const scripts: string[] = [];
  visitor.on("request", (request) => {
    if (/session-.*\.js/.test(request.url())) scripts.push(request.url());
  });
  await visitor.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shifts: Reflect.get(window, "shifts") + Reflect.get(entry, "value") });
    }).observe({ type: "layout-shift", buffered: true });
  });
  await visit(visitor, "/about");
  await expect(banner(visitor).getByRole("button", { name: "Sign out" })).toBeVisible();
  expect(await visitor.evaluate(() => Reflect.get(window, "shifts"))).toBe(0);
  await expect.poll(() => scripts.length).toBe(1);

  await banner(visitor).getByRole("button", { name: "Sign out" }).click();
  await expect(visitor).toHaveURL("/");
  await visitor.goto("/about", { waitUntil: "networkidle" });
  expect(scripts.length).toBe(1);
});

test("the menu of small screens has the same entries", async ({ visitor, ownSite }) => {
  const ada = await arrive(visitor, ownSite);
  await visitor.setViewportSize({ width: 320, height: 640 });
  await visit(visitor, "/");
  await banner(visitor).locator("summary").click();
  await expect(banner(visitor).getByRole("link", { name: ada.name })).toBeVisible();
  await expectAccessible(visitor, "menu, signed in");
  await banner(visitor).getByRole("button", { name: "Sign out" }).click();
  await expect(banner(visitor).locator("details")).not.toHaveAttribute("open");
  await banner(visitor).locator("summary").click();
  await expect(banner(visitor).getByRole("link", { name: "Sign Up" })).toBeVisible();
  await expectAccessible(visitor, "menu, signed out");
});

test("one tab renews the session for all", async ({ visitor, context, ownSite }) => {
  const ada = await arrive(visitor, ownSite);
  await makeStale(visitor);
  const renewals: string[] = [];
  context.on("request", (request) => {
    if (request.url().includes("grant_type=refresh_token")) renewals.push(request.url());
  });
  const tabs = await Promise.all([context.newPage(), context.newPage(), context.newPage()]);
  await Promise.all(tabs.map((tab) => tab.goto("/account")));
  for (const tab of tabs) await expect(tab.getByText(`Your address is ${ada.email}`)).toBeVisible();
  expect(renewals).toHaveLength(1);
});

for (const [how, send] of [
  ["Enter", (page: Page) => page.keyboard.press("Enter")],
  // A disabled button takes no click of Playwright, but readers don't know.
  ["a click", (page: Page) => page.getByRole("button", { name: "Sign In" }).click({ force: true })],
] as const) {
  test(`a form that is sent by ${how} before its script runs is sent once the script runs`, async ({ visitor }) => {
    const held = Promise.withResolvers<void>();
    await visitor.route(/\/hydrate-.*\.js/, async (route) => {
      await held.promise;
      await route.continue();
    });
    let sent = 0;
    visitor.on("request", (request) => {
      if (request.url().includes("/auth/v1/token")) sent++;
    });
    await visitor.goto("/login?next=/about", { waitUntil: "domcontentloaded" });
    await visitor.getByLabel("Email").fill(ADMIN.email);
    await visitor.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await send(visitor);
    await send(visitor);
    held.resolve();
    await expect(visitor).toHaveURL((url) => url.pathname === "/about");
    expect(sent).toBe(1);
  });
}

test("a form that is changed after a too early Enter is not sent by itself", async ({ visitor }) => {
  visitor.forgive("400");
  const held = Promise.withResolvers<void>();
  await visitor.route(/\/hydrate-.*\.js/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const passwords: string[] = [];
  visitor.on("request", (request) => {
    if (request.url().includes("/auth/v1/token")) passwords.push(request.postDataJSON().password);
  });
  await visitor.goto("/login", { waitUntil: "domcontentloaded" });
  await visitor.getByLabel("Email").fill(unknown.email);
  await visitor.keyboard.press("Enter");
  const password = visitor.getByLabel("Password", { exact: true });
  await password.fill("typed before the script runs");
  held.resolve();
  await hydrated(visitor);
  await password.fill(unknown.password);
  await password.press("Enter");
  await expect(alert(visitor)).toBeVisible();
  expect(passwords).toEqual([unknown.password]);
});
