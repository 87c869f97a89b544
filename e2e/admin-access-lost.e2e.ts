import type { APIRequestContext, Page } from "@playwright/test";
import { ADMIN, arrive, type Reader, SESSION_KEY, test } from "./account-visitor.ts";
import { dialog, expectFine, expectState, fillIn, paper, writeOn } from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const UNSAVED = " This must not be lost.";

/** Changes a user as another admin does. */
async function changeUser(request: APIRequestContext, id: string, data: object | "delete"): Promise<void> {
  const answer = await request.post("/auth/v1/token?grant_type=password", { data: ADMIN });
  const headers = { authorization: `Bearer ${((await answer.json()) as { access_token: string }).access_token}` };
  const path = `/api/admin/users/${id}`;
  const changed = await (data === "delete"
    ? request.delete(path, { headers, data: {} })
    : request.patch(path, { headers, data }));
  expect(changed.ok()).toBe(true);
}

/** Makes a reader an admin, and opens the editor as they do. @returns them and their id */
async function write(page: Page, request: APIRequestContext, arriving: Promise<Reader>) {
  const writer = await arriving;
  const id = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "{}").user.id as string, SESSION_KEY);
  await changeUser(request, id, { role: "admin" });
  await visit(page, "/admin/posts/create");
  await fillIn(page, `Before the blow ${id}`);
  await expectState(page, /^Saved at/);
  return { writer, id };
}

for (const [what, change, title, state] of [
  ["is no longer an admin", { role: "user" }, "You are no longer an admin", "Access Denied"],
  ["is deactivated", { is_active: false }, "Your account has been deactivated", "Admin"],
  ["is deleted", "delete", "Your account has been deleted", "Admin"],
] as const) {
  test(`a writer who ${what} is told at once, and can copy what was typed before it goes`, async ({
    visitor,
    ownSite,
    request,
  }) => {
    visitor.forgive("401");
    visitor.forgive("403");
    const { writer, id } = await write(visitor, request, arrive(visitor, ownSite));
    await changeUser(request, id, change);
    await writeOn(visitor, UNSAVED);
    await expect(dialog(visitor).getByRole("heading")).toHaveText(title, { timeout: 40_000 });
    await expect(dialog(visitor)).toContainText("You can no longer save here.");
    await expectFine(visitor, title);
    await dialog(visitor).getByRole("button", { name: "Stay on this page" }).click();
    await expect(paper(visitor)).toContainText(UNSAVED.trim());
    await expectState(visitor, "No access: saved in this browser");
    await visitor.getByRole("button", { name: "Save Draft" }).click();
    await expect(visitor.getByRole("list", { name: "Notifications" }).getByText(/^Failed to create post/)).toBeVisible();
    if (what !== "is no longer an admin") await dialog(visitor).getByRole("button", { name: "Leave" }).click();
    else {
      await changeUser(request, id, { role: "admin" });
      // With the role back, the next words are saved again.
      await writeOn(visitor, " And on it goes.");
      await expectState(visitor, /^Saved at/);
      return;
    }
    await expect(heading(visitor)).toHaveText(state);
    await expect(visitor).toHaveURL(/\/admin\/login/);
    if (what !== "is deactivated") return;

    await changeUser(request, id, { is_active: true });
    await visitor.getByLabel("Email").fill(writer.email);
    await visitor.getByLabel("Password", { exact: true }).fill(writer.password);
    await visitor.getByRole("button", { name: "Sign In" }).click();
    await visitor.getByRole("button", { name: "Restore it" }).click();
    await expect(paper(visitor)).toContainText(UNSAVED.trim());
    // Other tests share the site: they count its admins.
    await changeUser(request, id, { role: "user" });
  });
}
