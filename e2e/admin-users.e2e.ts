// slow: app/browser/ app/domain/audit/ app/domain/auth/ app/domain/posts/ app/domain/trash/ app/domain/users/ app/http/api/admin/
// slow: app/http/auth-v1/ app/pages/account/ app/pages/admin/ app/ui/

import type { Locator, Page } from "@playwright/test";
import { ADMIN, arrive, banner, register, signIn, test } from "./account-visitor.ts";
import { signInAsAdmin } from "./admin-writer.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

const PASSWORD = "larks over the field";
let made = 0;
const address = (name: string) => `${name}.${process.pid}.${++made}@example.com`;

const dialog = (page: Page) => page.getByRole("dialog");
const toasts = (page: Page) => page.locator(".toast");
const rowOf = (page: Page, text: string): Locator => page.getByRole("row").filter({ hasText: text });
const roleOf = (page: Page, text: string) => rowOf(page, text).locator('[data-column="role"]');
const stateOf = (page: Page, text: string) => rowOf(page, text).locator('[data-column="state"]');
const postsOf = async (page: Page, text: string) =>
  Number(await rowOf(page, text).locator('[data-column="posts"]').textContent());
const figure = (page: Page, label: string) => page.locator(".stat-card").filter({ hasText: label }).locator(".stat-value");

async function openUsers(page: Page, search = ""): Promise<void> {
  await signInAsAdmin(page, `/admin/users${search}`);
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
}

