import type { Locator, Page } from "@playwright/test";
import { ADMIN, type OwnSite, startOwnSite } from "./own-site.ts";
import { test as base, expect, visit } from "./visitor.ts";

export { ADMIN };

/** The key of the session in local storage. */
export const SESSION_KEY = "skylark.session";

/** A reader with the values of the registration form. */
export type Reader = { name: string; email: string; password: string };

let made = 0;
/** A user who has never visited the site. */
export const someone = (name = "Ada Reader"): Reader => {
  made += 1;
  return { name, email: `ada.${process.pid}.${made}@example.com`, password: "larks over the field" };
};

type Lent = { site: OwnSite; file: string };

/**
 * A visitor of a site that belongs to one test file (to those of its tests that one worker runs), so that it isn't affected by what
 * the tests of other files delete or import. Its mails can be read.
 */
export const test = base.extend<{ ownSite: OwnSite }, { lend: (file: string) => Promise<OwnSite> }>({
  lend: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names those that it needs by destructuring, also when it needs none
    async ({}, use) => {
      let lent: Lent | undefined;
      // The site of the file before stops while the next one starts.
      const ended: (Promise<void> | undefined)[] = [];
      await use(async (file) => {
        if (lent?.file === file) return lent.site;
        ended.push(lent?.site.stop());
        lent = undefined;
        lent = { site: await startOwnSite(), file };
        return lent.site;
      });
      await Promise.all([...ended, lent?.site.stop()]);
    },
    { scope: "worker" },
  ],
  ownSite: async ({ lend }, use, { file }) => use(await lend(file)),
  site: async ({ ownSite }, use) => use(ownSite.address),
});

type Environment = Record<string, string>;

/** A visitor of a new site that is started with these environment variables, for all tests of a file. */
export const onSiteWith = (settings: Environment | (() => Promise<Environment>)) =>
  base.extend<object, { ownSite: OwnSite }>({
    ownSite: [
      // biome-ignore lint/correctness/noEmptyPattern: a fixture names those that it needs by destructuring, also when it needs none
      async ({}, use) => {
        const site = await startOwnSite(typeof settings === "function" ? await settings() : settings);
        await use(site);
        await site.stop();
      },
      { scope: "worker" },
    ],
    site: async ({ ownSite }, use) => use(ownSite.address),
  });

export const alert = (page: Page) => page.getByRole("main").getByRole("alert");
export const banner = (page: Page) => page.getByRole("banner");

/** Opens the registration form and fills it in. */
export async function fillRegistration(page: Page, { name, email, password }: Reader): Promise<void> {
  await visit(page, "/register");
  await page.getByLabel("Full Name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password").fill(password);
}

/** Fills in the registration form and sends it. */
export async function register(page: Page, reader: Reader): Promise<void> {
  await fillRegistration(page, reader);
  await page.getByRole("button", { name: "Create Account" }).click();
}

/** Fills in the sign-in form of the current page and sends it. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** Registers a reader through the API and signs them in. The journeys about sign-up use the forms. */
export async function arrive(page: Page, site: OwnSite, reader = someone()): Promise<Reader> {
  const { name, email, password } = reader;
  const registered = await page.request.post("/auth/v1/signup", { data: { email, password, data: { full_name: name } } });
  expect(registered.status()).toBe(200);
  const { searchParams } = new URL(await site.linkIn(email, "Confirm"));
  const confirmed = await page.request.post("/auth/v1/verify", {
    data: { type: searchParams.get("type") ?? "signup", token_hash: searchParams.get("token_hash") },
  });
  expect(confirmed.status()).toBe(200);
  // A page of the site without scripts, to access its local storage.
  await page.goto("/robots.txt");
  await page.evaluate(([key, session]) => localStorage.setItem(key, session), [SESSION_KEY, await confirmed.text()] as const);
  await visit(page, "/");
  await expect(banner(page).getByRole("link", { name })).toBeVisible();
  return reader;
}

/** Types as slowly as a person: for the server, a comment that is written within two seconds is spam. */
export async function typeComment(field: Locator, text: string): Promise<void> {
  await field.pressSequentially(text, { delay: 2100 / text.length });
}
