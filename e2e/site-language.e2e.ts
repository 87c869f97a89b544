import type { Page } from "@playwright/test";
import { ADMIN, test } from "./account-visitor.ts";
import { signInAsAdmin } from "./admin-writer.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

const PAGES = [
  "/",
  "/story/the-backup-that-was-never-there",
  "/view-all",
  "/view-all?search=morning",
  "/about",
  "/login",
  "/register",
];

/** As the owner. Pages follow a moment later. */
async function setLanguage(page: Page, language: string): Promise<void> {
  const session = await page.request.post("/auth/v1/token?grant_type=password", { data: ADMIN });
  const { access_token } = (await session.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  const { settings, content, version } = await (await page.request.get("/api/admin/settings", { headers })).json();
  const data = { settings: { ...settings, language }, content, version };
  expect((await page.request.put("/api/admin/settings", { headers, data })).status()).toBe(200);
  const spoken = async () => (await (await page.request.get("/")).text()).includes(`<html lang="${language}"`);
  await expect.poll(spoken).toBe(true);
}

const hiddenOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const [language, direction] of [
  ["de", "ltr"],
  ["ar", "rtl"],
] as const)
  for (const width of [1440, 320])
    test(`axe finds nothing on pages in ${language}, ${width} px wide, and none scrolls sideways`, async ({ visitor }) => {
      await setLanguage(visitor, language);
      await visitor.setViewportSize({ width, height: 900 });
      await visitor.emulateMedia({ reducedMotion: "reduce" });
      const look = async (address: string) => {
        await expect(visitor.locator("html")).toHaveAttribute("lang", language);
        await expect(visitor.locator("html")).toHaveCSS("direction", direction);
        await expectAccessible(visitor, address);
        expect(await hiddenOf(visitor), address).toBe(0);
      };
      for (const address of PAGES) {
        await visit(visitor, address);
        await look(address);
      }
      await signInAsAdmin(visitor, "/account");
      await expect(visitor.locator("main form").first()).toBeVisible();
      await look("/account");
    });

test("in Arabic, arrows point where the text goes on; pictures, numbers and code stay as they are", async ({ visitor }) => {
  await setLanguage(visitor, "ar");
  await visit(visitor, "/view-all");
  const mirrored = (part: string) =>
    visitor
      .locator(part)
      .first()
      .evaluate((icon) => getComputedStyle(icon).scale);
  for (const arrow of [".read-more .icon", ".pagination-next .icon"]) expect(await mirrored(arrow), arrow).toBe("-1 1");
  for (const sign of [".search-form .icon", ".like-toggle .icon"]) expect(await mirrored(sign), sign).toBe("none");
  await expect(visitor.locator(".card time").first()).toHaveText(/^\d{1,2} \p{Script=Arabic}+ \d{4}$/u);
  const [logo, search] = [visitor.locator(".brand").first(), visitor.getByRole("searchbox").first()];
  expect((await logo.boundingBox())?.x).toBeGreaterThan(720);
  await expect(search).toHaveCSS("direction", "rtl");

  await visit(visitor, "/story/the-backup-that-was-never-there");
  expect(await mirrored(".neighbors .icon")).toBe("-1 1");
  await expect(visitor.locator(".prose pre").first()).toHaveCSS("direction", "ltr");

  await visit(visitor, "/story/mood-tracking-guide");
  const name = visitor.locator(".comment .meta strong").first();
  await expect(name).toBeVisible();
  const [left, date] = [(await name.boundingBox())?.x ?? 0, await name.locator("+ *").boundingBox()];
  expect((date?.x ?? 0) + (date?.width ?? 0), "the date stands to the left of the name").toBeLessThanOrEqual(left + 1);
});
