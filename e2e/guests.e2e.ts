import type { Page } from "@playwright/test";
import { startMailServer } from "../test/mail/mail-server.ts";
import { dialog, signInAsAdmin, toast } from "./admin-writer.ts";
import { type OwnSite, startOwnSite } from "./own-site.ts";
import { test as base, expect, expectAccessible } from "./visitor.ts";

type Mail = Awaited<ReturnType<typeof startMailServer>>;

/** A site with a mail server, where everyone may comment. */
const test = base.extend<object, { mail: Mail; ownSite: OwnSite }>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names those that it needs by destructuring, also when it needs none
    async ({}, use) => {
      const mail = await startMailServer();
      await use(mail);
      await mail.close();
    },
    { scope: "worker" },
  ],
  ownSite: [
    async ({ mail }, use) => {
      const site = await startOwnSite({ SMTP_URL: mail.url });
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  site: async ({ ownSite }, use) => use(ownSite.address),
});

const STORY = "/story/two-small-gaps-in-a-wheat-field";
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const thread = (page: Page) => page.getByRole("main").locator("#comments");

const linkTo = (mail: Mail, recipient: string, count: number) =>
  expect
    .poll(() => mail.received.filter(({ to }) => to === recipient).length, { timeout: 60_000 })
    .toBe(count)
    .then(() => /https?:\/\/\S+\/guest\/\S+/.exec(mail.received.findLast(({ to }) => to === recipient)?.text ?? "")?.[0] ?? "");

/** A form that is filled in within two seconds is a program's. */
async function postSlowly(page: Page): Promise<void> {
  await expect(async () => {
    await press(page, "Post comment");
    await expect(heading(page)).not.toHaveText("Your comment", { timeout: 1000 });
  }).toPass();
}

/** Opens the form below the article, fills it in and sends it. */
async function write(page: Page, { name, email, content }: Record<"name" | "email" | "content", string>): Promise<void> {
  await page.goto(STORY);
  await thread(page).getByText("Comment without an account").click();
  await thread(page).getByLabel("Your comment").fill(content);
  await thread(page).getByLabel("Your name").fill(name);
  await thread(page).getByLabel("Your email address").fill(email);
  await expectAccessible(page, "the form for guests");
  await thread(page).getByRole("button", { name: "Continue" }).click();
  await expect(heading(page)).toHaveText("Your comment");
  await expect(page.getByLabel("Your comment")).toHaveValue(content);
}

// The first test switches on what the second needs.
test.describe.configure({ mode: "serial" });

test("the owner lets everyone comment; a guest confirms, is approved, edits, and is banned", async ({
  visitor,
  newBrowser,
  mail,
}) => {
  test.slow();
  visitor.forgive("403");
  const admin = await newBrowser();
  await signInAsAdmin(admin, "/admin/settings/discussion");
  await admin.getByLabel("Who may comment").selectOption("Everyone");
  await expectAccessible(admin, "the settings of the discussion");
  await press(admin, "Save");
  await expect(async () => {
    await visitor.goto(STORY);
    await expect(thread(visitor).getByText("Comment without an account")).toBeVisible({ timeout: 5000 });
  }).toPass();

  const grace = { name: "Grace <b>", email: "grace@guests.example", content: "Two gaps, and no lark." };
  await write(visitor, grace);
  await expectAccessible(visitor, "the guest’s form again");
  await postSlowly(visitor);
  await expect(heading(visitor)).toHaveText("Check your inbox");
  await visitor.goto(await linkTo(mail, grace.email, 1));
  await expect(heading(visitor)).toHaveText("Post this comment?");
  await expectAccessible(visitor, "the page that confirms a comment");
  await press(visitor, "Post comment");
  await expect(heading(visitor)).toHaveText("Your comment waits for approval");
  await visitor.getByRole("link", { name: "Your comments" }).click();
  await visitor.getByRole("textbox", { name: /^Your comment/ }).fill("Two gaps, and a lark.");
  await press(visitor, "Save");
  await expect(visitor.getByRole("status")).toHaveText("Your comment is saved.");
  await expectAccessible(visitor, "a guest’s own comments");

  await admin.goto("/admin/comments?status=pending&search=and+a+lark");
  const row = admin.getByRole("list", { name: "Comments" }).getByRole("listitem");
  await expect(row).toContainText("Guest");
  await expect(row).toContainText(grace.email);
  await row.getByRole("button", { name: /^Approve/ }).click();
  await expect(toast(admin, "Comment updated")).toBeVisible();
  await expect(async () => {
    await visitor.goto(STORY);
    await expect(thread(visitor).getByRole("article").filter({ hasText: "and a lark" })).toContainText("Grace <b>", {
      timeout: 5000,
    });
  }).toPass();

  await admin.goto("/admin/comments?search=and+a+lark");
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await admin.getByRole("menuitem", { name: "Ban" }).click();
  await dialog(admin).getByLabel("For how long").selectOption("For good");
  await dialog(admin).getByLabel("Reason").fill("Sells larks");
  await dialog(admin).getByLabel("Hide their comments").selectOption("All of their comments");
  await expectAccessible(admin, "the dialog that bans");
  await dialog(admin).getByRole("button", { name: "Ban", exact: true }).click();
  await expect(row).toContainText("Rejected");
  await admin.getByRole("list", { name: "Notifications" }).getByRole("button", { name: "Undo" }).click();
  await expect(row).toContainText("Approved");
  await admin.goto("/admin/comments/banned");
  await expect(admin.getByRole("row").filter({ hasText: "Sells larks" })).toContainText("For good");
  await expectAccessible(admin, "the list of bans");

  await write(visitor, { ...grace, content: "Larks for sale" });
  await press(visitor, "Post comment");
  await expect(visitor.getByRole("alert")).toContainText("This comment can’t be posted.");
  await expect(visitor.getByLabel("Your comment")).toHaveValue("Larks for sale");
  await admin.getByRole("button", { name: /^Lift ban/ }).click();
  await expect(toast(admin, "Ban lifted")).toBeVisible();
});

