import { readFile } from "node:fs/promises";
import { alert, arrive, banner, signIn, someone, test } from "./account-visitor.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

test("a forgotten password is replaced by means of a mail", async ({ visitor, ownSite }) => {
  visitor.forgive("400");
  visitor.forgive("422");
  const ada = await arrive(visitor, ownSite);
  await banner(visitor).getByRole("button", { name: "Sign out" }).click();
  await banner(visitor).getByRole("link", { name: "Login" }).click();
  await visitor.getByRole("link", { name: "Forgot your password?" }).click();
  await expectAccessible(visitor, "forgot password");
  await visitor.getByLabel("Email").fill(ada.email);
  await visitor.getByRole("button", { name: "Send the link" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Request received");

  await visit(visitor, await ownSite.linkIn(ada.email, "password"));
  await expectAccessible(visitor, "reset password");
  const save = visitor.getByRole("button", { name: "Save password" });
  await visitor.getByLabel("New Password", { exact: true }).fill(ada.password);
  await visitor.getByLabel("Confirm Password").fill(ada.password);
  await save.click();
  await expect(visitor.getByLabel("New Password", { exact: true })).toHaveAccessibleDescription(/different from the old/);
  await visitor.getByLabel("New Password", { exact: true }).fill("a new song each day");
  await visitor.getByLabel("Confirm Password").fill("a new song each day");
  await save.click();
  await expect(visitor).toHaveURL("/");
  await expect(banner(visitor).getByRole("link", { name: ada.name })).toBeVisible();

  await banner(visitor).getByRole("button", { name: "Sign out" }).click();
  await visit(visitor, "/login");
  await signIn(visitor, ada);
  await expect(alert(visitor)).toHaveText("Invalid login credentials");
  await signIn(visitor, { ...ada, password: "a new song each day" });
  await expect(banner(visitor).getByRole("link", { name: ada.name })).toBeVisible();
});

test("a form of one account changes nothing once another one is signed in", async ({ visitor, ownSite, newBrowser }) => {
  // A tab may be loading something for the account when another one signs out.
  visitor.forgive("401");
  visitor.forgive("403");
  visitor.forgive("409");
  visitor.forgive("422");
  const [ada, grace] = [someone("Ada"), someone("Grace")];
  await arrive(await newBrowser(), ownSite, grace);
  await arrive(visitor, ownSite, ada);
  await visit(visitor, "/account");
  const own = visitor.getByRole("region", { name: "Name", exact: true });

  // The link is used up, and its reader signed in, although the password is refused.
  const asked = await visitor.request.post("/auth/v1/recover", { data: { email: ada.email } });
  expect(asked.status()).toBe(200);
  const reset = await visitor.context().newPage();
  await visit(reset, await ownSite.linkIn(ada.email, "password"));
  const choose = async (password: string) => {
    await reset.getByLabel("New Password", { exact: true }).fill(password);
    await reset.getByLabel("Confirm Password").fill(password);
    await reset.getByRole("button", { name: "Save password" }).click();
  };
  await choose("password1");
  await expect(reset.getByLabel("New Password", { exact: true })).toHaveAccessibleDescription(/most common/);

  const other = await visitor.context().newPage();
  await visit(other, "/");
  await banner(other).getByRole("button", { name: "Sign out" }).click();
  await visit(other, "/login");
  await signIn(other, grace);
  await expect(banner(other).getByRole("link", { name: grace.name })).toBeVisible();

  const refusal = `You’re signed in as ${grace.email} now. This form is for another account, so nothing was changed.`;
  await choose("a new song each day");
  await expect(alert(reset)).toContainText(refusal);
  await expect(alert(reset).getByRole("link", { name: "Send me a new link" })).toBeVisible();
  await expect(own.getByLabel("Full Name")).toHaveValue(grace.name);
  for (const reader of [ada, grace]) {
    const signedIn = await other.request.post("/auth/v1/token?grant_type=password", { data: reader });
    expect(signedIn.status()).toBe(200);
  }
});

test("a signed-in user is told before a link signs them in to another account; a used one leads to a new one", async ({
  visitor,
  ownSite,
  newBrowser,
}) => {
  visitor.forgive("403");
  const other = await newBrowser();
  const ada = await arrive(other, ownSite);
  const moved = `moved.${ada.email}`;
  await visit(other, "/account");
  const section = other.getByRole("region", { name: "Email", exact: true });
  await section.getByLabel("New Email").fill(moved);
  await section.getByRole("button").click();
  await expect(section.getByRole("status")).toContainText(moved);
  const link = await ownSite.linkIn(moved, "");

  const grace = await arrive(visitor, ownSite, someone("Grace"));
  await visit(visitor, link);
  const warning = visitor.getByText(`You’re signed in as ${grace.email}.`);
  await expect(warning).toBeVisible();
  await expectAccessible(visitor, "a link while signed in");
  await visitor.getByRole("button", { name: "Confirm my new address" }).click();
  await expect(banner(visitor).getByRole("link", { name: ada.name })).toBeVisible();

  await visit(visitor, link);
  await visitor.getByRole("button", { name: "Confirm my new address" }).click();
  await expect(alert(visitor)).toContainText("request a new link in your account");
  await alert(visitor).getByRole("link", { name: "Your account" }).click();
  await expect(visitor).toHaveURL("/account");
});

test("a link to sign in says what it did, and leads on when it was used or has expired", async ({
  visitor,
  newBrowser,
  ownSite,
}) => {
  visitor.forgive("403");
  visitor.forgive("ERR_FAILED");
  const ada = await arrive(visitor, ownSite);
  const request = async (count: number) => {
    const asked = await visitor.request.post("/auth/v1/otp", { data: { email: ada.email, create_user: false } });
    expect(asked.status()).toBe(200);
    return ownSite.linkIn(ada.email, "Sign in to", count);
  };
  const link = await request(1);
  // Programs that scan mails follow links.
  for (const method of ["GET", "HEAD"]) expect((await visitor.request.fetch(link, { method })).status()).toBe(200);
  const page = await newBrowser();
  await visit(page, link);
  await page.route("**/auth/v1/verify", (route) => route.abort());
  await page.getByRole("button", { name: "Sign me in" }).click();
  await expect(alert(page)).toHaveText("You could not be signed in. Please try again.");
  await page.unroute("**/auth/v1/verify");
  await page.getByRole("button", { name: "Sign me in" }).click();
  await expect(page.getByText("You signed in with the link from your email")).toBeVisible();
  await expect(page.getByText("Address confirmed")).toHaveCount(0);

  const late = await request(2);
  await ownSite.query("update one_time_tokens set expires_at = now() - interval '1 minute'");
  for (const opened of [link, late]) {
    const later = await newBrowser();
    await visit(later, opened);
    await later.getByRole("button", { name: "Sign me in" }).click();
    await expect(alert(later)).toContainText("Links work once, within 24 hours. Sign in with your password");
    await expect(alert(later).getByRole("link", { name: "Login" })).toBeVisible();
    await expect(later.getByRole("button", { name: "Sign me in" })).toHaveCount(0);
    await expectAccessible(later, "a used link to sign in");
    await alert(later).getByRole("link", { name: "Forgot your password?" }).click();
    await expect(later).toHaveURL("/forgot-password");
  }
});

test("an incomplete link has its own message", async ({ visitor }) => {
  await visit(visitor, "/reset-password");
  await expect(visitor.getByRole("main")).toContainText("This link is incomplete");
  await visit(visitor, "/confirm?token_hash=");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("This link is incomplete");
});

test("name, address and password are changed on the account page", async ({ visitor, ownSite }) => {
  visitor.forgive("400");
  const ada = await arrive(visitor, ownSite);
  await banner(visitor).getByRole("link", { name: ada.name }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Account");
  const section = (name: string) => visitor.getByRole("region", { name, exact: true });

  await section("Name").getByLabel("Full Name").fill("Ada Lovelace");
  await section("Name").getByRole("button", { name: "Save name" }).click();
  await expect(banner(visitor).getByRole("link", { name: "Ada Lovelace" })).toBeVisible();

  const { email } = someone();
  await section("Email").getByLabel("New Email").fill(ada.email);
  await section("Email").getByRole("button").click();
  await expect(section("Email").getByLabel("New Email")).toHaveAccessibleDescription("This is already your email address");
  await section("Email").getByLabel("New Email").fill(email);
  await section("Email").getByRole("button").click();
  await expect(section("Email").getByRole("status")).toContainText(email);

  await visit(visitor, await ownSite.linkIn(email, ""));
  await visitor.getByRole("button", { name: "Confirm my new address" }).click();
  await expect(visitor).toHaveURL("/account");
  await expect(section("Email")).toContainText(`Your address is ${email}`);

  const password = section("Password");
  const change = password.getByRole("button", { name: "Change password" });
  await password.getByLabel("Current Password", { exact: true }).fill("something else");
  await password.getByLabel("New Password", { exact: true }).fill("a new song each day");
  await password.getByLabel("Confirm Password").fill("a new song each day");
  await change.click();
  await expect(password.getByLabel("Current Password", { exact: true })).toHaveAccessibleDescription("This password is wrong.");
  await password.getByLabel("Current Password", { exact: true }).fill(ada.password);
  await change.click();
  await expect(visitor.getByText("Password changed")).toBeVisible();
  await expect(password.getByLabel("New Password", { exact: true })).toHaveValue("");
});

test("other devices are listed and signed out", async ({ visitor, newBrowser, ownSite }) => {
  const ada = await arrive(visitor, ownSite);
  const phone = await newBrowser({
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
  });
  await visit(phone, "/login");
  await signIn(phone, ada);
  await expect(phone).toHaveURL("/");
  await visit(visitor, "/account");
  const devices = visitor.getByRole("region", { name: "Devices" });
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(visitor, "account");
  await devices.getByRole("button", { name: "Sign out Safari on iPhone" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await expect(devices.getByRole("listitem")).toContainText("This device");

  visitor.forgive("401");
  visitor.forgive("403");
  await phone.goto("/account");
  await expect(phone).toHaveURL(/\/login/);
});

test("emails about new browsers are on until the owner turns them off", async ({ visitor, ownSite }) => {
  await arrive(visitor, ownSite);
  await visit(visitor, "/account");
  const choice = visitor.getByLabel("Email me when someone signs in from a new browser");
  await expect(choice).toBeChecked();
  await choice.uncheck();
  await expect(visitor.getByText("Email settings saved")).toBeVisible();
  await expectAccessible(visitor, "account without emails about new browsers");
  await visitor.reload();
  await expect(choice).not.toBeChecked();
  await expect(visitor.getByLabel("Email me when someone replies to my comment")).toBeChecked();
});

test("users can download their own data", async ({ visitor, ownSite }) => {
  const ada = await arrive(visitor, ownSite);
  await visit(visitor, "/account");
  const [file] = await Promise.all([
    visitor.waitForEvent("download"),
    visitor.getByRole("button", { name: "Download my data" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^account-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(await readFile(await file.path(), "utf8"));
  expect(data.profile).toMatchObject({ email: ada.email, full_name: ada.name });
});

test("an account is deleted with its password", async ({ visitor, ownSite }) => {
  visitor.forgive("400");
  const ada = await arrive(visitor, ownSite);
  await visit(visitor, "/account");
  await visitor.getByRole("button", { name: "Delete my account" }).click();
  const dialog = visitor.getByRole("dialog", { name: "Delete your account?" });
  await expect(dialog).toBeVisible();
  await expectAccessible(visitor, "dialog");
  await visitor.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await visitor.getByRole("button", { name: "Delete my account" }).click();
  await dialog.getByLabel("Password", { exact: true }).fill("something else");
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveAccessibleDescription("This password is wrong.");
  await dialog.getByLabel("Password", { exact: true }).fill(ada.password);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(visitor).toHaveURL("/");
  await expect(banner(visitor).getByRole("link", { name: "Login" })).toBeVisible();
  await visit(visitor, "/login");
  await signIn(visitor, ada);
  await expect(alert(visitor)).toHaveText("Invalid login credentials");
});
