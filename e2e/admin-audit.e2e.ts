// slow: app/browser/ app/domain/audit/ app/domain/auth/ app/domain/posts/ app/domain/trash/ app/domain/users/ app/http/api/admin/
// slow: app/http/auth-v1/ app/pages/account/ app/pages/admin/ app/ui/

import { ADMIN, signIn, test } from "./account-visitor.ts";
import { signInAsAdmin } from "./admin-writer.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

test("the activity log can be searched, and an entry opens to both values", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/pages/about");
  for (const text of ["First light.", "Second light."]) {
    await visitor.getByLabel("Vision").fill(text);
    const answer = visitor.waitForResponse((response) => response.request().method() === "PUT");
    await visitor.getByRole("button", { name: "Save", exact: true }).click();
    expect((await answer).status()).toBe(200);
    await expect(visitor.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  }

  await visitor.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: "Settings" }).click();
  await visitor.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Activity Log" }).click();
  await expect(visitor).toHaveURL("/admin/audit");
  await expect(visitor).toHaveTitle(/^Activity Log · /);
  await visitor.getByLabel("What").selectOption("settings");
  await expect(visitor).toHaveURL("/admin/audit?entity=settings");
  await visitor.getByLabel("Who").selectOption(ADMIN.email);
  await expect(visitor.getByRole("status").filter({ hasText: /entries/ })).toContainText(/of ([2-9]|\d{2,})\b/);
  const entry = visitor.getByRole("main").locator("details").first();
  await expect(entry).toContainText("Settings updated");
  await expect(entry).toContainText(ADMIN.email);
  await entry.locator("summary").press("Enter");
  const row = entry.getByRole("row", { name: /About vision/ });
  await expect(row.getByRole("cell")).toHaveText(["First light.", "Second light."]);

  for (const colorScheme of ["light", "dark"] as const) {
    await visitor.emulateMedia({ colorScheme });
    for (const width of [1280, 320]) {
      await visitor.setViewportSize({ width, height: 800 });
      await expectAccessible(visitor, `activity log, ${colorScheme}, ${width} px wide`);
      const hidden = await visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(hidden, "px that one would have to scroll sideways for").toBe(0);
    }
  }

  await visitor.getByRole("searchbox", { name: "Search activity" }).fill("nothing of the kind");
  await expect(visitor.getByRole("heading", { name: "No activity found" })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole("heading", { name: "No activity found" })).toBeVisible();
  await visitor.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(visitor).toHaveURL("/admin/audit");
  await visitor.goBack();
  await expect(visitor).toHaveURL(/search=nothing/);
});

test("a log that can't be loaded says so and can be loaded again", async ({ visitor }) => {
  visitor.forgive("500");
  await visit(visitor, "/admin/login");
  await signIn(visitor, ADMIN);
  await expect(visitor).toHaveURL("/admin/dashboard");
  await visitor.route("**/api/admin/audit*", (route) => route.fulfill({ status: 500, body: "" }));
  await visitor.goto("/admin/audit");
  await expect(visitor.getByText(/^Error loading activity: /)).toBeVisible();
  await visitor.unroute("**/api/admin/audit*");
  await visitor.getByRole("button", { name: "Try Again" }).click();
  await expect(visitor.getByText(/^Error loading activity: /)).toBeHidden();
});
