import { args } from "../playwright.config.ts";
import { signInAsAdmin } from "./admin-writer.ts";
import { expect, test, visit } from "./visitor.ts";

// Elsewhere the browser hides scroll bars, as it does on phones.
test.use({
  launchOptions: {
    ...(process.env.CHROME_PATH && { executablePath: process.env.CHROME_PATH }),
    args,
    ignoreDefaultArgs: ["--hide-scrollbars"],
  },
});

test("with scroll bars, the sidebar scrolls in one direction, and the account stays in sight", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 1440, height: 780 });
  await signInAsAdmin(visitor, "/admin/dashboard");
  const bar = () => visitor.evaluate(() => innerWidth - document.documentElement.clientWidth);
  await expect.poll(bar, "the width of a scroll bar").toBeGreaterThan(0);
  const side = visitor.getByRole("complementary", { name: "Sidebar" });
  for (const [height, name] of [
    [900, "Skylark"],
    [780, "The Harbor Review of Books, Boats and Weather"],
    [700, "The Harbor Review of Books, Boats and Weather"],
    [560, "The Harbor Review of Books, Boats and Weather"],
  ] as const) {
    await visitor.setViewportSize({ width: 1440, height });
    await side
      .locator(".side-brand .side-label")
      .evaluate((label, text) => void Object.assign(label, { textContent: text }), name);
    const hidden = () =>
      side.evaluate((aside) =>
        [aside, ...aside.querySelectorAll("nav")]
          .flatMap((box) => [box.scrollWidth - box.clientWidth])
          .concat(aside.scrollHeight - aside.clientHeight),
      );
    await expect.poll(hidden, `hidden pixels, ${height} px high`).toEqual([0, 0, 0]);
    await expect(visitor.locator(".office-account .side-person")).toBeInViewport({ ratio: 1 });
    if (height < 700) continue;
    // Nothing has to be scrolled for, and no bar is seen.
    const entries = side.getByRole("navigation");
    await expect.poll(() => entries.evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBe(0);
    await expect.poll(() => entries.evaluate((nav) => Math.round(nav.getBoundingClientRect().width) - nav.clientWidth)).toBe(0);
    await expect(side.getByRole("button", { name: "Logout" })).toBeInViewport({ ratio: 1 });
  }
  // The last entry is reached by the keyboard, and seen.
  const last = side.getByRole("button", { name: "Logout" });
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
});

test("with scroll bars, no screen scrolls sideways", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 1280, height: 800 });
  await signInAsAdmin(visitor, "/admin/posts");
  for (const page of ["/admin/posts", "/admin/comments", "/admin/settings", "/admin/analytics", "/admin/posts/create", "/"]) {
    await visit(visitor, page);
    await expect(visitor.getByRole("heading", { level: 1 }).first()).toBeVisible();
    const hidden = () => visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(hidden, page).toBeLessThanOrEqual(0);
  }
});
