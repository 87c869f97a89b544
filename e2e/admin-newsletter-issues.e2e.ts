import { smtpError, startMailServer } from "../test/mail/mail-server.ts";
import { dialog, expectFine, fillIn, newTitle, signInAsAdmin, slugOf, toast } from "./admin-writer.ts";
import { ADMIN, type OwnSite, startOwnSite } from "./own-site.ts";
import { test as base, expect, expectAccessible } from "./visitor.ts";

const NOBODY = "nobody@refused.example";
const READERS = ["ada@mail.example", "bea@mail.example", NOBODY];

type Mail = Awaited<ReturnType<typeof startMailServer>>;

/** A site with a mail server that knows no mailbox of NOBODY. */
const test = base.extend<object, { mail: Mail; ownSite: OwnSite }>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names those that it needs by destructuring, also when it needs none
    async ({}, use) => {
      const onRecipient = (address: string) => {
        if (address === NOBODY) throw smtpError(550, "5.1.1 No such user here");
      };
      const mail = await startMailServer({ onRecipient });
      await use(mail);
      await mail.close();
    },
    { scope: "worker" },
  ],
  ownSite: [
    async ({ mail }, use) => {
      const site = await startOwnSite({ SMTP_URL: mail.url });
      for (const email of READERS) {
        await site.query(
          `insert into subscribers (email, state, source, consent_text, consent_at, confirmed_at)
           values ($1, 'confirmed', 'form', 'Send me new articles by email.', now(), now())`,
          [email],
        );
      }
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  site: async ({ ownSite }, use) => use(ownSite.address),
});

const SIZES = [
  { width: 1440, height: 900 },
  { width: 320, height: 700 },
];

// axe tries to look into the preview, which runs no scripts.
const AXE_IN_PREVIEW = "Blocked script execution in 'about:srcdoc'";

// The first sets up what the second needs.
test.describe.configure({ mode: "serial" });