/** Chooses an entry of a user's menu, by keyboard. */
async function choose(page: Page, email: string, entry: string): Promise<void> {
  await rowOf(page, email)
    .getByRole("button", { name: /^Actions for/ })
    .press("Enter");
  const item = page.getByRole("menuitem", { name: entry, exact: true });
  await expect(item).toBeVisible();
  while (!(await item.evaluate((element) => element === document.activeElement))) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

/** Invites somebody. @returns the link that the dialog shows */
async function invite(page: Page, name: string, email: string, role = "User"): Promise<string> {
  await page.getByRole("button", { name: "Add New User" }).click();
  await dialog(page).getByLabel("Full Name").fill(name);
  await dialog(page).getByLabel("Email").fill(email);
  await dialog(page).getByLabel("Role").selectOption(role);
  await dialog(page).getByRole("button", { name: "Create invitation link" }).click();
  const link = await dialog(page).getByLabel("Invitation link").inputValue();
  await dialog(page).getByRole("button", { name: "Done" }).click();
  await expect(dialog(page)).toHaveCount(0);
  return link;
}

test("an admin invites somebody, who chooses a name and a password and is signed in", async ({
  visitor,
  newBrowser,
  ownSite,
}) => {
  visitor.forgive("409");
  await openUsers(visitor);
  for (const label of ["Admins", "Total users"]) await expect(figure(visitor, label)).toHaveText(/^[1-9]\d*$/);
  const before = Number(await figure(visitor, "Total users").textContent());
  const email = address("grace");

  await visitor.getByRole("button", { name: "Add New User" }).click();
  await expectAccessible(visitor, "add new user");
  // This site has no mail server, so it must not claim that a mail was sent.
  await expect(dialog(visitor)).toContainText("Email isn’t set up, so you’ll get a link to pass on.");
  await dialog(visitor).getByLabel("Email").fill("nobody");
  await dialog(visitor).getByRole("button", { name: "Create invitation link" }).click();
  await expect(dialog(visitor).getByText("Full name is required")).toBeVisible();
  await expect(dialog(visitor).getByText("Enter an email address like name@example.com")).toBeVisible();
  await expect(dialog(visitor).getByLabel("Full Name")).toBeFocused();
  await dialog(visitor).getByLabel("Full Name").fill("Grace Hopper");
  await dialog(visitor).getByLabel("Email").fill(ADMIN.email);
  await dialog(visitor).getByRole("button", { name: "Create invitation link" }).click();
  await expect(toasts(visitor).getByText(/^Failed to create user: /)).toBeVisible();
  await expect(dialog(visitor).getByText("A user with this email address already exists")).toBeVisible();
  await dialog(visitor).getByLabel("Email").fill(email);
  await dialog(visitor).getByLabel("Role").selectOption("Admin");
  await dialog(visitor).getByRole("button", { name: "Create invitation link" }).click();
  await expect(toasts(visitor).getByText("User created")).toBeVisible();
  const shown = dialog(visitor).getByLabel("Invitation link");
  await expectAccessible(visitor, "invitation link");
  await expect(dialog(visitor)).toContainText(`Email isn’t set up. Send this link to ${email} yourself:`);
  const link = await shown.inputValue();
  expect(await ownSite.linkIn(email, "invited")).toBe(link);
  await dialog(visitor).getByRole("button", { name: "Done" }).click();
  await expect(visitor.getByRole("button", { name: "Add New User" })).toBeFocused();
  await expect(figure(visitor, "Total users")).toHaveText(String(before + 1));
  await expect(rowOf(visitor, email)).toContainText(/Invited\s*until /);

  const grace = await newBrowser();
  await visit(grace, link);
  await expect(grace.getByRole("heading", { level: 1 })).toHaveText("Accept your invitation");
  await expect(grace.getByLabel("Email")).toHaveValue(email);
  await expect(grace.getByLabel("Full Name")).toHaveValue("Grace Hopper");
  await expectAccessible(grace, "accept an invitation");
  await grace.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(grace.getByText("Password is required")).toBeVisible();
  await grace.getByLabel("Full Name").fill("Rear Admiral Hopper");
  await grace.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await grace.getByLabel("Confirm Password").fill(PASSWORD);
  await grace.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(grace).toHaveURL("/admin/dashboard");

  const again = await newBrowser();
  await visit(again, link);
  await expect(again.getByRole("heading", { level: 1 })).toHaveText("This invitation is no longer valid");
  await expect(again.getByRole("alert")).toContainText("ask the person who invited you for a new one");
  await expectAccessible(again, "an invitation that is gone");
  await visit(again, "/login");
  await signIn(again, { email, password: PASSWORD });
  await expect(again).toHaveURL("/admin/dashboard");

  await visitor.reload();
  await expect(rowOf(visitor, email)).toContainText("Rear Admiral Hopper");
  await expect(stateOf(visitor, email)).toHaveText("Active");
  await choose(visitor, email, "Delete");
  await dialog(visitor).getByRole("button", { name: "Delete", exact: true }).click();
  await expect(rowOf(visitor, email)).toHaveCount(0);
});

test("an invitation is sent again, copied, and revoked", async ({ visitor, newBrowser, ownSite }) => {
  await openUsers(visitor);
  const email = address("mary");
  const first = await invite(visitor, "Mary Somerville", email);
  await choose(visitor, email, "Resend invitation");
  await expect(toasts(visitor).getByText("Invitation sent")).toBeVisible();
  const second = await dialog(visitor).getByLabel("Invitation link").inputValue();
  expect(second).not.toBe(first);
  expect(await ownSite.linkIn(email, "invited", 2)).toBe(second);
  await visitor.keyboard.press("Escape");
  await choose(visitor, email, "Copy invitation link");
  const third = await dialog(visitor).getByLabel("Invitation link").inputValue();
  await visitor.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await dialog(visitor).getByRole("button", { name: "Copy link" }).click();
  await expect(dialog(visitor).getByText("Copied!")).toBeVisible();
  expect(await visitor.evaluate(() => navigator.clipboard.readText())).toBe(third);
  await dialog(visitor).getByRole("button", { name: "Done" }).click();

  const mary = await newBrowser();
  await visit(mary, second);
  await expect(mary.getByRole("heading", { level: 1 })).toHaveText("This invitation is no longer valid");
  await visit(mary, third);
  await expect(mary.getByLabel("Email")).toHaveValue(email);

  await choose(visitor, email, "Revoke invitation");
  await dialog(visitor).getByRole("button", { name: "Revoke" }).click();
  await expect(rowOf(visitor, email)).toContainText("no valid invitation");
  // She has had the page open all the time.
  const refusal = mary.waitForResponse("**/auth/v1/verify");
  await mary.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await mary.getByLabel("Confirm Password").fill(PASSWORD);
  visitor.forgive("403");
  await mary.getByRole("button", { name: "Accept the invitation" }).click();
  expect((await refusal).status()).toBe(403);
  await expect(mary.getByRole("alert")).toContainText("ask the person who invited you for a new one");
});

test("roles change at once, and a deactivated user is signed out", async ({ visitor, newBrowser, ownSite }) => {
  // The requests that a deactivated user's browser gets refused: of its session, its sign-out and its sign-in.
  for (const status of ["401", "403", "400"]) visitor.forgive(`status of ${status}`);
  const reader = await newBrowser();
  const ada = await arrive(reader, ownSite);
  await openUsers(visitor, `?search=${encodeURIComponent(ada.email)}`);
  await choose(visitor, ada.email, "Make Admin");
  await expect(toasts(visitor).getByText("User updated")).toBeVisible();
  await expect(roleOf(visitor, ada.email)).toHaveText("Admin");
  await visit(reader, "/admin/users");
  await expect(reader.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await choose(visitor, ada.email, "Remove Admin");
  await expect(roleOf(visitor, ada.email)).toHaveText("User");
  await visit(reader, "/admin/users");
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Access Denied");

  await choose(visitor, ada.email, "Deactivate");
  await expectAccessible(visitor, "deactivate");
  await dialog(visitor).getByRole("button", { name: "Deactivate" }).click();
  await expect(stateOf(visitor, ada.email)).toHaveText("Inactive");
  await visit(reader, "/account");
  await expect(reader).toHaveURL(/^.*\/login\?next=/);
  await signIn(reader, ada);
  await expect(reader.getByRole("main").getByRole("alert")).toBeVisible();
  await choose(visitor, ada.email, "Reactivate");
  await expect(stateOf(visitor, ada.email)).toHaveText("Active");
  await signIn(reader, ada);
  await expect(banner(reader).getByRole("link", { name: ada.name })).toBeVisible();
});

test("deletion asks about the articles; the last active admin stays", async ({ visitor }) => {
  visitor.forgive("409");
  // Readers of other journeys may fill the first page.
  await openUsers(visitor, `?search=${encodeURIComponent(ADMIN.email)}`);
  const keeper = rowOf(visitor, ADMIN.email);
  await expect(keeper).toContainText("The only admin");
  const own = await postsOf(visitor, ADMIN.email);
  await keeper.getByRole("button", { name: /^Actions for/ }).click();
  for (const entry of ["Remove Admin", "Deactivate", "Delete"])
    await expect(visitor.getByRole("menuitem", { name: entry })).toBeDisabled();
  await visitor.keyboard.press("Escape");

  // Another window has created and deleted a second admin; this one doesn't know yet.
  await visitor.route("**/api/admin/users?*", async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, counts: { ...answer.counts, active_admins: 2 } } });
  });
  await visitor.reload();
  await choose(visitor, ADMIN.email, "Delete");
  await dialog(visitor).getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toasts(visitor).getByText(/^Failed to delete user: The last active admin can’t be/)).toBeVisible();
  await visitor.keyboard.press("Escape");
  await visitor.unroute("**/api/admin/users?*");

  await visitor.goto("/admin/users?search=author");
  const author = "author@skylark.example";
  const given = await postsOf(visitor, author);
  expect(given).toBeGreaterThan(0);
  await choose(visitor, author, "Delete");
  await expect(dialog(visitor)).toContainText("Are you sure you want to delete this user? This action cannot be undone.");
  await expectAccessible(visitor, "delete a user");
  await dialog(visitor)
    .getByLabel(/^Give them/)
    .check();
  await dialog(visitor).getByRole("button", { name: "Delete", exact: true }).click();
  await expect(dialog(visitor).getByText("Choose an active user who may write")).toBeVisible();
  await dialog(visitor).getByLabel("Who gets the articles").selectOption({ index: 1 });
  await dialog(visitor).getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toasts(visitor).getByText("User deleted")).toBeVisible();
  await expect(visitor.getByRole("heading", { name: "No users found" })).toBeVisible();
  await visitor.getByRole("button", { name: "Show everyone" }).click();
  await expect(visitor).toHaveURL("/admin/users");
  await visitor.getByRole("searchbox", { name: "Search users" }).fill(ADMIN.email);
  await expect.poll(() => postsOf(visitor, ADMIN.email)).toBe(own + given);
});

