import type { Page } from "@playwright/test";
import { arrive, type Reader, someone, test } from "./account-visitor.ts";
import type { OwnSite } from "./own-site.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

const STORY = "/story/two-small-gaps-in-a-wheat-field";
const form = (page: Page) =>
  page
    .getByRole("main")
    .locator("form")
    .filter({ has: page.getByLabel("Your email address") });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** The owner switches it on. */
async function offerNewsletter(site: OwnSite, page: Page): Promise<void> {
  await site.query(
    `insert into settings (value) values ('{"newsletter": true}')
     on conflict (id) do update set value = settings.value || '{"newsletter": true}'`,
  );
  await expect(async () => {
    await page.goto("/newsletter");
    await expect(heading(page)).toHaveText("Newsletter", { timeout: 5000 });
  }).toPass();
}

const confirmation = (site: OwnSite, email: string) => site.linkIn(email, "Confirm your subscription");

/** Confirms, chooses and leaves, by the links of the email. */
async function useLinks(page: Page, site: OwnSite, email: string): Promise<void> {
  await page.goto(await confirmation(site, email));
  await expect(heading(page)).toHaveText("Confirm your subscription");
  await expectAccessible(page, "the page that confirms a subscription");
  await press(page, "Confirm");
  await expect(heading(page)).toHaveText("You’re subscribed");
  await page.getByRole("link", { name: "Choose what you get" }).click();
  await expect(page.getByText(email)).toBeVisible();
  await page.getByLabel("One email a week").check();
  await page.getByLabel("Only these categories").check();
  await expectAccessible(page, "the choices of a subscriber");
  await press(page, "Save choices");
  await expect(page.getByRole("alert")).toHaveText("Choose at least one category.");
  await page.getByLabel("One email a week").check();
  await page.getByLabel("Only these categories").check();
  await page.getByLabel("Wellness").check();
  await press(page, "Save choices");
  await expect(page.getByRole("status")).toHaveText("Your choices are saved.");
  await expect(page.getByLabel("Wellness")).toBeChecked();
  await expect(page.getByLabel("One email a week")).toBeChecked();
  await press(page, "Unsubscribe");
  await expect(heading(page)).toHaveText("You’re not subscribed");
  await expectAccessible(page, "the page of somebody who has left");
}

test("subscribe on Home, confirm, choose, leave, and have everything deleted", async ({ visitor, ownSite }) => {
  const { email } = someone();
  // Choices without a category, and the link of what was deleted.
  visitor.forgive("400");
  visitor.forgive("404");
  await visit(visitor, "/");
  await expect(visitor.getByRole("link", { name: "Subscribe to Newsletter" })).toHaveAttribute("href", /^mailto:/);
  await offerNewsletter(ownSite, visitor);
  await expectAccessible(visitor, "the newsletter’s page");
  await visit(visitor, "/");
  await expect(visitor.getByRole("heading", { name: "Newsletter", level: 3 })).toBeVisible();
  await form(visitor).getByLabel("Your email address").fill(email);
  await expectAccessible(visitor, "Home with the newsletter’s form");
  await press(visitor, "Subscribe to Newsletter");
  await expect(visitor.getByRole("status").filter({ hasText: email })).toContainText("Check your inbox");
  await expect(visitor).toHaveURL("/");
  await useLinks(visitor, ownSite, email);
  await visitor.getByRole("link", { name: "Delete everything about this address" }).click();
  await press(visitor, "Delete everything");
  await expect(heading(visitor)).toHaveText("Everything is deleted");
  await visitor.goto(await confirmation(ownSite, email));
  await expect(heading(visitor)).toHaveText("This link doesn’t work");
  await expectAccessible(visitor, "a link that doesn’t work");
});

test("without a script, a second page sends the form from the end of an article", async ({ newBrowser, visitor, ownSite }) => {
  await offerNewsletter(ownSite, visitor);
  const page = await newBrowser({ javaScriptEnabled: false });
  const { email } = someone();
  await expect(async () => {
    await page.goto(STORY);
    await expect(form(page)).toBeVisible({ timeout: 5000 });
  }).toPass();
  await form(page).getByLabel("Your email address").fill(email);
  await press(page, "Subscribe to Newsletter");
  await expect(heading(page)).toHaveText("One more click");
  await expect(async () => {
    await press(page, "Subscribe to Newsletter");
    await expect(heading(page)).toHaveText("Check your inbox", { timeout: 1000 });
  }).toPass();
  await page.goto(await confirmation(ownSite, email));
  await press(page, "Confirm");
  await page.getByRole("link", { name: "Choose what you get" }).click();
  await page.getByLabel("One email a week").check();
  await press(page, "Save choices");
  await expect(page.getByLabel("One email a week")).toBeChecked();
  await press(page, "Unsubscribe");
  await expect(heading(page)).toHaveText("You’re not subscribed");
});

test("in the account: subscribe, choose, leave, and take the subscription along when deleting it", async ({
  visitor,
  ownSite,
}) => {
  await offerNewsletter(ownSite, visitor);
  const reader: Reader = await arrive(visitor, ownSite);
  await visit(visitor, "/account");
  await expect(form(visitor).getByLabel("Your email address")).toHaveValue(reader.email);
  await press(visitor, "Subscribe to Newsletter");
  await expect(visitor.getByRole("status").filter({ hasText: reader.email })).toContainText("Check your inbox");
  await visitor.goto(await confirmation(ownSite, reader.email));
  await press(visitor, "Confirm");
  await visit(visitor, "/account");
  await visitor.getByLabel("One email a week").check();
  await press(visitor, "Save choices");
  await expect(visitor.getByText("Your choices are saved.")).toBeVisible();
  await expectAccessible(visitor, "an account with a subscription");
  await press(visitor, "Delete my account");
  const dialog = visitor.getByRole("dialog");
  await dialog.getByLabel("End my newsletter subscription, too").check();
  await expectAccessible(visitor, "deleting an account with a subscription");
  await dialog.getByLabel("Password", { exact: true }).fill(reader.password);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(visitor.getByText("Account deleted")).toBeVisible();
  expect(await ownSite.query("select from subscribers where email = $1", [reader.email])).toEqual([]);
});
