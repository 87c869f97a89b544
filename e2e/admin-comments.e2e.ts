import type { Page } from "@playwright/test";
import { arrive, test } from "./account-visitor.ts";
import { signInAsAdmin } from "./admin-writer.ts";
import { expect, expectAccessible } from "./visitor.ts";

const rows = (page: Page) => page.getByRole("list", { name: "Comments" }).getByRole("listitem");
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });

/** Signs the owner in and opens the list. */
async function moderate(page: Page, query = ""): Promise<void> {
  await signInAsAdmin(page, `/admin/comments${query}`);
}

/** Posts comments as the reader of a page, without the form. */
const post = (page: Page, texts: string[]) =>
  page.evaluate(async (all) => {
    const { access_token } = JSON.parse(localStorage.getItem("skylark.session") ?? "{}") as { access_token: string };
    for (const content of all) {
      await fetch("/api/posts/four-minutes-nobody-notices/comments", {
        method: "POST",
        headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
        body: JSON.stringify({ content }),
      });
    }
  }, texts);

test("every status can be set by button and menu, and deletion asks first", async ({ visitor }) => {
  await moderate(visitor, "?search=small+enough");
  const one = row(visitor, "small enough to live beside the bed");
  await one.getByRole("button", { name: /^Approve/ }).click();
  await expect(visitor.getByText("Comment updated").first()).toBeVisible();
  await expect(one).toContainText("Approved");
  await expect(one.getByRole("button", { name: /^(Approve|Reject)/ })).toHaveCount(0);

  const menu = one.getByRole("button", { name: /^Actions for/ });
  await menu.click();
  await expect(visitor.getByRole("menuitem")).toHaveText(["Reply", "Mark as Pending", "Reject", "Mark as Spam", "Ban", "Delete"]);
  await visitor.getByRole("menuitem", { name: "Reject" }).click();
  await expect(one).toContainText("Rejected");
  await menu.click();
  await visitor.getByRole("menuitem", { name: "Mark as Pending" }).click();
  await expect(one).toContainText("Pending");
  await menu.click();
  await visitor.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = visitor.getByRole("dialog");
  await expect(dialog).toContainText(
    "Are you sure you want to delete this comment? It can be restored from the trash for 30 days.",
  );
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(visitor.getByText("Comment deleted")).toBeVisible();
  await expect(visitor.getByRole("heading", { name: "No comments found" })).toBeVisible();
});

test("the list is filtered by status and words, in the URL, and operated by keys without a mouse", async ({ visitor }) => {
  await moderate(visitor);
  await visitor.getByRole("button", { name: /^Approved/ }).click();
  await expect(visitor).toHaveURL(/status=approved/);
  await visitor.getByLabel("Search comments").fill("pancakes");
  await expect(visitor).toHaveURL(/search=pancakes/);
  await expect(rows(visitor)).toHaveCount(3);
  // In a text field, keys type.
  await visitor.keyboard.type(" ard");
  await expect(visitor.getByRole("heading", { name: "No comments found" })).toBeVisible();
  await visitor.getByRole("button", { name: "Show all comments" }).click();
  await expect(visitor).toHaveURL("/admin/comments");
  await expect(visitor.getByLabel("Search comments")).toHaveValue("");
  await visitor.getByLabel("Search comments").fill("pancakes");
  await expect(rows(visitor)).toHaveCount(3);
  await visitor.getByRole("heading", { level: 1 }).click();
  await visitor.keyboard.press("j");
  await expect(rows(visitor).nth(0)).toBeFocused();
  await visitor.keyboard.press("j");
  await visitor.keyboard.press("k");
  await visitor.keyboard.press("j");
  await expect(rows(visitor).nth(1)).toBeFocused();
  await visitor.keyboard.press("r");
  await expect(rows(visitor).nth(1)).toContainText("Rejected");
  await visitor.keyboard.press("a");
  await expect(rows(visitor).nth(1)).toContainText("Approved");
  await visitor.keyboard.press("s");
  await expect(rows(visitor).nth(1)).toContainText("Spam: marked by hand");
  await visitor.keyboard.press("a");
  await expect(rows(visitor).nth(1)).not.toContainText("Spam: ");
  await visitor.keyboard.press("d");
  await expect(visitor.getByRole("dialog")).toBeVisible();
  await visitor.keyboard.press("Escape");
  await expect(rows(visitor).nth(1)).toBeFocused();
});

test("a list that was read before a decision doesn't take its place", async ({ visitor }) => {
  await moderate(visitor, "?status=pending");
  const id = await rows(visitor).first().getAttribute("data-comment");
  const one = visitor.locator(`[data-comment="${id}"]`);
  const [wasRead, isDecided] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let requests = 0;
  await visitor.route(/\/api\/admin\/comments\?.*status=approved/, async (route) => {
    requests += 1;
    if (requests > 1) return route.continue();
    const response = await route.fetch();
    wasRead.resolve();
    await isDecided.promise;
    await route.fulfill({ response });
  });
  await visitor.getByRole("button", { name: /^Approved/ }).click();
  await wasRead.promise;
  await one.getByRole("button", { name: /^Approve/ }).click();
  await expect(visitor.getByText("Comment updated").first()).toBeVisible();
  isDecided.resolve();
  await expect(one).toContainText("Approved");
  expect(requests).toBe(2);
  // The tests that follow need it as it was.
  await visitor.getByRole("button", { name: "Undo" }).first().click();
  await expect(one).toHaveCount(0);
});

