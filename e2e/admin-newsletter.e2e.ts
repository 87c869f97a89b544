import type { Page } from "@playwright/test";
import { packZip } from "../app/platform/zip/write-zip.ts";
import { ADMIN, signIn, test } from "./account-visitor.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

const sidebar = (page: Page) => page.getByRole("navigation", { name: "Back office" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

async function enter(page: Page, path: string): Promise<void> {
  await visit(page, `/admin/login?next=${encodeURIComponent(path)}`);
  await signIn(page, ADMIN);
  await expect(heading(page)).toBeVisible();
}

const looks = async (page: Page, what: string) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page, `${what}, ${colorScheme}, ${width} px`);
      const hidden = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(hidden, `px to scroll sideways for: ${what}, ${width} px`).toBe(0);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
};

test("the newsletter has one entry in the sidebar, and its screens are tabs", async ({ visitor }) => {
  await enter(visitor, "/admin/dashboard");
  await sidebar(visitor).getByRole("link", { name: "Newsletter" }).click();
  await expect(visitor).toHaveURL("/admin/newsletter");
  await expect(heading(visitor)).toHaveText("Issues");
  const missing = visitor.getByRole("region", { name: "Before an issue can be sent" }).getByRole("listitem");
  await expect(missing.filter({ hasText: "Mail server" })).toContainText("Missing");
  await visitor.getByRole("main").getByRole("link", { name: "Subscribers", exact: true }).click();
  await expect(heading(visitor)).toHaveText("Subscribers");
  await expect(visitor.getByRole("heading", { name: "No subscribers yet" })).toBeVisible();
  await visitor.getByRole("main").getByRole("link", { name: "Settings", exact: true }).click();
  await expect(heading(visitor)).toHaveText("Newsletter settings");
  await expect(sidebar(visitor).locator("[aria-current]")).toHaveText("Newsletter");
  await visitor.getByLabel("Postal address").fill("Lark Lane 1\n12345 Field");
  await visitor.getByRole("button", { name: "Save" }).click();
  await expect(visitor.getByText("Settings saved")).toBeVisible();
  await looks(visitor, "newsletter settings");
});

