import sharp from "sharp";
import { SESSION_KEY, test } from "./account-visitor.ts";
import {
  CONTENT,
  createDraft,
  dialog,
  expectFine,
  fillIn,
  newTitle,
  openPanel,
  paper,
  signInAsAdmin,
  slugOf,
  source,
  toast,
  writeAs,
} from "./admin-writer.ts";
import { expect } from "./visitor.ts";

test("a draft is published from its edit screen, which then links to the article", async ({ visitor }) => {
  test.slow();
  visitor.forgive("400");
  const title = newTitle("Out at last");
  await createDraft(visitor, title);
  await expect(visitor.locator(".stored-status")).toHaveText("Draft");
  await expect(visitor.getByText(`Will be published at /story/${slugOf(title)}`)).toBeVisible();
  await visitor.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(toast(visitor, "Post updated")).toBeVisible();
  const strip = visitor.getByRole("region", { name: "Published" });
  await expect(strip).toContainText(`Published. It is live at /story/${slugOf(title)}`);
  await expect(visitor.locator(".stored-status")).toHaveText("Published · View");
  await expect(visitor.getByRole("link", { name: `/story/${slugOf(title)}` })).toBeVisible();
  await expect(visitor.getByRole("button", { name: "Publish", exact: true })).toHaveCount(0);
  await expectFine(visitor, "a published post");
  const opening = visitor.context().waitForEvent("page");
  await strip.getByRole("link", { name: "View article" }).click();
  const opened = await opening;
  await expect(opened.getByRole("heading", { level: 1 })).toHaveText(title);
  // Open, it would report a view of an article that is archived below.
  await opened.close();
  // It stays while editing continues, and appears again after an update.
  await visitor.getByLabel("Excerpt").fill("Later.");
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(visitor.getByText("All changes saved")).toBeVisible();
  await expect(strip).toBeVisible();
  await strip.getByRole("button", { name: "Dismiss" }).click();
  await expect(strip).toHaveCount(0);
  // A date is chosen in the site's zone, and rules over the moment of the update; the future is what the schedule is for.
  const date = visitor.getByLabel("Publication date", { exact: true });
  await date.fill("2999-01-01T08:00");
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(visitor.getByRole("main").getByRole("alert")).toContainText(
    "Publication date must not be in the future: schedule the post instead",
  );
  await date.fill("2019-05-04T08:30");
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(visitor.getByText("All changes saved")).toBeVisible();
  await expect(date).toHaveValue("2019-05-04T08:30");
  await visitor.getByLabel("Status").selectOption("archived");
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(strip).toHaveCount(0);
});

test("missing fields are marked, the check reports them, and a category is created on the way", async ({ visitor }) => {
  test.slow();
  const title = newTitle("The very first");
  await signInAsAdmin(visitor, "/admin/posts/create");
  for (const label of ["Title", "Slug", "Description"])
    await expect(visitor.getByLabel(label, { exact: true })).toHaveAttribute("aria-required", "true");
  await expect(visitor.getByLabel("Excerpt")).not.toHaveAttribute("aria-required", "true");
  await visitor.getByLabel("Title", { exact: true }).fill(title);
  await paper(visitor).click();
  await visitor.keyboard.insertText(CONTENT);
  const panel = visitor.getByRole("region", { name: "Before publishing" });
  await openPanel(visitor, "Check");
  await panel.getByRole("button", { name: "Check the post" }).click();
  await expect(panel.getByRole("status")).toContainText("2 required before publishing");
  await panel.getByRole("button", { name: "Required Category is required" }).click();
  await expect(visitor.getByLabel("Category", { exact: true })).toBeFocused();
  await visitor.getByLabel("Category", { exact: true }).selectOption("+ New category...");
  const dialog = visitor.getByRole("dialog", { name: "New category" });
  await dialog.getByLabel("Name", { exact: true }).fill(`Harbors ${process.pid}`);
  await dialog.getByRole("button", { name: "Create category" }).click();
  await expect(dialog).toBeHidden();
  await expect(visitor.getByLabel("Category", { exact: true }).locator("option:checked")).toHaveText(`Harbors ${process.pid}`);
  await visitor.getByLabel("Description", { exact: true }).fill("What the first hour of a day is for");
  await openPanel(visitor, "Check");
  await expect(panel.getByRole("status")).toContainText("You can still publish.");
  await visitor.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(visitor.getByRole("region", { name: "Published" })).toBeVisible();
});

