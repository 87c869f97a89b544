import type { Page } from "@playwright/test";
import { storedKeys } from "../app/domain/privacy/stored-keys.ts";
import { test } from "./account-visitor.ts";
import { CONTENT, paper, signInAsAdmin } from "./admin-writer.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

/** What the browser really holds, by place. */
async function found(page: Page): Promise<string[]> {
  const cookies = (await page.context().cookies()).map(({ name }) => `cookie ${name}`);
  const others = await page.evaluate(async () => [
    ...Object.keys(localStorage).map((key) => `local storage ${key}`),
    ...Object.keys(sessionStorage).map((key) => `session storage ${key}`),
    ...(await indexedDB.databases()).map(({ name }) => `IndexedDB ${name}`),
    ...(await caches.keys()).map((name) => `CacheStorage ${name}`),
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => `service worker ${scope}`),
  ]);
  return [...cookies, ...others];
}

const isListed = (one: string, whose: string[]) =>
  storedKeys({})
    .filter((key) => whose.includes(key.whose))
    .some(({ place, name }) => {
      const start = `${place} ${name.replace("…", "")}`;
      return name.endsWith("…") ? one.startsWith(start) : one === start;
    });

/** Expects that all that the browser holds is on the list, for these people. @returns what it holds */
async function expectListed(page: Page, ...whose: string[]): Promise<string[]> {
  const all = await found(page);
  expect(all.filter((one) => !isListed(one, whose))).toEqual([]);
  return all;
}

test("a reader's walk leaves nothing in the browser that the site doesn't list", async ({ visitor }) => {
  await visit(visitor, "/");
  expect((await expectListed(visitor, "everyone")).filter((one) => one.startsWith("cookie"))).toEqual([]);
  await visit(visitor, "/story/mood-tracking-guide");
  await visitor
    .getByRole("button", { name: /^Like this article/ })
    .first()
    .click();
  await visit(visitor, "/view-all");
  await visitor.getByRole("button", { name: /list/i }).first().click();
  await visitor.getByRole("button", { name: /dark/i }).first().click();
  await expect
    .poll(() => expectListed(visitor, "everyone"))
    .toEqual(
      expect.arrayContaining([
        "cookie look",
        "local storage theme",
        "local storage reader_session",
        "local storage listing-view",
      ]),
    );
  await visit(visitor, "/privacy/storage");
  await expect(visitor.getByText("reader_session", { exact: true })).toBeVisible();
  await expectAccessible(visitor, "cookies and storage, dark");
  await visitor.evaluate(() => localStorage.setItem("forgotten", "1"));
  await expect(expectListed(visitor, "everyone")).rejects.toThrow("local storage forgotten");
});

test("nor does an admin's", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/posts");
  for (const name of ["Posts", "Comments", "Users", "Media", "Settings", "Navigation", "Backups"]) {
    const menu = ["Navigation", "Backups"].includes(name) ? "Settings" : "Back office";
    await visitor.getByRole("navigation", { name: menu }).getByRole("link", { name, exact: true }).click();
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(name === "Media" ? /Media/ : name);
  }
  await visitor
    .getByLabel("Site description")
    .or(visitor.getByRole("heading", { level: 1 }))
    .first()
    .waitFor();
  await visitor.goto("/admin/posts/create");
  await visitor.getByLabel("Title", { exact: true }).fill("What is left behind");
  await paper(visitor).click();
  await visitor.keyboard.insertText(CONTENT);
  await expect
    .poll(() => expectListed(visitor, "everyone", "signed-in users", "admins"))
    .toEqual(
      expect.arrayContaining(["local storage skylark.session", "IndexedDB skylark", "cookie look", "cookie known_browser"]),
    );
  await visit(visitor, "/story/mood-tracking-guide");
  await visitor.getByLabel("Your comment").fill("Begun, and not sent.");
  await expect
    .poll(() => expectListed(visitor, "everyone", "signed-in users", "admins"))
    .toEqual(expect.arrayContaining([expect.stringMatching(/^local storage skylark\.comment\./)]));
});
