// slow: app/browser/ app/domain/auth/ app/domain/comments/ app/domain/posts/ app/domain/users/ app/http/api/admin/ app/pages/admin/

import type { APIRequestContext, Page } from "@playwright/test";
import { ADMIN, arrive, banner, type Reader, SESSION_KEY, test } from "./account-visitor.ts";
import {
  dialog,
  expectFine,
  expectState,
  fillIn,
  newTitle,
  paper,
  publishNew,
  signInAsAdmin,
  toast,
  writeOn,
} from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const sidebar = (page: Page) => page.getByRole("navigation", { name: "Back office" }).getByRole("link");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** As another admin does, while the user works. */
async function setGrants(request: APIRequestContext, id: string, grants: string[]): Promise<void> {
  const answer = await request.post("/auth/v1/token?grant_type=password", { data: ADMIN });
  const headers = { authorization: `Bearer ${((await answer.json()) as { access_token: string }).access_token}` };
  const changed = await request.put(`/api/admin/users/${id}/grants`, { headers, data: { grants } });
  expect(changed.status()).toBe(200);
}

/** Gives a user grants right after their sign-in. @returns their id */
async function arriveWith(page: Page, request: APIRequestContext, arriving: Promise<Reader>, grants: string[]): Promise<string> {
  await arriving;
  const id = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "{}").user.id as string, SESSION_KEY);
  await setGrants(request, id, grants);
  return id;
}

async function expectDenied(page: Page, path: string, why: string): Promise<void> {
  await visit(page, path);
  await expect(heading(page), path).toHaveText("Access Denied");
  await expect(page.getByRole("main")).toContainText(why);
}

const NEEDS_ADMIN = "You don't have permission to access this page. Admin privileges are required.";
const NEEDS_GRANT = "You don’t have permission to access this page. An admin can give you access.";

const MEMBERS = {
  contributor: {
    sees: ["Dashboard", "View Blog", "Blog Analytics", "Posts", "Media", "API tokens", "Trash"],
    denied: ["/admin/comments", "/admin/calendar", "/admin/pages", "/admin/categories", "/admin/analytics"],
  },
  author: {
    sees: ["Dashboard", "View Blog", "Blog Analytics", "Posts", "Media", "API tokens", "Comments", "Trash"],
    denied: ["/admin/pages", "/admin/categories", "/admin/redirects", "/admin/analytics"],
  },
  editor: {
    sees: ["Dashboard", "View Blog", "Web Analytics", "Blog Analytics", "Posts", "Categories", "Media", "API tokens", "Settings"],
    denied: ["/admin/comments"],
  },
  moderator: {
    sees: ["Dashboard", "View Blog", "API tokens", "Comments", "Trash"],
    denied: ["/admin/posts", "/admin/posts/create", "/admin/media", "/admin/blog-analytics"],
  },
} as const;

for (const [grant, { sees, denied }] of Object.entries(MEMBERS)) {
  test(`a user with the grant ${grant} finds their screens, and is denied the others`, async ({ visitor, ownSite, request }) => {
    const complaints: string[] = [];
    visitor.on("response", (response) => {
      if (response.status() === 403) complaints.push(response.url());
    });
    await arriveWith(visitor, request, arrive(visitor, ownSite), [grant]);
    await visit(visitor, "/");
    await expect(banner(visitor).getByRole("link", { name: "Admin" })).toBeVisible();
    await visit(visitor, "/admin/login");
    await expect(heading(visitor)).toHaveText("Dashboard");
    await expect(sidebar(visitor)).toHaveText(sees.map((name) => (name === "View Blog" ? /^View Blog/ : new RegExp(`^${name}`))));
    await expectFine(visitor, `the dashboard of a user with the grant ${grant}`);
    for (const path of denied) await expectDenied(visitor, path, NEEDS_GRANT);
    for (const path of [
      "/admin/users",
      "/admin/Users/",
      "/admin/settings",
      "/admin/analytics/traffic",
      "/admin/newsletter/subscribers",
    ])
      await expectDenied(visitor, path, NEEDS_ADMIN);
    await expectFine(visitor, `access denied to a user with the grant ${grant}`);
    await visitor.keyboard.press("Control+k");
    await visitor.keyboard.type("settings");
    await expect(visitor.getByRole("option", { name: "Settings", exact: true })).toHaveCount(0);
    await visitor.keyboard.press("Escape");
    await visitor.keyboard.press("g");
    await visitor.keyboard.press("s");
    await visitor.getByRole("link", { name: "Back to your work" }).click();
    await expect(heading(visitor)).toHaveText("Dashboard");
    expect(complaints).toEqual([]);
  });
}

