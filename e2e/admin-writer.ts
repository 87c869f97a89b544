import type { Page } from "@playwright/test";
import { ADMIN, SESSION_KEY } from "./account-visitor.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

/** The least that a post needs. */
export const CONTENT = "The first light is quiet, and so are we, until somebody puts the kettle on.";
const DESCRIPTION = "What the first hour of a day is for";

let written = 0;
/** A title that no other test uses. */
export const newTitle = (name: string) => {
  written += 1;
  return `${name} ${process.pid} ${written}`;
};
export const slugOf = (title: string) => title.toLowerCase().replaceAll(" ", "-");

export const paper = (page: Page) => page.getByRole("textbox", { name: "Content", exact: true });
export const source = (page: Page) => page.getByRole("textbox", { name: /^Content as/ });
export const toast = (page: Page, text: string) =>
  page.getByRole("list", { name: "Notifications" }).getByText(text, { exact: true });
export const dialog = (page: Page) => page.getByRole("dialog");

/**
 * Opens a screen of the back office as a user who has signed in before: the session is requested from the API and stored where the browser
 * keeps it. The journeys about sign-in test the form.
 */
export async function signInAsAdmin(page: Page, address: string): Promise<void> {
  const answer = await page.request.post("/auth/v1/token?grant_type=password", { data: ADMIN });
  expect(answer.status()).toBe(200);
  // A page of the site without scripts: it gives access to the site's storage, and nothing else reads it yet.
  await page.goto("/robots.txt");
  await page.evaluate(([key, session]) => localStorage.setItem(key, session), [SESSION_KEY, await answer.text()] as const);
  await visit(page, address);
  // Some screens are loaded first.
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
}

/** Fills in the least that a post needs; its slug follows from its title. */
export async function fillIn(page: Page, title: string): Promise<void> {
  await page.getByLabel("Title", { exact: true }).fill(title);
  await page.getByLabel("Description").fill(DESCRIPTION);
  await page.getByLabel("Category").selectOption({ label: "Productivity" });
  await paper(page).click();
  await page.keyboard.insertText(CONTENT);
}

/** Shows the article as rich text, Markdown or HTML. */
export const writeAs = (page: Page, format: "Rich text" | "Markdown" | "HTML") =>
  page.getByRole("group", { name: "Write the content as" }).getByRole("button", { name: format, exact: true }).click();

/** Opens a tab of the panel next to the text. */
export const openPanel = (page: Page, name: "Post" | "Page" | "Check" | "Review") =>
  page.getByRole("tablist", { name: "Panel" }).getByRole("tab", { name }).click();

/** Creates a draft with the form. @returns the URL of its edit screen */
export async function createDraft(page: Page, title: string): Promise<string> {
  await signInAsAdmin(page, "/admin/posts/create");
  await fillIn(page, title);
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expect(page).toHaveURL(/\/admin\/posts\/edit\//);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit Post");
  return new URL(page.url()).pathname;
}

/** axe finds nothing, in either theme. */
export async function expectFine(page: Page, circumstances: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectAccessible(page, `${circumstances}, ${colorScheme}`);
  }
}

/** Publishes a new post with the form. @returns the URL of its edit screen */
export async function publishNew(page: Page, title: string): Promise<string> {
  await signInAsAdmin(page, "/admin/posts/create");
  await fillIn(page, title);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/posts\/edit\//);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit Post");
  return new URL(page.url()).pathname;
}

/** Types at the end of the article. */
export async function writeOn(page: Page, words: string): Promise<void> {
  await paper(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(words);
  await expect(paper(page)).toContainText(words.trim());
}

/** The text of the bar next to the buttons about unsaved changes. Automatic saves take some time. */
export const expectState = (page: Page, state: string | RegExp) =>
  expect(page.locator(".post-state")).toHaveText(state, { timeout: 40_000 });

/** Waits until the server has answered to a save that contains these words. Begin before they are written. */
export const storesWords = async (page: Page, words: string): Promise<void> => {
  const answer = await page.waitForResponse((response) => {
    const request = response.request();
    return ["PATCH", "POST", "PUT"].includes(request.method()) && (request.postData() ?? "").includes(words);
  });
  expect(answer.ok(), `the save of "${words}"`).toBe(true);
};

/** A gate for requests: they wait until it is opened. */
export function gate(): { open: () => void; opened: Promise<void> } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}