test("the list searches, filters and reports errors, at every width", async ({ visitor }) => {
  visitor.forgive("500");
  await openUsers(visitor);
  await invite(visitor, "Zuzana Quirk", address("zuzana"));
  await visitor.getByRole("searchbox", { name: "Search users" }).fill("quirk");
  await expect(visitor).toHaveURL("/admin/users?search=quirk");
  await expect(visitor.getByRole("row")).toHaveCount(2);
  await visitor
    .getByRole("group", { name: "Status" })
    .getByRole("button", { name: /^Inactive/ })
    .click();
  await expect(visitor).toHaveURL("/admin/users?search=quirk&state=inactive");
  await expect(visitor.getByRole("heading", { name: "No users found" })).toBeVisible();
  await visitor.goBack();
  await expect(visitor.getByRole("row")).toHaveCount(2);
  await visitor.getByRole("combobox", { name: "Role" }).selectOption("Admins");
  await expect(visitor.getByRole("heading", { name: "No users found" })).toBeVisible();

  await visitor.goto("/admin/users?state=invited");
  await expect(rowOf(visitor, "Zuzana Quirk").first()).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await visitor.emulateMedia({ colorScheme });
    for (const width of [1600, 1280, 320]) {
      await visitor.setViewportSize({ width, height: 800 });
      await expectAccessible(visitor, `users, ${width} px wide, ${colorScheme}`);
      const hidden = await visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(hidden, "px that one would have to scroll sideways for").toBe(0);
    }
  }
  await visitor.route("**/api/admin/users*", (route) => route.fulfill({ status: 500, json: { code: "x", message: "On fire" } }));
  await visitor.reload();
  await expect(visitor.getByRole("heading", { name: "Error loading users: On fire" })).toBeVisible();
  await visitor.unroute("**/api/admin/users*");
  await visitor.getByRole("button", { name: "Try Again" }).click();
  await expect(rowOf(visitor, "Zuzana Quirk").first()).toBeVisible();
});

