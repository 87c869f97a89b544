// slow: app/browser/ app/pages/account/frame/ app/pages/admin/ app/ui/

import type { Page } from "@playwright/test";
import { jpeg } from "../test/media/pictures.ts";
import { SESSION_KEY, someone, test } from "./account-visitor.ts";
import { dialog, newTitle, openPanel, paper, publishNew, signInAsAdmin, source, writeOn } from "./admin-writer.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

type Opener = (page: Page) => Promise<void>;

const press =
  (name: string | RegExp): Opener =>
  (page) =>
    page.getByRole("main").getByRole("button", { name }).first().click();
const choose =
  (menu: RegExp, name: string): Opener =>
  async (page) => {
    await page.getByRole("button", { name: menu }).last().click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
const keys =
  (key: string): Opener =>
  async (page) => {
    await page.getByRole("main").getByRole("button").first().focus();
    await page.keyboard.press(key);
  };
const insert =
  (word: string): Opener =>
  async (page) => {
    await paper(page).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(`/${word}`);
    await page.keyboard.press("Enter");
  };
const link: Opener = async (page) => {
  await paper(page).click();
  await page.keyboard.type("lark");
  await page.keyboard.press("Control+k");
};

/** Every kind of dialog that a click or a key opens on a screen. */
const DIALOGS: [screen: string, openers: Opener[]][] = [
  ["posts", [press("Featured order"), press(/^Delete /), keys("Control+k"), keys("?")]],
  ["categories", [press("New category"), press(/^Edit /), press(/^Delete /)]],
  ["tags", [choose(/^Actions for /, "Rename"), choose(/^Actions for /, "Merge into another"), choose(/^Actions for /, "Delete")]],
  ["users", [press("Add New User"), choose(/^Actions for /, "Edit name and bio"), choose(/^Actions for /, "Delete")]],
  ["comments", [choose(/^Actions for /, "Delete")]],
  ["redirects", [press("Add redirect")]],
  ["analytics/traffic?view=rules", [press("Add rule")]],
  ["calendar", [press(/^Schedule a post/)]],
  [
    "posts/create",
    [insert("embed"), insert("audio"), insert("video"), insert("file"), insert("bookmark"), insert("image"), link],
  ],
];

/** One theme at each width: colors don't depend on the width, nor the rest on the theme. */
const VIEWS = [
  { size: { width: 1440, height: 900 }, colorScheme: "light" },
  { size: { width: 390, height: 844 }, colorScheme: "dark" },
] as const;

/** Checks the open dialog, and that it fits. */
async function expectFineDialog(page: Page, screen: string): Promise<void> {
  const dialog = page.locator("dialog[open]");
  await expect(dialog).toHaveCount(1);
  await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement)), `${screen}: focus within`).toBe(true);
  const name = `${screen}: ${await dialog.evaluate((one) => one.getAttribute("aria-label") ?? one.querySelector("h2")?.textContent)}`;
  for (const { size, colorScheme } of VIEWS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    const isInTheMiddle = async () => {
      const { x = 0, y = 0, width = 0 } = (await dialog.boundingBox()) ?? {};
      return y > 0 && Math.abs(2 * x + width - size.width) < 2;
    };
    await expect.poll(isInTheMiddle, `${name} is in the middle`).toBe(true);
    await expectAccessible(page, `${name}, ${size.width} px, ${colorScheme}`, [], "dialog[open]");
    await expect.poll(() => dialog.evaluate((one) => one.scrollWidth - one.clientWidth), `${name}, px outside`).toBe(0);
  }
  await page.setViewportSize(VIEWS[0].size);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Closes the dialog, and expects the focus where the keyboard can go on from. */
async function leave(page: Page, screen: string): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog[open]")).toHaveCount(0);
  const focused = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80));
  await expect.poll(focused, `${screen}: focus afterwards`).not.toMatch(/^<(body|main|h1)\b/);
}

test("every dialog is accessible on a desktop, and on a phone in the dark", async ({ visitor }) => {
  test.slow();
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await signInAsAdmin(visitor, "/admin/dashboard");
  for (const [screen, openers] of DIALOGS) {
    await visit(visitor, `/admin/${screen}`);
    await expect(visitor.getByRole("heading", { level: 1 }).first()).toBeVisible();
    for (const open of openers) {
      await open(visitor);
      await expectFineDialog(visitor, screen);
      await leave(visitor, screen);
    }
  }
});

/** Checks what an opener opens, and closes it. */
async function check(page: Page, screen: string, open: () => Promise<unknown>): Promise<void> {
  await open();
  await expectFineDialog(page, screen);
  await leave(page, screen);
}

/** Changes a post as another admin would, while it is open here. */
async function changeElsewhere(page: Page, edit: string, fields: object): Promise<void> {
  const session = await page.evaluate((key) => localStorage.getItem(key) ?? "{}", SESSION_KEY);
  const headers = { authorization: `Bearer ${JSON.parse(session).access_token}` };
  const address = `/api/admin/posts/${edit.split("/").at(-1)}`;
  const { version } = await (await page.request.get(address, { headers })).json();
  const answer = await page.request.patch(address, { headers, data: { version, ...fields } });
  expect(answer.status()).toBe(200);
}

