import { arrive, banner, type Reader, someone, test } from "./account-visitor.ts";
import type { OwnSite } from "./own-site.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

/** Makes all sessions of a user older than the 15 minutes in which no reauthentication is required. */
const age = (site: OwnSite, { email }: Reader) =>
  site.query(
    "update auth_sessions set created_at = now() - interval '16 minutes' where user_id = (select id from users where email = $1)",
    [email],
  );

/** The code of the newest mail to an address; waits until there are `count` of them, since a mail is written a moment after it was requested. */
async function codeTo(site: OwnSite, { email }: Reader, count: number): Promise<string> {
  const mails = () =>
    site.query<{ code: string }>(
      "select code from outbox where recipient = $1 and kind = 'reauthentication' order by created_at desc",
      [email],
    );
  await expect.poll(async () => (await mails()).length).toBe(count);
  return (await mails())[0]?.code ?? "";
}

test("users who signed in a while ago must enter their password to change email address and password", async ({
  visitor,
  ownSite,
}) => {
  visitor.forgive("400");
  const ada = await arrive(visitor, ownSite);
  await age(ownSite, ada);
  await visit(visitor, "/account");
  const email = visitor.getByRole("region", { name: "Email" });
  const fresh = someone().email;
  await email.getByLabel("New Email").fill(fresh);
  await email.getByRole("button", { name: "Change address" }).click();
  await expect(email.getByRole("alert")).toHaveText(
    "You signed in a while ago. To confirm it’s you, enter your current password.",
  );
  await expect(email.getByLabel("New Email")).toHaveValue(fresh);
  for (const [width, theme] of [
    [1440, "light"],
    [390, "dark"],
  ] as const) {
    await visitor.setViewportSize({ width, height: 900 });
    await visitor.emulateMedia({ colorScheme: theme });
    await expectAccessible(visitor, `the question for the password, ${width} px, ${theme}`);
  }
  await email.getByLabel("Current Password", { exact: true }).fill("something else");
  await email.getByRole("button", { name: "Change address" }).click();
  await expect(email.getByLabel("Current Password", { exact: true })).toHaveAccessibleDescription("This password is wrong.");
  await email.getByLabel("Current Password", { exact: true }).fill(ada.password);
  await email.getByRole("button", { name: "Change address" }).click();
  await expect(email.getByRole("status")).toContainText(fresh);
  await expect(email.getByLabel("Current Password", { exact: true })).toHaveCount(0);

  const password = visitor.getByRole("region", { name: "Password" });
  await password.getByLabel("Current Password", { exact: true }).fill(ada.password);
  await password.getByLabel("New Password", { exact: true }).fill("a new song each day");
  await password.getByLabel("Confirm Password").fill("a new song each day");
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(visitor.getByText("Password changed")).toBeVisible();
});

test("users without a password prove their identity by a code, and delete the account with another", async ({
  visitor,
  ownSite,
}) => {
  visitor.forgive("400");
  visitor.forgive("422");
  const bea = await arrive(visitor, ownSite);
  await ownSite.query("delete from user_passwords where user_id = (select id from users where email = $1)", [bea.email]);
  await age(ownSite, bea);
  await visit(visitor, "/account");
  const password = visitor.getByRole("region", { name: "Password" });
  const save = password.getByRole("button", { name: "Set a password" });
  await password.getByLabel("New Password", { exact: true }).fill("a new song each day");
  await password.getByLabel("Confirm Password").fill("a new song each day");
  await save.click();
  await expect(password.getByRole("alert")).toHaveText(
    "You signed in a while ago. To confirm it’s you, enter the code that Skylark sends you.",
  );
  await password.getByRole("button", { name: "Send me a code" }).click();
  const said = `Skylark will send a code to ${bea.email}. It works for 24 hours, so you can come back later.`;
  await expect(password.getByRole("status").filter({ hasText: said })).toBeVisible();
  await expectAccessible(visitor, "the question for the code");
  const code = await codeTo(ownSite, bea, 1);
  expect(code).toMatch(/^\d{6}$/);

  // Returning with the code doesn't create another one.
  await visit(visitor, "/account");
  await password.getByLabel("New Password", { exact: true }).fill("a new song each day");
  await password.getByLabel("Confirm Password").fill("a new song each day");
  await save.click();
  await password.getByLabel("Code from the email").fill(code === "000000" ? "000001" : "000000");
  await save.click();
  await expect(password.getByLabel("Code from the email")).toHaveAccessibleDescription("The code is wrong or has expired.");
  await password.getByLabel("Code from the email").fill(code);
  await save.click();
  await expect(visitor.getByText("Password changed")).toBeVisible();

  await ownSite.query("delete from user_passwords where user_id = (select id from users where email = $1)", [bea.email]);
  await visit(visitor, "/account");
  await visitor.getByRole("button", { name: "Delete my account" }).click();
  const dialog = visitor.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByRole("button", { name: "Send me a code" }).click();
  await expect(dialog.getByRole("button", { name: "Send a new code" })).toBeVisible();
  await expectAccessible(visitor, "the question for a code before the account goes");
  await dialog.getByLabel("Code from the email").fill("12345");
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(dialog.getByLabel("Code from the email")).toHaveAccessibleDescription(/six digits/);
  await dialog.getByLabel("Code from the email").fill(await codeTo(ownSite, bea, 2));
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(visitor).toHaveURL("/");
  await expect(banner(visitor).getByRole("link", { name: "Login" })).toBeVisible();
});
