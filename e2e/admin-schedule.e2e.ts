// slow: app/domain/posts/ app/pages/admin/calendar/ app/pages/admin/editor/ app/platform/jobs.ts

import type { APIRequestContext, Page } from "@playwright/test";
import { ADMIN, test } from "./account-visitor.ts";
import { createDraft, dialog, fillIn, newTitle, paper, signInAsAdmin, slugOf, toast, writeOn } from "./admin-writer.ts";
import type { OwnSite } from "./own-site.ts";
import { sees } from "./settings-site.ts";
import { expect, expectAccessible, stayInOneDay, visit } from "./visitor.ts";

const panel = (page: Page) => page.getByRole("region", { name: "Schedule", exact: true });
const row = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });
const entry = (page: Page, title: string) => page.getByRole("table").getByRole("listitem").filter({ hasText: title });

/** The date and time of the site's clock (UTC) so many days from now. */
const inDays = (days: number, time: string) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}`;

/** How far ahead `planAhead` schedules, in ms: longer than any machine needs to show it. */
const AHEAD = 10 * 60_000;

/** Schedules without the screens, to the second: the field has whole minutes. */
async function planAhead(request: APIRequestContext, edit: string, kind: "publish" | "update", now: number): Promise<void> {
  const signedIn = await request.post("/auth/v1/token?grant_type=password", { data: ADMIN });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const answer = await request.put(`/api/admin/posts/${edit.split("/").at(-1)}/schedule`, {
    headers: { authorization: `Bearer ${access_token}` },
    data: { kind, at: new Date(now + AHEAD).toISOString() },
  });
  expect(answer.status()).toBe(200);
}

/** Lets the planned time come: for the site by its database, for the page by its clock. */
async function letTimeCome(page: Page, site: OwnSite, edit: string): Promise<void> {
  const id = edit.split("/").at(-1);
  await site.query("update post_schedules set at = now(), next_at = now() where post_id = $1", [id]);
  await page.clock.fastForward(AHEAD);
}

/** Accessible in the light theme on a desktop, and in the dark one on a phone. */
async function expectFineEverywhere(page: Page, what: string): Promise<void> {
  for (const { colorScheme, width } of [
    { colorScheme: "light", width: 1280 } as const,
    { colorScheme: "dark", width: 320 } as const,
  ]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, `${what}, ${colorScheme}, ${width} px wide`);
    const hidden = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(hidden, "px that one would have to scroll sideways for").toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

test("a new post is scheduled, appears in the list and in the calendar, is moved and cancelled", async ({ visitor }) => {
  await stayInOneDay();
  visitor.forgive("400");
  const title = newTitle("A post for another day");
  await signInAsAdmin(visitor, "/admin/posts/create");
  await fillIn(visitor, title);
  const open = panel(visitor).getByRole("button", { name: "Schedule..." });
  await open.press("Enter");
  const at = panel(visitor).getByLabel("Publish at");
  await expect(at).toBeFocused();
  await expect(at).toHaveValue(inDays(1, "09:00"));
  await visitor.keyboard.press("Tab");
  await panel(visitor).getByRole("button", { name: "Cancel", exact: true }).press("Enter");
  await expect(open).toBeFocused();
  await open.press("Enter");
  await at.fill("");
  await at.press("Enter");
  await expect(panel(visitor).getByText("Choose a day and a time")).toBeVisible();
  await at.fill(inDays(-1, "09:00"));
  await panel(visitor).getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(panel(visitor).getByText("Choose a time in the future, at most five years ahead")).toBeVisible();
  await expect(visitor).toHaveURL(/\/admin\/posts\/edit\//);
  await expect(panel(visitor).getByLabel("Publish at")).toHaveValue(inDays(-1, "09:00"));

  await panel(visitor).getByLabel("Publish at").fill(inDays(1, "23:59"));
  await panel(visitor).getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(toast(visitor, "Post scheduled")).toBeVisible();
  await expect(panel(visitor)).toContainText(/Will be published on .*, 11:59 PM/);
  await expectFineEverywhere(visitor, "a scheduled post");
  await visitor.reload();
  await expect(panel(visitor)).toContainText(/Will be published on .*, 11:59 PM/);

  await visit(visitor, "/admin/posts");
  await expect(row(visitor, title)).toContainText("Draft");
  await expect(row(visitor, title)).toContainText(/Scheduled.*Publishes on /);
  await expect(row(visitor, title).getByTitle(/, 11:59 PM$/)).toBeVisible();
  await expectFineEverywhere(visitor, "the list with a scheduled post");
  const size = visitor.viewportSize();
  await visitor.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await row(visitor, title).boundingBox())?.height).toBeLessThanOrEqual(69);
  if (size) await visitor.setViewportSize(size);
  await visitor.getByRole("link", { name: "Calendar", exact: true }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Calendar");
  await expect(visitor).toHaveTitle(/^Calendar · /);
  // Tomorrow may be in another month.
  await visit(visitor, `/admin/calendar?month=${inDays(1, "").slice(0, 7)}`);
  await expect(entry(visitor, title)).toContainText("11:59 PM Scheduled");
  await expectFineEverywhere(visitor, "a calendar with a plan");

  await entry(visitor, title).getByRole("link").click();
  await panel(visitor).getByRole("button", { name: "Change time" }).click();
  await expect(panel(visitor).getByLabel("Publish at")).toHaveValue(inDays(1, "23:59"));
  await panel(visitor).getByLabel("Publish at").fill(inDays(1, "23:58"));
  await panel(visitor).getByLabel("Publish at").press("Enter");
  await expect(panel(visitor)).toContainText("11:58 PM");
  await panel(visitor).getByRole("button", { name: "Cancel schedule" }).click();
  await expect(toast(visitor, "Schedule canceled")).toBeVisible();
  await expect(panel(visitor).getByRole("button", { name: "Schedule..." })).toBeVisible();
  await visit(visitor, `/admin/calendar?month=${inDays(1, "").slice(0, 7)}`);
  const drafts = visitor.getByRole("region", { name: "Drafts without a date" });
  await expect(drafts.getByRole("link", { name: title })).toBeVisible();
  await expect(entry(visitor, title)).toHaveCount(0);
});

test("what keeps a draft from being published is reported before it is scheduled", async ({ visitor }) => {
  visitor.forgive("400");
  await createDraft(visitor, newTitle("Too short to go out"));
  await visitor.getByLabel("Description").fill("Short");
  await panel(visitor).getByRole("button", { name: "Schedule..." }).click();
  await panel(visitor).getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(panel(visitor).getByText(/can’t be published: Description must be at least 10 characters/)).toBeVisible();
  await visitor.getByLabel("Description").fill("Long enough to be published");
  await panel(visitor).getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(toast(visitor, "Post scheduled")).toBeVisible();
});

test("a post is published at its time while its author watches, and so are its changes", async ({
  visitor,
  newBrowser,
  request,
  ownSite,
}) => {
  const title = newTitle("Out at its time");
  await visitor.clock.install();
  const edit = await createDraft(visitor, title);
  const reader = await newBrowser();
  await planAhead(request, edit, "publish", Date.now());
  await visitor.reload();
  await expect(panel(visitor)).toContainText("Will be published on");
  await letTimeCome(visitor, ownSite, edit);
  await expect(toast(visitor, "Published as planned")).toBeVisible({ timeout: 60_000 });
  await expect(visitor.getByLabel("Status")).toHaveValue("published");
  await visit(reader, `/story/${slugOf(title)}`);
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText(title);

  await expect(panel(visitor)).toContainText("Make a change to schedule an update.");
  await paper(visitor).click();
  await visitor.keyboard.press("Control+End");
  await visitor.keyboard.insertText(" These words wait for tomorrow.");
  await panel(visitor).getByRole("button", { name: "Schedule..." }).click();
  await panel(visitor).getByRole("button", { name: "Schedule update" }).click();
  await expect(toast(visitor, "Update scheduled")).toBeVisible();
  await expect(panel(visitor)).toContainText(/These changes will be published on .*, 9:00 AM/);
  const note = visitor.getByRole("region", { name: "Changes not public" });
  await expect(note).toContainText(/Readers see the post as it was before them, until .*, 9:00 AM\./);
  await visit(reader, `/story/${slugOf(title)}`);
  await expect(reader.getByRole("main")).not.toContainText("These words wait");
  await visit(reader, "/");

  await planAhead(request, edit, "update", await visitor.evaluate(() => Date.now()));
  await visitor.reload();
  await expect(note).toBeVisible();
  await letTimeCome(visitor, ownSite, edit);
  await expect(toast(visitor, "Published as planned")).toBeVisible({ timeout: 60_000 });
  await expect(note).toBeHidden();
  // Their page is rendered again a moment after a change.
  await sees(reader, `/story/${slugOf(title)}`, (within) =>
    expect(reader.getByRole("main")).toContainText("These words wait for tomorrow.", within),
  );
});

/** Opens a draft, which is then published as planned. The page doesn't know yet: it looks only when its own clock says so. */
async function publishBehind(page: Page, request: APIRequestContext, site: OwnSite): Promise<void> {
  await page.clock.install();
  const edit = await createDraft(page, newTitle("Still being written"));
  await planAhead(request, edit, "publish", await page.evaluate(() => Date.now()));
  await page.reload();
  await expect(panel(page)).toContainText("Will be published on");
  const id = edit.split("/").at(-1);
  await site.query("update post_schedules set at = now(), next_at = now() where post_id = $1", [id]);
  const isPublic = async () => (await site.query("select from posts where id = $1 and status = 'published'", [id])).length;
  await expect.poll(isPublic, { timeout: 60_000 }).toBe(1);
}

test("an author who types while a post is published as planned goes on with the published post", async ({
  visitor,
  request,
  ownSite,
}) => {
  visitor.forgive("409");
  await publishBehind(visitor, request, ownSite);
  await writeOn(visitor, " And the end.");
  await visitor.clock.fastForward(AHEAD);

  await expect(toast(visitor, "Published as planned")).toBeVisible({ timeout: 60_000 });
  await expect(visitor.locator(".stored-status")).toHaveText(/^Published/);
  await expect(visitor.getByRole("link", { name: "View article" })).toBeVisible();
  await expect(visitor.getByLabel("Status")).toHaveValue("published");
  await expect(paper(visitor)).toContainText(" And the end.");
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(toast(visitor, "Post updated")).toBeVisible();
  await visitor.reload();
  await expect(paper(visitor)).toContainText(" And the end.");
});

test("a save just after a post was published as planned goes on with the published post", async ({
  visitor,
  request,
  ownSite,
}) => {
  visitor.forgive("409");
  await publishBehind(visitor, request, ownSite);
  await writeOn(visitor, " And the end.");
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(toast(visitor, "Post updated")).toBeVisible();
  await expect(dialog(visitor)).toHaveCount(0);
  await expect(visitor.locator(".stored-status")).toHaveText(/^Published/);
  await visitor.reload();
  await expect(paper(visitor)).toContainText(" And the end.");
  await expect(visitor.getByLabel("Status")).toHaveValue("published");
});

test("a draft is dropped on a day of the calendar, and another one is scheduled by the day's button", async ({ visitor }) => {
  await stayInOneDay();
  const [dropped, chosen] = [newTitle("Dropped on a day"), newTitle("Chosen for a day")];
  await createDraft(visitor, dropped);
  await visit(visitor, "/admin/posts/create");
  await fillIn(visitor, chosen);
  await visitor.getByRole("button", { name: "Save Draft" }).click();
  await expect(toast(visitor, "Post created")).toBeVisible();
  const month = inDays(31, "").slice(0, 7);
  await visit(visitor, `/admin/calendar?month=${month}`);
  const drafts = visitor.getByRole("region", { name: "Drafts without a date" });
  const day = (date: number) => visitor.getByRole("cell").filter({ has: visitor.locator(`time[datetime="${month}-${date}"]`) });
  const dialog = visitor.getByRole("dialog", { name: "Schedule a post" });

  await drafts.getByRole("listitem").filter({ hasText: dropped }).dragTo(day(16));
  await expect(dialog.getByLabel("Post").locator("option:checked")).toHaveText(dropped);
  await expect(dialog.getByLabel("Publish at")).toHaveValue(`${month}-16T09:00`);
  await expectAccessible(visitor, "the dialog that schedules a post");
  await dialog.getByLabel("Publish at").fill("2020-01-01T09:00");
  visitor.forgive("400");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog.getByText("Choose a time in the future, at most five years ahead")).toBeVisible();
  await dialog.getByLabel("Publish at").fill(`${month}-16T07:30`);
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(day(16)).toContainText("7:30 AM Scheduled");
  await expect(drafts.getByText(dropped)).toHaveCount(0);

  // It keeps its time on another day.
  await day(16).getByRole("listitem").filter({ hasText: dropped }).dragTo(day(18));
  await expect(dialog.getByLabel("Publish at")).toHaveValue(`${month}-18T07:30`);
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(day(18)).toContainText(dropped);

  await day(17)
    .getByRole("button", { name: /^Schedule a post for / })
    .press("Enter");
  await dialog.getByLabel("Post").selectOption({ label: chosen });
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(day(17)).toContainText("9:00 AM Scheduled");
  await expect(day(17)).toContainText(chosen);
});

test("the calendar is browsed month by month, and accessible", async ({ visitor }) => {
  await stayInOneDay();
  await signInAsAdmin(visitor, "/admin/calendar");
  const name = (offset: number) => {
    const now = new Date();
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1));
    return new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" }).format(first);
  };
  const shown = visitor.getByRole("heading", { level: 2 }).first();
  await expect(shown).toHaveText(name(0));
  await expect(visitor.locator("td[aria-current=date]")).toHaveCount(1);
  await visitor.getByRole("link", { name: `Back to ${name(-1)}` }).press("Enter");
  await expect(shown).toHaveText(name(-1));
  await expect(visitor).toHaveURL(/\?month=\d{4}-\d{2}$/);
  await visitor.reload();
  await expect(shown).toHaveText(name(-1));
  await visitor.getByRole("link", { name: "Today" }).click();
  await expect(visitor).toHaveURL("/admin/calendar");
  await visitor.getByRole("link", { name: `On to ${name(1)}` }).click();
  await expect(shown).toHaveText(name(1));
  await visit(visitor, "/admin/calendar?month=nonsense");
  await expect(shown).toHaveText(name(0));
  await expectFineEverywhere(visitor, "the calendar");
});

test("a calendar that can't be loaded says so and can be loaded again", async ({ visitor }) => {
  visitor.forgive("500");
  await signInAsAdmin(visitor, "/admin/dashboard");
  await visitor.route("**/api/admin/calendar*", (route) => route.fulfill({ status: 500, body: "" }));
  await visitor.goto("/admin/calendar");
  await expect(visitor.getByText(/^Error loading the calendar: /)).toBeVisible();
  await visitor.unroute("**/api/admin/calendar*");
  await visitor.getByRole("button", { name: "Try Again" }).click();
  await expect(visitor.getByRole("table")).toBeVisible();
});
