import type { Page } from "@playwright/test";
import { ADMIN, arrive, SESSION_KEY, test } from "./account-visitor.ts";
import { paper, signInAsAdmin } from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

const offer = (page: Page) => page.getByText(/This browser has an unsaved copy of your work/);

/** Loads the page again and agrees to leave what is unsaved. */
async function reload(page: Page): Promise<void> {
  page.once("dialog", (question) => void question.accept());
  await page.reload();
}

test("an admin isn't offered what another one wrote in the same browser; its author is", async ({
  visitor,
  ownSite,
  request,
  newBrowser,
}) => {
  const grace = await arrive(await newBrowser(), ownSite);
  const session = async (user: { email: string; password: string }) =>
    (await request.post("/auth/v1/token?grant_type=password", { data: user })).json() as Promise<{
      access_token: string;
      user: { id: string };
    }>;
  const headers = { authorization: `Bearer ${(await session(ADMIN)).access_token}` };
  const { user } = await session(grace);
  const change = async (data: object) =>
    expect((await request.patch(`/api/admin/users/${user.id}`, { headers, data })).ok()).toBe(true);
  await change({ role: "admin" });

  await signInAsAdmin(visitor, "/admin/posts/create");
  // Nothing reaches the server, so that the browser's copy is the only one.
  await visitor.route("**/api/admin/edits/*", (route) => route.abort());
  visitor.forgive("ERR_FAILED");
  await paper(visitor).click();
  await visitor.keyboard.insertText("For my eyes only.");
  const copied = () =>
    visitor.evaluate(() =>
      Object.entries(localStorage).some(([key, value]) => key.includes("copy") && value.includes("my eyes")),
    );
  await expect.poll(copied).toBe(true);

  const store = async (one: object) =>
    visitor.evaluate(([key, text]) => localStorage.setItem(key, text), [SESSION_KEY, JSON.stringify(one)] as const);
  await store(await session(grace));
  await reload(visitor);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Create Post");
  await expect(paper(visitor)).toBeVisible();
  await expect(offer(visitor)).toHaveCount(0);

  await store(await session(ADMIN));
  await reload(visitor);
  await expect(offer(visitor)).toBeVisible();
  await visitor.getByRole("button", { name: "Restore it" }).click();
  await expect(paper(visitor)).toContainText("For my eyes only.");

  // Other tests share the site: they count its admins.
  await change({ role: "user" });
});

test("a copy from before an upgrade, which has no owner, is offered", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/posts/create");
  await visitor.route("**/api/admin/edits/*", (route) => route.abort());
  visitor.forgive("ERR_FAILED");
  await paper(visitor).click();
  await visitor.keyboard.insertText("From the version before.");
  const keys = () => visitor.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("skylark.copy.")));
  await expect.poll(keys).toHaveLength(1);
  visitor.once("dialog", (question) => void question.accept());
  await visitor.goto("/robots.txt");
  await visitor.evaluate(() => {
    const [key = "", copy = ""] = Object.entries(localStorage).find(([name]) => name.startsWith("skylark.copy.")) ?? [];
    localStorage.removeItem(key);
    localStorage.setItem(`skylark.copy.${key.split(".").slice(3).join(".")}`, copy);
    indexedDB.deleteDatabase("skylark");
  });

  await visit(visitor, "/admin/posts/create");
  await visitor.getByRole("button", { name: "Restore it" }).click();
  await expect(paper(visitor)).toContainText("From the version before.");
});

test("a comment that a reader has begun isn't shown to the next one in the same browser", async ({ visitor, ownSite }) => {
  const ada = await arrive(visitor, ownSite);
  await visit(visitor, "/story/soup-on-thursdays");
  const field = visitor.getByRole("region", { name: /comment/i }).getByLabel("Your comment");
  await field.fill("I don't like soup, but don't tell Grace.");
  const session = await visitor.evaluate((key) => localStorage.getItem(key) ?? "", SESSION_KEY);

  await arrive(visitor, ownSite);
  await visit(visitor, "/story/soup-on-thursdays");
  await expect(field).toHaveValue("");
  await field.fill("I like soup.");

  await visitor.evaluate(([key, text]) => localStorage.setItem(key, text), [SESSION_KEY, session] as const);
  await visit(visitor, "/story/soup-on-thursdays");
  await expect(visitor.getByRole("banner").getByRole("link", { name: ada.name })).toBeVisible();
  await expect(field).toHaveValue("I don't like soup, but don't tell Grace.");
});