test("what is missing is set, then an issue is written, tried, sent and reported", async ({
  visitor,
  mail,
  ownSite,
  forgiven,
}) => {
  test.slow();
  forgiven.push(AXE_IN_PREVIEW);
  // Written before there was a newsletter.
  await ownSite.query(`insert into posts (kind, listed, title, slug, description, content, content_html, content_text, status, published_at)
    values ('page', false, 'Our letter', 'newsletter', '', '<p>Letter</p>', '<p>Letter</p>', 'Letter', 'published', now())`);
  await signInAsAdmin(visitor, "/admin/newsletter");
  const main = visitor.getByRole("main");
  const missing = main.getByRole("region", { name: "Before an issue can be sent" });
  await expect(missing.getByRole("listitem").filter({ hasText: "Mail server" })).toContainText("Set");
  await expect(main.getByRole("heading", { name: "No issues yet" })).toBeVisible();
  await expectFine(visitor, "what is missing");
  await missing.getByRole("link", { name: "Set the sender" }).click();
  await expect(visitor.getByLabel("Sender", { exact: true })).toBeFocused();
  const hidden = main.getByText("Readers don’t see your page “Our letter” while this is on");
  const digest = visitor.getByRole("switch", { name: "Weekly digest" });
  await expect(digest).toBeChecked();
  await expect(digest).toBeDisabled();
  await expect(hidden).toHaveCount(0);
  await visitor.getByRole("switch", { name: "Newsletter" }).check();
  await expect(hidden).toBeVisible();
  await expect(main.getByRole("link", { name: "Give the page another slug" })).toBeVisible();
  await expect(digest).toBeEnabled();
  await visitor.getByLabel("Day of the digest").selectOption("Friday");
  const hour = visitor.getByLabel("Hour of the digest (0–23)");
  await hour.fill("24");
  await visitor.getByLabel("Sender", { exact: true }).fill("news@skylark.example");
  await visitor.getByLabel("Reply address").fill("answers@skylark.example");
  await visitor.getByLabel("Postal address").fill("Skylark, 1 Field Lane, Meadow");
  await visitor.getByRole("button", { name: "Save", exact: true }).click();
  await expect(main.getByText("Hour of the digest must be a whole number from 0 to 23")).toBeVisible();
  await hour.fill("17");
  await visitor.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(visitor, "Settings saved")).toBeVisible();
  for (const size of SIZES) {
    await visitor.setViewportSize(size);
    await expectFine(visitor, `the settings of the newsletter, ${size.width} px wide`);
  }
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await visitor.reload();
  await expect(visitor.getByLabel("Day of the digest")).toHaveValue("Friday");
  await expect(hour).toHaveValue("17");

  await main.getByRole("link", { name: "Issues" }).click();
  await main.getByRole("button", { name: "New issue" }).click();
  await dialog(visitor).getByLabel("Subject").fill("What the tides bring");
  await dialog(visitor).getByRole("button", { name: "Create issue" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("What the tides bring");
  await visitor.getByRole("textbox", { name: "Content" }).fill("The harbor is **quiet** today.");
  await main.getByRole("button", { name: "Save" }).click();
  await expect(main.getByRole("button", { name: "Saved" })).toBeVisible();
  const preview = visitor.frameLocator('iframe[title="Preview of the email"]');
  await expect(preview.getByText("quiet")).toHaveCSS("font-weight", /^(700|bold)$/);
  for (const size of SIZES) {
    await visitor.setViewportSize(size);
    await expectFine(visitor, `a draft, ${size.width} px wide`);
  }
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await main.getByRole("button", { name: "320 px" }).click();
  await main.getByRole("button", { name: "Dark" }).click();
  await expect(preview.getByText("quiet")).toBeVisible();
  await main.getByRole("button", { name: "Plain text" }).click();
  await expect(main.getByRole("region", { name: "Plain text of the email" })).toContainText("The harbor is quiet today.");

  await main.getByRole("button", { name: "Send a test email" }).click();
  await expect(main.getByText(`The mail server accepted the email to ${ADMIN.email}.`)).toBeVisible();
  const [tried] = await mail.arrived(1);
  expect(tried).toMatchObject({ to: ADMIN.email, from: expect.stringContaining("news@skylark.example") });

  await main.getByRole("button", { name: "Send issue..." }).click();
  await expectFine(visitor, "the question before sending");
  await dialog(visitor).getByRole("button", { name: "Send to 3 subscribers" }).click();
  await expect(main.getByText("Sent", { exact: true }).first()).toBeVisible();
  const arrived = await mail.arrived(3);
  expect(
    arrived
      .slice(1)
      .map(({ to }) => to)
      .sort(),
  ).toEqual(["ada@mail.example", "bea@mail.example"]);
  const refused = main.getByRole("row").filter({ hasText: NOBODY });
  await expect(refused).toContainText("Refused");
  await expect(refused).toContainText("5.1.1 No such user here");
  for (const size of SIZES) {
    await visitor.setViewportSize(size);
    await expectFine(visitor, `a report, ${size.width} px wide`);
  }
  await main.getByRole("button", { name: /^Refused/ }).click();
  await expect(main.getByRole("row").filter({ hasText: "@mail.example" })).toHaveCount(0);

  await main.getByRole("link", { name: "Back to Issues" }).click();
  const growth = main.getByRole("region", { name: "Subscribers over time" });
  await growth.getByText("Show as table").click();
  const today = growth.getByRole("row").last();
  await expect(today.getByRole("cell").first()).toHaveText("2");
  await expect(today.getByRole("link", { name: "What the tides bring" })).toBeVisible();
  for (const size of SIZES) {
    await visitor.setViewportSize(size);
    await expectFine(visitor, `subscribers over time, ${size.width} px wide`);
  }
});

test("a post is sent with its publication, once, and its issue is found from the post", async ({ visitor, mail, forgiven }) => {
  test.slow();
  forgiven.push(AXE_IN_PREVIEW);
  const title = newTitle("Out by mail");
  await signInAsAdmin(visitor, "/admin/posts/create");
  await fillIn(visitor, title);
  await visitor.getByRole("button", { name: "More options" }).click();
  const sheet = dialog(visitor);
  await expect(sheet.getByLabel("Send as newsletter")).toHaveValue("");
  await sheet.getByLabel("Send as newsletter").selectOption("To all subscribers");
  await expect(sheet.getByText(/^\d+ subscribers get it\.$/)).toBeVisible();
  await expectFine(visitor, "the sheet with the newsletter");
  await sheet.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(visitor.getByRole("region", { name: "Published" })).toContainText(`/story/${slugOf(title)}`);
  await expect.poll(async () => (await mail.arrived(1)).filter(({ subject }) => subject === title).length).toBe(2);
  const panel = visitor.getByRole("region", { name: "Newsletter", exact: true });
  await panel.getByRole("link", { name: "Newsletter issue" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(title);

  await visitor.goto("/admin/posts");
  await visitor.getByRole("button", { name: `Actions for ${title}` }).click();
  await visitor.getByRole("menuitem", { name: "Newsletter issue" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(title);
  await expectAccessible(visitor, "the issue of a post");
});