test("a reply is written in the row of its comment, and a decision can be undone", async ({ visitor }) => {
  await moderate(visitor, "?status=pending");
  const id = await rows(visitor).first().getAttribute("data-comment");
  const one = visitor.locator(`[data-comment="${id}"]`);
  await one.getByRole("button", { name: /^Reject/ }).click();
  await visitor.getByRole("button", { name: "Undo" }).first().click();
  await expect(one).toContainText("Pending");
  await one.focus();
  await visitor.keyboard.press("c");
  await expect(one.getByLabel(/^Reply to/)).toBeFocused();
  await visitor.keyboard.type("Coming soon, I promise.");
  await expectAccessible(visitor, "a reply");
  await one.getByRole("button", { name: "Approve and reply" }).click();
  await expect(visitor.getByText("Reply published")).toBeVisible();
  await expect(visitor.getByLabel(/^Reply to/)).toHaveCount(0);
  await visitor.getByRole("button", { name: /^Approved/ }).click();
  await expect(row(visitor, "Coming soon, I promise.").first()).toContainText("In reply to");
});

test("a wave of spam is deleted at once, including other pages", async ({ visitor, newBrowser, ownSite }) => {
  const reader = await newBrowser();
  await arrive(reader, ownSite);
  // As many as one account may post in ten minutes.
  await post(
    reader,
    Array.from({ length: 10 }, (_, n) => `Cheap pills ${n} https://a.example https://b.example https://c.example`),
  );
  await moderate(visitor, "?status=spam");
  await expect(rows(visitor)).toHaveCount(10);
  await expect(rows(visitor).first()).toContainText("Spam: too many links");
  for (const width of [1280, 320]) {
    await visitor.setViewportSize({ width, height: 720 });
    for (const colorScheme of ["light", "dark"] as const) {
      await visitor.emulateMedia({ colorScheme });
      await expectAccessible(visitor, `comments, ${width} px wide, ${colorScheme}`);
    }
    const hidden = await visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(hidden, "px that one would have to scroll sideways for").toBe(0);
  }
  await visitor.setViewportSize({ width: 1280, height: 720 });
  await visitor.getByLabel("Select all on this page").check();
  await expect(visitor.getByText("10 selected")).toBeVisible();
  await visitor.getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = visitor.getByRole("dialog");
  await expect(dialog).toContainText(
    "Are you sure you want to delete these 10 comments? They can be restored from the trash for 30 days.",
  );
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(visitor.getByText("10 comments deleted")).toBeVisible();
  await expect(visitor.getByRole("heading", { name: "No comments found" })).toBeVisible();
});

test("a selection applies to one filter only, and doesn't come back with the filter", async ({
  visitor,
  newBrowser,
  ownSite,
}) => {
  const reader = await newBrowser();
  await arrive(reader, ownSite);
  // With those of the demo content, they fill more than a page.
  await post(
    reader,
    Array.from({ length: 10 }, (_, n) => `Minute ${n} of the four is the one that I notice.`),
  );
  await moderate(visitor);
  const chosen = visitor.locator("[data-comment] input:checked");
  await visitor.getByLabel("Select all on this page").check();
  await expect(chosen).toHaveCount(20);
  await visitor.getByRole("button", { name: /^Select all \d+ comments that match$/ }).click();
  await expect(visitor.getByText(/^\d+ selected$/)).toBeVisible();
  // Some of the visible ones are approved, too.
  await visitor.getByRole("button", { name: /^Approved/ }).click();
  await expect(visitor).toHaveURL("/admin/comments?status=approved");
  await expect(visitor.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(rows(visitor).first()).toBeVisible();
  await expect(chosen).toHaveCount(0);
  await visitor.goBack();
  await expect(visitor).toHaveURL("/admin/comments");
  await expect(rows(visitor)).toHaveCount(20);
  await expect(chosen).toHaveCount(0);
  await expect(visitor.getByText(/^\d+ selected$/)).toBeHidden();
});

test("the age of a comment is updated while the list is open", async ({ visitor, newBrowser, ownSite }) => {
  const reader = await newBrowser();
  await arrive(reader, ownSite);
  await post(reader, ["Written while the clock runs."]);
  await visitor.clock.install();
  await moderate(visitor, "?search=while+the+clock");
  const when = row(visitor, "while the clock runs").locator("time");
  await expect(when).toHaveText("just now");
  await visitor.clock.fastForward("05:00");
  await expect(when).toHaveText(/^[56] minutes ago$/);
});

test("a failure says so and changes nothing", async ({ visitor }) => {
  visitor.forgive("500");
  await moderate(visitor);
  await visitor.route("**/api/admin/comments/*", (route) =>
    route.fulfill({ status: 500, contentType: "application/json", body: '{"code":"unexpected","message":"Broken"}' }),
  );
  const first = rows(visitor).first();
  await first.getByRole("button", { name: /^Actions for/ }).click();
  await visitor.getByRole("menuitem", { name: "Reject" }).click();
  await expect(visitor.getByText("Failed to update comment")).toBeVisible();
  await visitor.route("**/api/admin/comments?*", (route) =>
    route.fulfill({ status: 500, contentType: "application/json", body: '{"code":"unexpected","message":"Broken"}' }),
  );
  await visitor.getByRole("button", { name: /^Pending/ }).click();
  await expect(visitor.getByRole("heading", { name: "Error loading comments: Broken" })).toBeVisible();
});
