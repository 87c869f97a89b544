// slow: app/browser/ app/domain/analytics/ app/http/api/admin/analytics/ app/pages/admin/analytics/
// slow: app/pages/admin/blog-analytics/ app/pages/admin/charts/ app/ui/

import type { Route } from "@playwright/test";
import { test } from "./account-visitor.ts";
import { dialog, signInAsAdmin, toast } from "./admin-writer.ts";
import { expect, expectAccessible, goWithin, visit } from "./visitor.ts";

const WIDTHS = [1280, 320];
/** Longer than a page's loader waits, in ms. */
const SLOW = 600;
/** A headless browser names itself as a bot. */
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

test("a path without a page is redirected, followed, counted, and removed again", async ({ visitor, playwright, ownSite }) => {
  visitor.forgive("400");
  const reader = await playwright.request.newContext({ baseURL: ownSite.address, maxRedirects: 0 });
  const answer = async (path: string) => {
    const response = await reader.get(path);
    return [response.status(), response.headers().location ?? null];
  };
  expect(await answer("/former-page")).toEqual([404, null]);

  await signInAsAdmin(visitor, "/admin/dashboard");
  await visitor.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: "Settings" }).click();
  await visitor.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Redirects" }).click();
  await expect(visitor).toHaveURL("/admin/redirects");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Redirects");
  await expect(visitor).toHaveTitle(/^Redirects · /);

  const add = visitor.getByRole("banner").or(visitor.getByRole("main")).getByRole("button", { name: "Add redirect" }).first();
  await add.press("Enter");
  const form = dialog(visitor);
  const [from, to] = [form.getByLabel("Old URL"), form.getByLabel("New URL")];
  await expect(from).toBeFocused();
  await from.fill("former-page");
  await to.fill("/nowhere");
  await to.press("Enter");
  await expect(form.getByText(/^Old URL must be a path of this site/)).toBeVisible();
  await expect(from).toBeFocused();
  await from.fill("/former-page/");
  await from.press("Enter");
  await expect(form.getByText("There is no page at this URL")).toBeVisible();
  await expect(to).toBeFocused();
  await expect(from).toHaveValue("/former-page/");
  await expectAccessible(visitor, "adding a redirect, with a fault");
  await to.fill("/about");
  await to.press("Enter");
  await expect(toast(visitor, "Redirect added")).toBeVisible();
  await expect(form).toBeHidden();
  const row = visitor.getByRole("row", { name: /\/former-page/ });
  await expect(row).toContainText("/about");

  await expect.poll(() => answer("/former-page?utm_source=mail")).toEqual([301, "/about?utm_source=mail"]);
  await visit(visitor, "/former-page");
  await expect(visitor).toHaveURL("/about");
  visitor.forgive("404");
  const slowly = (route: Route) => setTimeout(() => void route.continue(), SLOW);
  for (const isSlow of [false, true]) {
    if (isSlow) await visitor.route("**/api/posts/former-page", slowly);
    await visit(visitor, "/");
    await goWithin(visitor, "/former-page");
    await expect(visitor, isSlow ? "on a slow network" : "on a fast network").toHaveURL("/about");
  }
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(/About/);
  await visit(visitor, "/admin/redirects");
  await expect(async () => {
    await visitor.reload();
    await expect(row.getByRole("cell", { name: /^[2-9]/ })).toBeVisible({ timeout: 5000 });
  }).toPass();

  for (const colorScheme of ["light", "dark"] as const) {
    await visitor.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of WIDTHS) {
      await visitor.setViewportSize({ width, height: 800 });
      await expectAccessible(visitor, `redirects, ${colorScheme}, ${width} px wide`);
      const hidden = await visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(hidden, "px that one would have to scroll sideways for").toBe(0);
    }
  }

  await visitor.setViewportSize({ width: 1280, height: 800 });
  await visitor.getByRole("searchbox", { name: "Search redirects" }).fill("nothing of the kind");
  await expect(visitor.getByRole("heading", { name: "No redirects found" })).toBeVisible();
  await visitor.getByRole("button", { name: "Show all redirects" }).click();
  await visitor.getByRole("button", { name: "Delete redirect from /former-page" }).press("Enter");
  await dialog(visitor).getByRole("button", { name: "Delete" }).click();
  await expect(toast(visitor, "Redirect deleted")).toBeVisible();
  await expect(row).toBeHidden();
  await expect.poll(() => answer("/former-page")).toEqual([404, null]);
  await reader.dispose();
});

test("a missing page that readers asked for is redirected with one click", async ({ visitor, ownSite, browser }) => {
  const context = await browser.newContext({ baseURL: ownSite.address, userAgent: CHROME });
  const reader = await context.newPage();
  const title = await reader.goto("/").then(() => reader.locator('a[href^="/story/"]').first().getAttribute("href"));
  const slug = title?.replace("/story/", "") ?? "";
  for (const path of [`/2019/05/${slug}.html`, "/nothing-like-it-at-all"]) {
    // The page before may still send that it was left.
    const counted = reader.waitForResponse((response) => {
      if (!response.url().endsWith("/api/visits")) return false;
      const hit = response.request().postDataJSON() as { kind: string; url: string };
      return hit.kind === "view" && hit.url === path;
    });
    await reader.goto(path);
    expect((await counted).ok()).toBe(true);
  }
  await context.close();

  await signInAsAdmin(visitor, "/admin/redirects");
  const missing = visitor.getByRole("region", { name: "Missing Pages" });
  const entry = missing.getByRole("listitem").filter({ hasText: `/2019/05/${slug}.html` });
  await expectAccessible(visitor, "missing pages");
  await entry.getByRole("button", { name: /^Redirect to / }).press("Enter");
  await expect(toast(visitor, "Redirect added")).toBeVisible();
  await expect(entry).toBeHidden();
  await expect(visitor.getByRole("row", { name: new RegExp(`/2019/05/${slug}.html`) })).toContainText(`/story/${slug}`);
  await visit(visitor, `/2019/05/${slug}.html`);
  await expect(visitor).toHaveURL(`/story/${slug}`);

  await visit(visitor, "/admin/redirects");
  await missing
    .getByRole("listitem")
    .filter({ hasText: "/nothing-like-it-at-all" })
    .getByRole("link", { name: /^Redirect to\.\.\./ })
    .click();
  await expect(dialog(visitor).getByLabel("Old URL")).toHaveValue("/nothing-like-it-at-all");
  await visitor.keyboard.press("Escape");
  await expect(visitor).toHaveURL("/admin/redirects");
});

test("redirects that can't be loaded say so and can be loaded again", async ({ visitor }) => {
  visitor.forgive("500");
  await signInAsAdmin(visitor, "/admin/dashboard");
  await visitor.route("**/api/admin/redirects*", (route) => route.fulfill({ status: 500, body: "" }));
  await visitor.goto("/admin/redirects");
  await expect(visitor.getByText(/^Error loading redirects: /)).toBeVisible();
  await visitor.unroute("**/api/admin/redirects*");
  await visitor.getByRole("button", { name: "Try Again" }).click();
  await expect(visitor.getByText(/^Error loading redirects: /)).toBeHidden();
});