test("publishing without a category asks for it once, in the sheet", async ({ visitor }) => {
  test.slow();
  const title = newTitle("No category yet");
  await signInAsAdmin(visitor, "/admin/posts/create");
  await fillIn(visitor, title);
  await visitor.getByLabel("Category", { exact: true }).selectOption("");
  await visitor.getByRole("button", { name: "Publish", exact: true }).click();
  const sheet = dialog(visitor);
  await expect(sheet.getByLabel("Category", { exact: true })).toBeFocused();
  await expect(sheet.getByText("Category is required")).toBeVisible();
  await expect(visitor.getByRole("main").getByRole("alert")).toHaveCount(0);
  await expect(sheet).toContainText(`/story/${slugOf(title)}`);
  await expectFine(visitor, "the sheet without a category");
  await sheet.getByLabel("Category", { exact: true }).selectOption({ label: "Wellness" });
  await expect(sheet.getByText("Category is required")).toHaveCount(0);
  await sheet.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(toast(visitor, "Post created")).toBeVisible();
  await expect(visitor.getByRole("region", { name: "Published" })).toContainText(title);
});

test("the sheet takes the first picture, schedules, and leads to what should be fixed", async ({ visitor }) => {
  test.slow();
  visitor.forgive("400");
  const title = newTitle("From the sheet");
  await signInAsAdmin(visitor, "/admin/posts/create");
  const token = await visitor.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "{}").access_token, SESSION_KEY);
  const stored = await visitor.request.post("/api/admin/media?name=hill.jpg", {
    headers: { authorization: `Bearer ${token}`, "content-type": "image/jpeg" },
    data: await sharp({ create: { width: 800, height: 450, channels: 3, background: "#7aa6d8" } })
      .jpeg()
      .toBuffer(),
  });
  const { url } = await stored.json();
  await fillIn(visitor, title);
  await writeAs(visitor, "HTML");
  await source(visitor).fill(`<p>${CONTENT}</p>\n<p><img src="${url}" alt="A hill"></p>`);
  await writeAs(visitor, "Rich text");
  await visitor.getByRole("button", { name: "More options" }).click();
  const sheet = dialog(visitor);
  await expect(sheet.getByLabel("Use the text’s first image")).toBeChecked();
  await expectFine(visitor, "the sheet");
  await sheet.getByRole("button", { name: "At a time" }).click();
  await sheet.getByLabel("Date and time").fill("2001-01-01T09:00");
  await sheet.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(sheet.getByText("Choose a time in the future, at most five years ahead")).toBeVisible();
  await expect(sheet.getByLabel("Date and time")).toBeFocused();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await sheet.getByLabel("Date and time").fill(`${tomorrow}T23:59`);
  await sheet.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(toast(visitor, "Post scheduled")).toBeVisible();
  const strip = visitor.getByRole("region", { name: "Scheduled" });
  await expect(strip).toContainText(/Scheduled\. It goes live at \/story\/.* on .*, 11:59 PM/);
  await expect(visitor.locator(".stored-status")).toHaveText(/^Scheduled · .*, 11:59 PM$/);
  await expect(visitor.getByRole("group", { name: "Featured image" }).getByRole("img", { name: "A hill" })).toBeVisible();
  await expectFine(visitor, "a post scheduled from the sheet");
  await strip.getByRole("button", { name: "Change time..." }).click();
  await expect(sheet.getByLabel("Date and time")).toHaveValue(`${tomorrow}T23:59`);
  await visitor.keyboard.press("Escape");
  await strip.getByRole("button", { name: "Dismiss" }).click();
  await expect(strip).toHaveCount(0);

  await visitor.getByLabel("Description").fill("");
  await writeAs(visitor, "HTML");
  await source(visitor).fill(`<p>${CONTENT}</p>\n<p><a href="/story/no-such-post">the old post</a></p>`);
  await writeAs(visitor, "Rich text");
  await visitor.getByRole("button", { name: "More options" }).click();
  await expect(sheet.getByRole("status")).toContainText("to fix");
  await sheet.getByRole("button", { name: "Fix" }).click();
  await expect(sheet).toHaveCount(0);
  await expect.poll(() => visitor.evaluate(() => document.activeElement?.closest(".editor-main") !== null)).toBe(true);
});

test("a phone has the buttons that publish in reach wherever the text is scrolled to", async ({ newBrowser }) => {
  const phone = await newBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await signInAsAdmin(phone, "/admin/posts/create");
  await expect(paper(phone).locator("> p").first()).toHaveAttribute("data-placeholder", /tap ⊕ for images/);
  await writeAs(phone, "Markdown");
  await source(phone).fill("A line of a long text.\n\n".repeat(80));
  const publish = phone.getByRole("button", { name: "Publish", exact: true });
  for (const y of [0, 1200, 99_999]) {
    await phone.evaluate((top) => scrollTo(0, top), y);
    await expect(publish).toBeInViewport({ ratio: 1 });
  }
  await expectFine(phone, "the editor on a phone");
  await phone.getByRole("button", { name: "More options" }).tap();
  await expect(dialog(phone).getByRole("button", { name: "Publish", exact: true })).toBeInViewport({ ratio: 1 });
  await expectFine(phone, "the sheet on a phone");
});