test("subscribers are imported after a check, found, suppressed, added and erased", async ({ visitor, forgiven }) => {
  // An address that has been suppressed can’t be added.
  forgiven.push("409 (Conflict)");
  await enter(visitor, "/admin/newsletter/subscribers");
  const main = visitor.getByRole("main");
  await main.getByRole("link", { name: "Import" }).click();
  await expect(heading(visitor)).toHaveText("Import subscribers");
  const csv =
    "email,active_subscription,email_disabled\nada@lark.example,false,false\ngone@lark.example,false,true\nnobody,false,false\n";
  await main
    .getByLabel("List of subscribers")
    .setInputFiles({ name: "email_list.larks.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await main.getByRole("button", { name: "Check the list" }).click();
  await expect(main.getByText("From Substack")).toBeVisible();
  await expect(main.getByText("2 lines stay out.")).toBeVisible();
  await looks(visitor, "a list of subscribers");
  await main.getByRole("button", { name: "Add 1 as confirmed" }).click();
  await expect(main.getByText("Say how these people agreed to get the newsletter")).toBeVisible();
  await main.getByLabel("How they agreed").fill("They subscribed on larks.example.");
  await main.getByRole("button", { name: "Add 1 as confirmed" }).click();
  await expect(main.getByText("Done. 1 subscriber added.")).toBeVisible();
  await main.getByRole("link", { name: "Subscribers" }).first().click();

  const table = main.getByRole("table", { name: "Subscribers" });
  await expect(table.getByRole("row").filter({ hasText: "ada@lark.example" })).toContainText("Confirmed");
  const dialog = visitor.getByRole("dialog");
  const act = async (email: string, item: string) => {
    await main.getByRole("button", { name: `Actions for ${email}` }).click();
    await visitor.getByRole("menuitem", { name: item }).click();
  };
  await act("ada@lark.example", "Details");
  await expect(dialog).toContainText("They subscribed on larks.example.");
  await looks(visitor, "a record of consent");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await act("ada@lark.example", "Suppress");
  await dialog.getByRole("button", { name: "Suppress" }).click();
  await expect(table.getByRole("row").filter({ hasText: "ada@lark.example" })).toContainText("Suppressed");

  await main.getByRole("button", { name: "Add subscriber" }).click();
  await dialog.getByLabel("Email").fill("ada@lark.example");
  await dialog.getByLabel("How they agreed").fill("Asked at a reading.");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog).toContainText("This address is suppressed.");
  await dialog.getByLabel("Email").fill("grace@lark.example");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(visitor.getByText("Subscriber added")).toBeVisible();
  await looks(visitor, "subscribers");

  await main.getByRole("button", { name: "More" }).click();
  await visitor.getByRole("menuitem", { name: "Suppress addresses" }).click();
  await dialog.getByLabel("Email addresses").fill("<new@lark.example>: no such user\nthe end");
  await dialog.getByRole("button", { name: "Suppress", exact: true }).click();
  await expect(dialog).toContainText("1 address suppressed.");
  await expect(dialog).toContainText("the end");
  await dialog.getByRole("button", { name: "Done" }).click();
  await act("grace@lark.example", "Erase");
  await dialog.getByRole("button", { name: "Erase" }).click();
  await expect(table.getByRole("row").filter({ hasText: "grace@lark.example" })).toHaveCount(0);
});

test("those on a list, and those who are added, can be asked to confirm", async ({ visitor, forgiven }) => {
  // At first, the newsletter is off.
  forgiven.push("409 (Conflict)");
  await enter(visitor, "/admin/newsletter/subscribers/import");
  const main = visitor.getByRole("main");
  await main
    .getByLabel(/^(List of subscribers|Another list)$/)
    .setInputFiles({ name: "readers.csv", mimeType: "text/csv", buffer: Buffer.from("email\nwait@lark.example\n") });
  await main.getByRole("button", { name: "Check the list" }).click();
  await expect(main.getByRole("heading", { name: "readers.csv" })).toBeVisible();
  await main.getByRole("radio", { name: "Ask each to confirm" }).check();
  await expect(main.getByLabel("How they agreed")).toHaveCount(0);
  await looks(visitor, "a list whose people are asked");
  await main.getByRole("button", { name: "Ask 1 to confirm" }).click();
  await expect(main.getByRole("alert")).toContainText("Switch the newsletter on first");
  await visit(visitor, "/admin/newsletter/settings");
  await main.getByRole("switch", { name: "Newsletter" }).check();
  await main.getByRole("button", { name: "Save" }).click();
  await expect(visitor.getByText("Settings saved")).toBeVisible();
  await visit(visitor, "/admin/newsletter/subscribers/import");
  await main.getByRole("radio", { name: "Ask each to confirm" }).check();
  await main.getByRole("button", { name: "Ask 1 to confirm" }).click();
  await expect(main.getByText("Done. 1 subscriber asked to confirm.")).toBeVisible();

  await main.getByRole("link", { name: "Subscribers" }).first().click();
  const table = main.getByRole("table", { name: "Subscribers" });
  await expect(table.getByRole("row").filter({ hasText: "wait@lark.example" })).toContainText("Pending");
  await main.getByRole("button", { name: "Add subscriber" }).click();
  const dialog = visitor.getByRole("dialog");
  await dialog.getByLabel("Email").fill("may@lark.example");
  await dialog.getByRole("radio", { name: "Ask them to confirm" }).check();
  await looks(visitor, "a subscriber who is asked");
  await dialog.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(visitor.getByText("Confirmation queued")).toBeVisible();
  await expect(table.getByRole("row").filter({ hasText: "may@lark.example" })).toContainText("Pending");
});

test("the secret for bounces is made, shown once, works, and is replaced", async ({ visitor }) => {
  await enter(visitor, "/admin/newsletter/settings");
  const section = visitor.getByRole("region", { name: "Bounces" });
  await expect(section).toContainText("There is no secret");
  await section.getByRole("button", { name: "Make a secret" }).click();
  const first = await section.getByLabel("Secret", { exact: true }).inputValue();
  const url = await section.getByLabel("URL that takes reports").inputValue();
  await expect(section.getByLabel("Line for Postfix")).toHaveValue(new RegExp(`X-Bounce-Secret: ${first}' ${url} `));
  const report = (secret: string) =>
    visitor.request.post(new URL(url).pathname, {
      headers: { "x-bounce-secret": secret },
      data: { email: "nobody@lark.example", kind: "hard" },
    });
  expect((await report(first)).status()).toBe(200);
  await looks(visitor, "a new secret for bounces");

  await section.getByRole("button", { name: "Replace the secret" }).click();
  await visitor.getByRole("dialog").getByRole("button", { name: "Replace" }).click();
  await expect(section.getByLabel("Secret", { exact: true })).not.toHaveValue(first);
  expect((await report(first)).status()).toBe(404);
  expect((await report(await section.getByLabel("Secret", { exact: true }).inputValue())).status()).toBe(200);
  await visitor.reload();
  await expect(section).toContainText("The secret was made on");
  await expect(section.getByLabel("Secret", { exact: true })).toHaveCount(0);
});

test("an export of Substack leads from its articles to its subscribers", async ({ visitor }) => {
  const files = {
    "posts.csv": "post_id,post_date,is_published,title\n7.larks,2024-03-10T12:00:00.000Z,true,Larks of Substack\n",
    "posts/7.larks.html": "<p>Larks sing.</p>",
    "email_list.larks.csv": "email,active_subscription,email_disabled\nzoe@lark.example,false,false\n",
  };
  async function* entries() {
    for (const [name, text] of Object.entries(files)) yield { name, bytes: Buffer.from(text) };
  }
  const larks = { name: "larks.zip", mimeType: "application/zip", buffer: Buffer.concat(await packZip(entries()).toArray()) };
  await enter(visitor, "/admin/import");
  const main = visitor.getByRole("main");
  await main.getByLabel("Export file").setInputFiles(larks);
  await main.getByRole("button", { name: "Upload and preview" }).click();
  await expect(main.getByText("The file also has a list of subscribers.")).toBeVisible({ timeout: 30_000 });
  await looks(visitor, "an import with subscribers");
  await main.getByRole("link", { name: "Import them from the same file" }).click();
  await expect(heading(visitor)).toHaveText("Import subscribers");
  await main.getByLabel(/^(List of subscribers|Another list)$/).setInputFiles(larks);
  await main.getByRole("button", { name: "Check the list" }).click();
  await expect(main.getByText("From Substack")).toBeVisible();
  await expect(main.getByRole("button", { name: "Add 1 as confirmed" })).toBeVisible();
});