test("without a script a guest comments, is remembered, deletes, and has everything erased", async ({ newBrowser, mail }) => {
  const page = await newBrowser({ javaScriptEnabled: false });
  const hedy = { name: "Hedy", email: "hedy@guests.example", content: "Without any script." };
  await page.goto(STORY);
  await thread(page).getByText("Comment without an account").click();
  await thread(page).getByLabel("Your comment").fill(hedy.content);
  await thread(page).getByLabel("Your name").fill(hedy.name);
  await thread(page).getByLabel("Your email address").fill(hedy.email);
  await thread(page).getByRole("button", { name: "Continue" }).click();
  await postSlowly(page);
  await expect(heading(page)).toHaveText("Check your inbox");
  await page.goto(await linkTo(mail, hedy.email, 1));
  await press(page, "Post comment");
  await expect(heading(page)).toHaveText("Your comment waits for approval");

  await page.goto("/guest/comment?post=two-small-gaps-in-a-wheat-field");
  await expect(page.getByLabel("Your name")).toHaveValue("Hedy");
  await page.getByLabel("Your comment").fill("A second one needs no email.");
  await press(page, "Post comment");
  await expect(heading(page)).toHaveText("Your comment waits for approval");
  await page.getByRole("link", { name: "Your comments" }).click();
  await expect(page.getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: "Delete", exact: true }).first().click();
  await expect(page.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("link", { name: "Delete everything about an address" }).click();
  await page.getByLabel("Your email address").fill(hedy.email);
  await press(page, "Send the link");
  await page.goto(await linkTo(mail, hedy.email, 2));
  await press(page, "Delete everything");
  await expect(heading(page)).toHaveText("Everything is deleted");
  await page.goto("/guest");
  await expect(page.getByText("This browser remembers nobody.")).toBeVisible();
});

/** Like `postSlowly`, for the form that asks for the address. */
async function followSlowly(page: Page): Promise<void> {
  await expect(async () => {
    await press(page, "Continue");
    await expect(heading(page)).not.toHaveText("Follow the comments?", { timeout: 1000 });
  }).toPass();
}

for (const { javaScriptEnabled, email } of [
  { javaScriptEnabled: true, email: "mary@guests.example" },
  { javaScriptEnabled: false, email: "joan@guests.example" },
])
  test(`a guest follows an article by email, and stops${javaScriptEnabled ? "" : ", without a script"}`, async ({
    newBrowser,
    mail,
  }) => {
    const page = await newBrowser({ javaScriptEnabled });
    const check = (what: string) => (javaScriptEnabled ? expectAccessible(page, what) : undefined);
    await page.goto(STORY);
    await thread(page).locator(".comments-follow").getByRole("button").click();
    await expect(heading(page)).toHaveText("Follow the comments?");
    await check("the form that asks for the address");
    await page.getByLabel("Your email address").fill(email);
    await followSlowly(page);
    await expect(heading(page)).toHaveText("Check your inbox");
    await page.goto(await linkTo(mail, email, 1));
    await expect(heading(page)).toHaveText("Follow these comments?");
    await check("the page that confirms following");
    await press(page, "Follow the comments");
    await expect(heading(page)).toHaveText("You follow these comments");
    await check("the page of a follower");
    await page.getByRole("link", { name: "Your comments" }).click();
    await expect(page.getByRole("list", { name: "Comments that you follow" }).getByRole("listitem")).toHaveCount(1);
    await check("a guest’s followed articles");
    await page.getByRole("button", { name: /^Stop emails ./ }).click();
    await expect(heading(page)).toHaveText("You no longer follow these comments");
  });
