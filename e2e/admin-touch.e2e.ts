import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { SESSION_KEY, test } from "./account-visitor.ts";
import { createDraft, dialog, newTitle, paper, signInAsAdmin, source, toast } from "./admin-writer.ts";
import { expect, expectAccessible, stayInOneDay, visit } from "./visitor.ts";

// What a mouse drags, a finger moves with buttons.

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A finger hits it. */
async function expectLarge(target: Locator): Promise<void> {
  const box = await target.boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(44);
  expect(box?.height).toBeGreaterThanOrEqual(44);
}

/** Noon, so many days from now: `2026-01-31T12:00`. */
const noon = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T12:00`;

const token = (page: Page) => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "{}").access_token, SESSION_KEY);

test("a finger moves a scheduled post to another day of the calendar", async ({ newBrowser }) => {
  await stayInOneDay();
  const phone = await newBrowser(PHONE);
  // Two days of one month.
  const [day, month] = noon(1).slice(0, 7) === noon(2).slice(0, 7) ? [1, noon(1).slice(0, 7)] : [2, noon(2).slice(0, 7)];
  const [before, after] = [noon(day), noon(day + 1)];
  const title = newTitle("Moved by a finger");
  const edit = await createDraft(phone, title);
  const scheduled = await phone.request.put(`/api/admin/posts/${edit.split("/").at(-1)}/schedule`, {
    headers: { authorization: `Bearer ${await token(phone)}` },
    data: { kind: "publish", at: `${before}:00Z` },
  });
  expect(scheduled.status()).toBe(200);
  await visit(phone, `/admin/calendar?month=${month}`);
  const entry = phone.getByRole("table").getByRole("listitem").filter({ hasText: title });
  const change = entry.getByRole("button", { name: `Change time of ${title}` });
  await expectLarge(change);
  await expectLarge(entry.getByRole("link", { name: title }));
  await expectAccessible(phone, "the calendar with a scheduled post, by touch");

  await change.tap();

  await expect(dialog(phone).getByLabel("Post", { exact: true })).toHaveValue(edit.split("/").at(-1) ?? "");
  await expect(dialog(phone).getByLabel("Publish at")).toHaveValue(before);
  await dialog(phone).getByLabel("Publish at").fill(after);
  await dialog(phone).getByRole("button", { name: "Schedule", exact: true }).tap();
  await expect(toast(phone, "Post scheduled")).toBeVisible();
  const target = phone.locator("td").filter({ has: phone.locator(`time[datetime="${after.slice(0, 10)}"]`) });
  await expect(target).toContainText(title);
  // The focus moves along.
  await expect(target.getByRole("button", { name: `Change time of ${title}` })).toBeFocused();
});

test("a finger changes the order of a gallery's pictures", async ({ newBrowser }) => {
  const phone = await newBrowser(PHONE);
  await signInAsAdmin(phone, "/admin/posts/create");
  const writeAs = (format: string) =>
    phone.getByRole("group", { name: "Write the content as" }).getByRole("button", { name: format }).tap();
  const file = await sharp({ create: { width: 800, height: 450, channels: 3, background: "#7aa6d8" } })
    .jpeg()
    .toBuffer();
  const stored = await phone.request.post("/api/admin/media?name=hill.jpg", {
    headers: { authorization: `Bearer ${await token(phone)}`, "content-type": "image/jpeg" },
    data: file,
  });
  const { url } = await stored.json();
  const figure = (alt: string) => `<figure><img src="${url}" alt="${alt}"></figure>`;
  await writeAs("HTML");
  const gallery = `<figure class="gallery">${figure("One")}${figure("Two")}${figure("Three")}<figcaption>Hills</figcaption></figure>`;
  await source(phone).fill(`${gallery}\n<p>After.</p>`);
  await writeAs("Rich text");
  const order = () =>
    paper(phone)
      .locator("figure img")
      .evaluateAll((images) => images.map((image) => image.getAttribute("alt")));
  const bar = phone.getByRole("group", { name: "Image", exact: true });
  const earlier = bar.getByRole("button", { name: "Move earlier" });
  const later = bar.getByRole("button", { name: "Move later" });

  await paper(phone).getByAltText("One").tap();
  await expect(earlier).toHaveAttribute("aria-disabled", "true");
  await expectLarge(later);
  const cut = () => phone.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(cut).toBe(0);
  const hidden = () => bar.evaluate((tools) => tools.scrollWidth - tools.clientWidth);
  await expect.poll(hidden).toBe(0);
  await later.tap();
  await expect.poll(order).toEqual(["Two", "One", "Three"]);
  await expect(later).toBeFocused();
  await expect(bar.getByLabel("Alt text")).toHaveValue("One");
  await earlier.tap();
  await expect.poll(order).toEqual(["One", "Two", "Three"]);
  // The second key finds the button at its new place, however soon it comes.
  await later.focus();
  for (const key of ["Enter", "Enter"]) await phone.keyboard.press(key);
  await expect.poll(order).toEqual(["Two", "Three", "One"]);
  await expect(later).toHaveAttribute("aria-disabled", "true");
  await earlier.tap();
  await expect.poll(order).toEqual(["Two", "One", "Three"]);
  await expectAccessible(phone, "a picture of a gallery, by touch");
  await paper(phone).press("Control+z");
  await expect.poll(order).toEqual(["Two", "Three", "One"]);
  await expect(paper(phone).locator("figcaption").last()).toHaveText("Hills");
});
