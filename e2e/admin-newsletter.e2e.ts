import type { Page } from "@playwright/test";
import { ADMIN, signIn, test } from "./account-visitor.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

const sidebar = (page: Page) => page.getByRole("navigation", { name: "Back office" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

async function enter(page: Page, path: string): Promise<void> {
  await visit(page, `/admin/login?next=${encodeURIComponent(path)}`);
  await signIn(page, ADMIN);
  await expect(heading(page)).toBeVisible();
}

test("the newsletter has one entry in the sidebar, and its screens are tabs", async ({ visitor }) => {
  await enter(visitor, "/admin/dashboard");
  await sidebar(visitor).getByRole("link", { name: "Newsletter" }).click();
  await expect(visitor).toHaveURL("/admin/newsletter");
  await expect(heading(visitor)).toHaveText("Issues");
  await visitor.getByRole("main").getByRole("link", { name: "Subscribers", exact: true }).click();
  await expect(heading(visitor)).toHaveText("Subscribers");
  await expect(visitor.getByRole("heading", { name: "No subscribers yet" })).toBeVisible();
  await visitor.getByRole("main").getByRole("link", { name: "Settings", exact: true }).click();
  await expect(heading(visitor)).toHaveText("Newsletter settings");
  await expect(sidebar(visitor).locator("[aria-current]")).toHaveText("Newsletter");
  await visitor.getByLabel("Postal address").fill("Lark Lane 1\n12345 Field");
  await visitor.getByRole("button", { name: "Save" }).click();
  await expect(visitor.getByText("Settings saved")).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await visitor.emulateMedia({ colorScheme });
    for (const width of [1280, 320]) {
      await visitor.setViewportSize({ width, height: 800 });
      await expectAccessible(visitor, `newsletter settings, ${colorScheme}, ${width} px`);
    }
  }
});