test("the dialogs of a post are accessible: share, history, switch, conflict", async ({ visitor }) => {
  test.slow();
  visitor.forgive("409");
  await visitor.setViewportSize(VIEWS[0].size);
  const title = newTitle("A lark in many dialogs");
  const edit = await publishNew(visitor, title);
  await openPanel(visitor, "Review");
  await check(visitor, "share", async () => {
    await visitor.getByRole("button", { name: "Share preview" }).click();
    await dialog(visitor).getByRole("button", { name: "Create link" }).click();
    await expect(dialog(visitor).getByLabel("Preview link")).toBeVisible();
  });
  await visitor.getByRole("link", { name: "History" }).click();
  // Phones show a version instead of the list once one is chosen.
  await visitor.getByRole("navigation", { name: "Versions" }).getByRole("link").first().click();
  const version = visitor.getByRole("region", { name: "Chosen version" });
  await check(visitor, "name", () => version.getByRole("button", { name: "Name this version" }).click());
  await check(visitor, "restore", () => version.getByRole("button", { name: "Restore" }).click());

  await visit(visitor, edit);
  await expect(paper(visitor)).toBeVisible();
  await check(visitor, "switch", () => visitor.getByRole("button", { name: "Markdown", exact: true }).click());
  await changeElsewhere(visitor, edit, { title: `${title}, by someone else`, content: "<p>Words of someone else.</p>" });
  await writeOn(visitor, ` ${"Words of my own. ".repeat(40)}`);
  await check(visitor, "conflict", () => visitor.getByRole("button", { name: "Update Post" }).click());
  await check(visitor, "leave", () => visitor.getByRole("link", { name: "Back to Posts" }).click());
  await visitor.getByRole("link", { name: "Back to Posts" }).click();
  await dialog(visitor).getByRole("button", { name: "Leave" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Posts");

  await visit(visitor, "/admin/posts/create");
  await visitor.getByRole("button", { name: "HTML", exact: true }).click();
  await source(visitor).fill("<dl><dt>Lark</dt><dd>A bird</dd></dl><h6>Small</h6>");
  await check(visitor, "losses", () => visitor.getByRole("button", { name: "Rich text" }).click());
});

test("dialogs with data are accessible: files, invitations, users, filters, backups", async ({ visitor }) => {
  test.slow();
  await visitor.setViewportSize(VIEWS[0].size);
  await signInAsAdmin(visitor, "/admin/media");
  const upload = visitor.locator('input[type="file"]').first();
  await upload.setInputFiles({ name: "a lark.jpg", mimeType: "image/jpeg", buffer: await jpeg(900, 600) });
  await upload.setInputFiles({ name: `${"larks-".repeat(30)}.csv`, mimeType: "text/csv", buffer: Buffer.from("bird,day\n") });
  const files = visitor.getByRole("list", { name: "Files" });
  await check(visitor, "picture", () => files.getByRole("button", { name: /a lark/ }).click());
  await check(visitor, "file", () => files.getByRole("button", { name: /larks-larks/ }).click());
  await visit(visitor, "/admin/posts/create");
  await openPanel(visitor, "Post");
  await check(visitor, "library", () => visitor.getByRole("button", { name: "Choose from library" }).click());

  await visit(visitor, "/admin/users");
  const { name, email } = someone();
  await check(visitor, "invitation", async () => {
    await visitor.getByRole("button", { name: "Add New User" }).click();
    await dialog(visitor).getByLabel("Full Name").fill(name);
    await dialog(visitor).getByLabel("Email").fill(email);
    await dialog(visitor).getByRole("button", { name: "Create invitation link" }).click();
    await expect(dialog(visitor).getByLabel("Invitation link")).toBeVisible();
  });
  await visit(visitor, "/admin/posts?status=published");
  await check(visitor, "filter", () => visitor.getByRole("button", { name: "Save filter" }).click());
  await visitor.setViewportSize(VIEWS[1].size);
  const menu = visitor.getByRole("button", { name: "Menu", exact: true });
  await menu.click();
  await expectAccessible(visitor, "the menu of a phone", [], "dialog[open]");
  await visitor.keyboard.press("Escape");
  await expect(menu).toBeFocused();

  await visitor.setViewportSize(VIEWS[0].size);
  await visit(visitor, "/admin/backups");
  await visitor.getByRole("button", { name: "Back Up Now" }).click();
  const row = visitor.getByRole("table", { name: "Backups" }).getByRole("row").nth(1);
  await expect(row.getByText("Verified", { exact: true })).toBeVisible({ timeout: 90_000 });
  for (const action of ["Restore", "Delete"])
    await check(visitor, `backup: ${action}`, async () => {
      await row.getByRole("button", { name: /^Actions for the backup of/ }).click();
      await visitor.getByRole("menuitem", { name: action }).click();
    });
});