test("an admin confirms a new user, who can then sign in", async ({ visitor, newBrowser }) => {
  const email = address("wren");
  const reader = await newBrowser();
  await register(reader, { name: "Wren Reader", email, password: PASSWORD });
  await expect(reader.getByRole("heading", { name: "Registration Successful!" })).toBeVisible();
  await openUsers(visitor, `?search=${email}`);
  await expect(stateOf(visitor, email)).toHaveText("Unconfirmed");
  await expectAccessible(visitor, "an unconfirmed user");
  await choose(visitor, email, "Confirm");
  await expect(stateOf(visitor, email)).toHaveText("Active");
  await visit(reader, "/login");
  await signIn(reader, { email, password: PASSWORD });
  await expect(banner(reader).getByRole("link", { name: "Wren Reader" })).toBeVisible();
});

test("an admin gives a user grants, takes one away, and invites somebody with one", async ({ visitor, ownSite, newBrowser }) => {
  const { email } = await arrive(await newBrowser(), ownSite);
  await openUsers(visitor, `?search=${email}`);
  await expect(roleOf(visitor, email)).toHaveText("User");
  await choose(visitor, email, "Change grants");
  await expectAccessible(visitor, "change grants");
  await expect(dialog(visitor)).toContainText("What this user may do in the back office without being an admin.");
  const grant = (name: string) => dialog(visitor).getByRole("checkbox", { name, exact: true });
  await expect(grant("Moderator")).toHaveAccessibleDescription("Moderates comments.");
  await grant("Author").check();
  await grant("Moderator").check();
  await dialog(visitor).getByRole("button", { name: "Save" }).click();
  await expect(toasts(visitor).getByText("Grants changed")).toBeVisible();
  await expect(roleOf(visitor, email)).toHaveText("Author, Moderator");
  await choose(visitor, email, "Change grants");
  await expect(grant("Author")).toBeChecked();
  await expect(grant("Editor")).not.toBeChecked();
  await grant("Author").uncheck();
  await dialog(visitor).getByRole("button", { name: "Save" }).click();
  await expect(roleOf(visitor, email)).toHaveText("Moderator");

  await visit(visitor, `/admin/users?search=${ADMIN.email}`);
  await choose(visitor, ADMIN.email, "Change grants");
  await expect(dialog(visitor)).toContainText("is an admin and may do everything in the back office anyway.");
  await visitor.keyboard.press("Escape");

  const invited = address("contributor");
  await visit(visitor, `/admin/users?search=${invited}`);
  await visitor.getByRole("button", { name: "Add New User" }).click();
  await dialog(visitor).getByLabel("Full Name").fill("Carol Contributor");
  await dialog(visitor).getByLabel("Email").fill(invited);
  await dialog(visitor).getByLabel("Role").selectOption("Admin");
  await expect(grant("Contributor")).toHaveCount(0);
  await dialog(visitor).getByLabel("Role").selectOption("User");
  await grant("Contributor").check();
  await dialog(visitor).getByRole("button", { name: "Create invitation link" }).click();
  await dialog(visitor).getByRole("button", { name: "Done" }).click();
  await expect(roleOf(visitor, invited)).toHaveText("Contributor");
});
