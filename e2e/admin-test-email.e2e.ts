import { smtpError, startMailServer } from "../test/mail/mail-server.ts";
import { signInAsAdmin } from "./admin-writer.ts";
import { ADMIN, type OwnSite, startOwnSite } from "./own-site.ts";
import { test as base, expect, expectAccessible } from "./visitor.ts";

type Mail = Awaited<ReturnType<typeof startMailServer>> & { refusal: Error | null };

/** A site with a mail server, which refuses messages while there is a `refusal`. */
const test = base.extend<object, { mail: Mail; ownSite: OwnSite }>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names those that it needs by destructuring, also when it needs none
    async ({}, use) => {
      const onRecipient = () => {
        if (mail.refusal) throw mail.refusal;
      };
      const mail: Mail = Object.assign(await startMailServer({ onRecipient }), { refusal: null });
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

test("an admin tests the mail server, and reads what it answers", async ({ visitor, mail }) => {
  await signInAsAdmin(visitor, "/admin/settings/email");
  const main = visitor.getByRole("main");
  const send = main.getByRole("button", { name: "Send a test email" });
  await expect(main.getByRole("status")).toHaveText(`Goes to you, at ${ADMIN.email}.`);
  await send.click();
  await expect(main.getByRole("status")).toContainText("The mail server accepted the email.");
  await expect(send).toBeFocused();
  const [received] = await mail.arrived(1);
  expect(received).toMatchObject({ to: ADMIN.email, subject: "Test email from Skylark" });
  await expectAccessible(visitor, "an accepted test email");

  mail.refusal = smtpError(550, "Relaying denied");
  await send.click();
  await expect(main.getByRole("status")).toContainText("The email wasn’t sent. The server doesn’t accept the recipient.");
  await expect(main.getByRole("status")).toContainText("Relaying denied");
  for (const width of [1440, 390]) {
    await visitor.setViewportSize({ width, height: 844 });
    await expectAccessible(visitor, `a refused test email, ${width} px wide`);
  }
  // The sender knows: it isn't another thing that waits.
  await visitor.reload();
  await expect(main.getByRole("link", { name: "Nothing" })).toBeVisible();
  mail.refusal = null;
});
