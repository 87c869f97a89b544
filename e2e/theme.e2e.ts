import type { Page } from "@playwright/test";
import { expect, hydrated, test, visit } from "./visitor.ts";

const choice = (page: Page, name: string) => page.getByRole("banner").getByRole("button", { name, exact: true });
const html = (page: Page) => page.locator("html");
const background = (page: Page) => html(page).evaluate((element) => getComputedStyle(element).backgroundColor);

test("auto is the system's theme, and follows it", async ({ visitor }) => {
  await visitor.emulateMedia({ colorScheme: "light" });
  await visit(visitor, "/");
  await expect(choice(visitor, "Auto")).toHaveAttribute("aria-pressed", "true");
  await expect(html(visitor)).toHaveAttribute("data-theme", "light");
  const light = await background(visitor);
  await visitor.emulateMedia({ colorScheme: "dark" });
  await expect(html(visitor)).toHaveAttribute("data-theme", "dark");
  await expect.poll(() => background(visitor)).not.toBe(light);
});

test("a choice holds against the system, over pages and loads, until auto is chosen again", async ({ visitor }) => {
  await visitor.emulateMedia({ colorScheme: "light" });
  await visit(visitor, "/");
  await choice(visitor, "Dark").click();
  await expect(html(visitor)).toHaveAttribute("data-theme", "dark");
  await expect(choice(visitor, "Dark")).toHaveAttribute("aria-pressed", "true");
  await expect(choice(visitor, "Auto")).toHaveAttribute("aria-pressed", "false");

  await visitor.getByRole("link", { name: "Read: Mood Tracking Guide" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toContainText("Mood Tracking Guide");
  await expect(html(visitor)).toHaveAttribute("data-theme", "dark");
  await visitor.reload();
  await hydrated(visitor);
  await expect(html(visitor)).toHaveAttribute("data-theme", "dark");
  await expect(choice(visitor, "Dark")).toHaveAttribute("aria-pressed", "true");

  await choice(visitor, "Auto").click();
  await expect(html(visitor)).toHaveAttribute("data-theme", "light");
  await choice(visitor, "Light").click();
  await visitor.emulateMedia({ colorScheme: "dark" });
  await expect(html(visitor)).toHaveAttribute("data-theme", "light");
});

test("another tab follows at once", async ({ visitor, context }) => {
  await visitor.emulateMedia({ colorScheme: "light" });
  await visit(visitor, "/");
  const tab = await context.newPage();
  await visit(tab, "/about");
  await choice(tab, "Dark").click();
  await expect(html(visitor)).toHaveAttribute("data-theme", "dark");
  await expect(choice(visitor, "Dark")).toHaveAttribute("aria-pressed", "true");
});

for (const address of ["/", "/story/mood-tracking-guide", "/view-all"]) {
  test(`the theme is there before the first paint of ${address}`, async ({ visitor }) => {
    await visitor.emulateMedia({ colorScheme: "light" });
    await visitor.addInitScript(() => {
      localStorage.setItem("theme", "dark");
      new MutationObserver((_, observer) => {
        if (document.documentElement?.dataset.theme !== "dark") return;
        observer.disconnect();
        performance.mark("dark");
      }).observe(document, { attributes: true, childList: true, subtree: true });
    });
    await visit(visitor, address);
    const { dark, painted, body } = await visitor.evaluate(() => ({
      dark: performance.getEntriesByName("dark")[0]?.startTime ?? Number.NaN,
      painted: performance.getEntriesByName("first-paint")[0]?.startTime ?? Number.NaN,
      body: getComputedStyle(document.documentElement).colorScheme,
    }));
    expect(dark).toBeLessThan(painted);
    expect(body).toBe("dark");
  });
}