test("a contributor writes drafts, and has no button that publishes", async ({ visitor, newBrowser, ownSite, request }) => {
  visitor.forgive("404");
  const others = await newBrowser();
  const foreign = newTitle("Of somebody else");
  const foreignScreen = await publishNew(others, foreign);
  await arriveWith(visitor, request, arrive(visitor, ownSite), ["contributor"]);
  const title = newTitle("By a contributor");
  await visit(visitor, "/admin/posts/create");
  await fillIn(visitor, title);
  await expect(visitor.getByRole("textbox", { name: "Slug" })).toBeVisible();
  for (const name of ["Publish", "More options"]) await expect(button(visitor, name)).toHaveCount(0);
  for (const name of ["Status", "Publication date", "Featured"]) await expect(visitor.getByLabel(name)).toHaveCount(0);
  await expect(visitor.getByRole("option", { name: "+ New category..." })).toHaveCount(0);
  await visitor.keyboard.press("Control+Enter");
  await expect(dialog(visitor)).toHaveCount(0);
  await button(visitor, "Save Draft").click();
  await expect(visitor).toHaveURL(/\/admin\/posts\/edit\//);
  await expect(heading(visitor)).toHaveText("Edit Post");
  await expectState(visitor, "All changes saved");
  await expectFine(visitor, "the editor of a contributor");

  await visit(visitor, "/admin/posts");
  await expect(visitor.getByRole("row").filter({ hasText: title })).toBeVisible();
  await expect(visitor.getByRole("row").filter({ hasText: foreign })).toHaveCount(0);
  await expect(button(visitor, "Featured order")).toHaveCount(0);
  await expectFine(visitor, "the posts of a contributor");
  await visit(visitor, foreignScreen);
  await expect(visitor.getByRole("heading", { name: "Post not found" })).toBeVisible();
});

test("an author publishes their own post, and can no longer change it as a contributor", async ({
  visitor,
  ownSite,
  request,
}) => {
  const id = await arriveWith(visitor, request, arrive(visitor, ownSite), ["author"]);
  const title = newTitle("By an author");
  await visit(visitor, "/admin/posts/create");
  await fillIn(visitor, title);
  await expect(visitor.getByLabel("Featured")).toHaveCount(0);
  await button(visitor, "Publish").click();
  await expect(visitor.getByRole("region", { name: "Published" })).toBeVisible();
  await setGrants(request, id, ["contributor"]);
  await visitor.reload();
  await expect(visitor.getByText("This post was published or has a plan")).toBeVisible();
  await expect(button(visitor, "Update Post")).toHaveCount(0);
  await expectFine(visitor, "a post that a contributor can’t change");
  await visit(visitor, "/admin/posts");
  await expect(button(visitor, `Delete ${title}`)).toHaveCount(0);
});

for (const [left, title] of [
  [[], "You no longer have access to the back office"],
  [["contributor"], "You have fewer grants than before"],
] as const) {
  test(`a writer who is left with ${left[0] ?? "no grants"} keeps the text and is told`, async ({
    visitor,
    ownSite,
    request,
  }) => {
    visitor.forgive("403");
    visitor.forgive("404");
    await signInAsAdmin(visitor, "/admin/posts/create");
    const post = newTitle("Edited by an editor");
    await fillIn(visitor, post);
    await button(visitor, "Save Draft").click();
    await expect(visitor).toHaveURL(/\/admin\/posts\/edit\//);
    const screen = new URL(visitor.url()).pathname;
    await expectState(visitor, "All changes saved");
    // The editor asks now and then, which the next user’s browser wouldn’t.
    await visitor.goto("/robots.txt");
    await visitor.evaluate(() => localStorage.clear());

    const id = await arriveWith(visitor, request, arrive(visitor, ownSite), ["editor"]);
    await visit(visitor, screen);
    await expect(paper(visitor)).toBeVisible();
    await setGrants(request, id, [...left]);
    await writeOn(visitor, " These words must stay.");
    await expect(dialog(visitor).getByRole("heading")).toHaveText(title, { timeout: 40_000 });
    await expect(dialog(visitor)).toContainText("Your unsaved changes stay in this browser");
    await expectFine(visitor, title);
    await button(visitor, "Stay on this page").click();
    await expect(paper(visitor)).toContainText("These words must stay.");
    await button(visitor, "Update Post").click();
    await expect(visitor.getByRole("list", { name: "Notifications" }).getByText(/^Failed to update post/)).toBeVisible();
    await expect(paper(visitor)).toContainText("These words must stay.");

    await setGrants(request, id, ["editor"]);
    await visitor.reload();
    await button(visitor, "Restore it").click();
    await expect(paper(visitor)).toContainText("These words must stay.");
    await button(visitor, "Update Post").click();
    await expect(toast(visitor, "Post updated")).toBeVisible();
  });
}
