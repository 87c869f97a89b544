import { readFile } from "node:fs/promises";
import { onSiteWith } from "./account-visitor.ts";
import { ADMIN, backUpOtherSite } from "./own-site.ts";
import { expect, expectAccessible, watch } from "./visitor.ts";

/** A site of its own, whose start names no admin. */
const test = onSiteWith({ ADMIN_EMAIL: "", ADMIN_PASSWORD: "", DEMO_CONTENT: "false" });

const PASSPHRASE = "correct horse battery";

/** The site stops and starts meanwhile. */
const RESTARTING = ["ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "ERR_SOCKET", "503"];

test("the owner of a new site restores a backup in the browser, and signs in with its account", async ({
  browser,
  site,
  ownSite,
  complaints,
  forgiven,
}) => {
  test.setTimeout(240_000);
  forgiven.push("400", "404", ...RESTARTING);
  const backup = await backUpOtherSite(PASSPHRASE);
  const context = await browser.newContext({ baseURL: site, viewport: { width: 1280, height: 800 } });
  await watch(context, complaints, site);
  const page = await context.newPage();
  expect((await page.goto("/setup/restore"))?.status()).toBe(404);

  const link = await ownSite.setupLink();
  await page.goto(link);
  await page.getByRole("link", { name: "Restore from a backup" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Restore from a backup");
  await expectAccessible(page, "restoring");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, "restoring, dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page, "restoring on a phone");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });

  const problem = page.getByRole("main").getByRole("alert");
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(problem).toHaveText("Choose a file first.");
  const file = page.getByLabel("Backup file");
  await file.setInputFiles({ name: "photos.zip", mimeType: "application/zip", buffer: Buffer.from("PK\u0003\u0004".padEnd(99)) });
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(problem).toContainText("This file isn’t a Skylark backup.");
  await expectAccessible(page, "a refused file");

  // A damaged one is named as such, and the new site is still there.
  const whole = await readFile(backup.file);
  await file.setInputFiles({ name: "half.tar.zst.age", mimeType: "", buffer: whole.subarray(0, whole.length / 2) });
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByLabel("Passphrase").fill(PASSPHRASE);
  await page.getByRole("button", { name: "Restore this backup" }).click();
  await expect(problem).toContainText(/The backup half\.tar\.zst\.age is (cut off|broken)/, { timeout: 60_000 });
  expect((await page.request.get(link)).status()).toBe(200);

  await page.getByRole("button", { name: "Choose another file" }).click();
  await file.setInputFiles(backup.file);
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("The backup is encrypted.")).toBeVisible();
  await expect(page.getByLabel("Passphrase")).toBeFocused();
  await expectAccessible(page, "an encrypted backup");
  await page.getByLabel("Passphrase").fill("another passphrase");
  await page.getByRole("button", { name: "Restore this backup" }).click();
  await expect(problem).toContainText("isn’t the passphrase", { timeout: 60_000 });

  // A reload in between loses nothing.
  await page.reload();
  await page.getByLabel("Passphrase").fill(PASSPHRASE);
  await page.getByRole("button", { name: "Restore this backup" }).click();
  await expect(page.getByRole("list", { name: "Steps" })).toBeVisible();
  await expectAccessible(page, "a restore at work");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your site is restored. Sign in.", { timeout: 120_000 });
  await expectAccessible(page, "a restored site");
  expect((await page.request.get(link)).status()).toBe(404);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your site is restored. Sign in.");

  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Email").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard/);
  const [counted] = await ownSite.query<{ posts: number }>("select count(*)::integer as posts from posts");
  expect(counted?.posts).toBe(14);
  expect((await page.goto("/story/the-backup-that-was-never-there"))?.status()).toBe(200);
  await context.close();
  await backup.remove();
});
