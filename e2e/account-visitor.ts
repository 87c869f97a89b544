import type { Page } from "@playwright/test";
import { ADMIN, type OwnSite, startOwnSite } from "./own-site.ts";
import { test as base, expect, visit } from "./visitor.ts";

export { ADMIN };

/** Where local storage keeps the session. */
export const SESSION_KEY = "skylark.session";

/** A reader as they register. */
export type Reader = { name: string; email: string; password: string };

let made = 0;
/** Somebody who has never been here. */
export const someone = (name = "Ada Reader"): Reader => {
  made += 1;
  return { name, email: `ada.${process.pid}.${made}@example.com`, password: "larks over the field" };
};

type Lent = { site: OwnSite; file: string };

/**
 * A visitor of a site that the tests of a file have for themselves (those of it that one worker runs): what other files' tests
 * delete or bring in is nothing to them. Mails can be read.
 */
export const test = base.extend<{ ownSite: OwnSite }, { lend: (file: string) => Promise<OwnSite> }>({
  lend: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names those that it needs by destructuring, also when it needs none
    async ({}, use) => {
      let lent: Lent | undefined;
      await use(async (file) => {
        if (lent?.file === file) return lent.site;
        await lent?.site.stop();
        lent = undefined;
        lent = { site: await startOwnSite(), file };
        return lent.site;
      });
      await lent?.site.stop();
    },
    { scope: "worker" },
  ],
  ownSite: async ({ lend }, use, { file }) => use(await lend(file)),
  site: async ({ ownSite }, use) => use(ownSite.address),
});

export const alert = (page: Page) => page.getByRole("main").getByRole("alert");
export const banner = (page: Page) => page.getByRole("banner");

/** Fills in the registration and sends it. */
export async function register(page: Page, { name, email, password }: Reader): Promise<void> {
  await visit(page, "/register");
  await page.getByLabel("Full Name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password").fill(password);
  await page.getByRole("button", { name: "Create Account" }).click();
}

/** Fills in the sign-in form of the page at hand and sends it. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Registers somebody and confirms their address: they are signed in afterwards. */
export async function arrive(page: Page, site: OwnSite, reader = someone()): Promise<Reader> {
  await register(page, reader);
  await expect(page.getByRole("heading", { name: "Registration Successful!" })).toBeVisible();
  await visit(page, await site.linkIn(reader.email, "Confirm"));
  await page.getByRole("button", { name: "Confirm my address" }).click();
  // The header knows first; who went on now would be led away from there.
  await expect(page).not.toHaveURL(/\/confirm/);
  await expect(banner(page).getByRole("link", { name: reader.name })).toBeVisible();
  return reader;
}
