// slow: app/domain/auth/passkeys/ app/http/auth-v1/ app/pages/account/ app/browser/auth/

import type { Page } from "@playwright/test";
import { ADMIN, arrive, onSiteWith, type Reader, SESSION_KEY, signIn } from "./account-visitor.ts";
import { freePort } from "./own-site.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

/** A site with a name: browsers make no passkeys for IP addresses. */
const test = onSiteWith(async () => {
  const port = String(await freePort());
  return { PORT: port, SITE_URL: `http://localhost:${port}`, DEMO_CONTENT: "false" };
});

const WIDTHS = [
  [1440, "light"],
  [320, "dark"],
] as const;

async function expectGood(page: Page, what: string): Promise<void> {
  for (const [width, colorScheme] of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectAccessible(page, `${what}, ${width} px`);
    const hidden = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(hidden, "px that one would have to scroll sideways for").toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** A device that keeps passkeys and verifies its user. It answers requests that come while it is touched, and no earlier ones. */
async function deviceOf(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  const touch = (enabled: boolean) => devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  const stored = async () => (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  return {
    touch,
    stored,
    verifies: (isUserVerified: boolean) => devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    /** Changes the only passkey that it has, as a copy or another device would. */
    async change(values: { signCount?: number; userHandle?: string }) {
      const [credential] = await stored();
      if (!credential) throw new Error("the device has no passkey");
      await devtools.send("WebAuthn.clearCredentials", { authenticatorId });
      await devtools.send("WebAuthn.addCredential", { authenticatorId, credential: { ...credential, ...values } });
      return credential;
    },
  };
}

type Device = Awaited<ReturnType<typeof deviceOf>>;

const section = (page: Page) => page.getByRole("region", { name: "Passkeys" });
const rows = (page: Page) => section(page).getByRole("listitem");
const button = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });
const alert = (page: Page) => page.getByRole("main").getByRole("alert");

async function addPasskey(page: Page, device: Device): Promise<void> {
  await visit(page, "/account");
  const add = section(page).getByRole("button", { name: "Add a passkey" });
  await expect(add).toBeVisible();
  const before = await rows(page).count();
  await device.touch(true);
  await add.click();
  await expect(rows(page)).toHaveCount(before + 1);
  await device.touch(false);
}

/** This browser forgets the session, and opens the sign-in form. */
async function forget(page: Page, form = "/login?next=/account"): Promise<void> {
  // A page without scripts: one of the account could store its session again.
  await page.goto("/robots.txt");
  await page.evaluate(() => localStorage.clear());
  await visit(page, form);
}

async function pressButton(page: Page, device: Device, then: string): Promise<void> {
  await expect(button(page)).toBeVisible();
  await device.touch(true);
  await button(page).click();
  await expect(page).toHaveURL(then);
  await device.touch(false);
}

async function expectRefused(page: Page, device: Device, message: RegExp): Promise<void> {
  await forget(page);
  await page.getByLabel("Email").fill("ada@");
  await device.touch(true);
  await button(page).click();
  await expect(alert(page)).toContainText(message);
  await device.touch(false);
  await expect(page.getByLabel("Email")).toHaveValue("ada@");
  await expect(button(page)).toBeVisible();
}

async function passwordSignIn(page: Page, reader: Pick<Reader, "email" | "password">): Promise<void> {
  await forget(page);
  await signIn(page, reader);
  await expect(page).toHaveURL("/account");
}

test("a reader adds a passkey, names it, signs in with it by button and by suggestion, and removes it", async ({
  visitor,
  ownSite,
}) => {
  visitor.forgive("400");
  const ada = await arrive(visitor, ownSite);
  const device = await deviceOf(visitor);
  await visit(visitor, "/account");
  await expect(section(visitor)).toContainText("You have no passkeys yet");
  await expectGood(visitor, "no passkeys");
  await addPasskey(visitor, device);
  await expect(rows(visitor)).toContainText("Never used");
  await section(visitor)
    .getByRole("button", { name: /^Rename/ })
    .click();
  const naming = visitor.getByRole("dialog", { name: /^Rename/ });
  await naming.getByLabel("Name").fill(" ");
  await naming.getByRole("button", { name: "Save name" }).click();
  await expect(naming.getByLabel("Name")).toHaveAccessibleDescription(/Enter a name/);
  await naming.getByLabel("Name").fill("Laptop");
  await expectGood(visitor, "the new name");
  await naming.getByRole("button", { name: "Save name" }).click();
  await expect(rows(visitor)).toContainText("Laptop");
  await expectGood(visitor, "a passkey");
  await device.touch(true);
  await section(visitor).getByRole("button", { name: "Add a passkey" }).click();
  await expect(section(visitor).getByRole("alert")).toContainText("This device already has a passkey");
  await device.touch(false);

  await forget(visitor);
  await expect(visitor.getByLabel("Email")).toHaveAttribute("autocomplete", "username webauthn");
  await expect(button(visitor)).toBeVisible();
  await expectGood(visitor, "the sign-in form");
  await button(visitor).click();
  await expect(visitor.getByRole("button", { name: "Waiting for your passkey..." })).toBeVisible();
  await expectGood(visitor, "while the browser waits");
  await visit(visitor, "/login?next=/account");
  await pressButton(visitor, device, "/account");
  await expect(rows(visitor)).toContainText("Last used");

  await device.touch(true);
  await forget(visitor);
  await expect(visitor).toHaveURL("/account");
  await device.touch(false);

  await ownSite.query(
    "update auth_sessions set created_at = now() - interval '6 minutes' where user_id = (select id from users where email = $1)",
    [ada.email],
  );
  await section(visitor).getByRole("button", { name: "Remove Laptop" }).click();
  const dialog = visitor.getByRole("dialog", { name: "Remove Laptop?" });
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(dialog.getByRole("alert")).toContainText("enter your current password");
  await expectGood(visitor, "the question before it is removed");
  await dialog.getByLabel("Current Password", { exact: true }).fill(ada.password);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(section(visitor)).toContainText("You have no passkeys yet");
  await expectRefused(visitor, device, /isn’t valid here/);
  expect(ownSite.subjectsTo(ada.email).filter((subject) => subject.includes("passkeys"))).toHaveLength(2);
});

test("what goes wrong is said, and the form stays as it is", async ({ visitor, ownSite }) => {
  visitor.forgive("400");
  await arrive(visitor, ownSite);
  const device = await deviceOf(visitor);
  await visit(visitor, "/account");
  await device.verifies(false);
  await device.touch(true);
  await section(visitor).getByRole("button", { name: "Add a passkey" }).click();
  await expect(section(visitor).getByRole("alert")).toContainText("No passkey was added");
  await device.verifies(true);
  await addPasskey(visitor, device);

  await device.verifies(false);
  await expectRefused(visitor, device, /You aren’t signed in/);
  await device.verifies(true);
  await expectGood(visitor, "a passkey that wasn’t used");

  // The browser's own time limit, which the site sets to five minutes. The page before has no request on its way.
  await forget(visitor);
  await visitor.route("**/passkeys/authentication/options", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({ response: answer, json: { ...body, options: { ...body.options, timeout: 300 } } });
  });
  await button(visitor).click();
  await expect(alert(visitor)).toContainText("took too long");
  await visitor.unrouteAll({ behavior: "wait" });

  // As if the browser's dialog was canceled: headless browsers have none.
  await forget(visitor);
  await visitor.evaluate(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException("The operation was not allowed.", "NotAllowedError"));
  });
  await button(visitor).click();
  await expect(alert(visitor)).toContainText("The passkey was canceled");

  const [{ userHandle = "" } = {}] = await device.stored();
  await device.change({ userHandle: Buffer.from("somebody else").toString("base64") });
  await expectRefused(visitor, device, /isn’t valid here/);
  await device.change({ userHandle, signCount: 40 });
  await forget(visitor);
  await pressButton(visitor, device, "/account");
  await device.change({ signCount: 7 });
  await expectRefused(visitor, device, /isn’t valid here/);
});

test("a second device has a passkey of its own, and one of another host says so", async ({ visitor, newBrowser, ownSite }) => {
  const ada = await arrive(visitor, ownSite);
  const laptop = await deviceOf(visitor);
  await addPasskey(visitor, laptop);
  const other = await newBrowser();
  await other.goto("/robots.txt");
  await passwordSignIn(other, ada);
  const phone = await deviceOf(other);
  await addPasskey(other, phone);
  await expect(rows(other)).toHaveCount(2);
  for (const [page, device] of [
    [visitor, laptop],
    [other, phone],
  ] as const) {
    await forget(page);
    await pressButton(page, device, "/account");
  }
  await ownSite.query(
    "update passkeys set rp_id = 'old.example' where id = (select p.id from passkeys p join users u on u.id = user_id where email = $1 order by p.created_at limit 1)",
    [ada.email],
  );
  await visit(visitor, "/account");
  await expect(section(visitor)).toContainText("Works at old.example only");
  await expectGood(visitor, "a passkey of another host");
  await passwordSignIn(visitor, ada);
});

test("without WebAuthn, and at another address of the site, there is no button", async ({ newBrowser, ownSite, forgiven }) => {
  const without = await newBrowser();
  await without.addInitScript(() => void Reflect.deleteProperty(window, "PublicKeyCredential"));
  const ada = await arrive(without, ownSite);
  await visit(without, "/account");
  await expect(without.getByRole("region", { name: "Two-step sign-in" })).toContainText("Two-step sign-in is off");
  await expect(section(without)).toHaveCount(0);
  await forget(without);
  await expect(without.getByRole("button", { name: "Sign In" })).toBeEnabled();
  await expect(button(without)).toHaveCount(0);

  // Also what this page sends when the test is over.
  forgiven.push("127.0.0.1");
  const other = await newBrowser();
  await visit(other, `${ownSite.address.replace("localhost", "127.0.0.1")}/login?next=/account`);
  await signIn(other, ada);
  await expect(other.getByRole("region", { name: "Two-step sign-in" })).toContainText("Two-step sign-in is off");
  await expect(section(other)).toHaveCount(0);
});

/** Another origin that shows a copy of the site which takes itself for the site, as a server that passes everything on would. */
async function copySite(page: Page, address: string): Promise<string> {
  const copy = `http://localhost:${await freePort()}`;
  await page.route(`${copy}/**`, async (route) => {
    const request = route.request();
    const headers = Object.entries(request.headers()).map(([name, value]) => [name, value.replaceAll(copy, address)]);
    const answer = await route.fetch({ url: request.url().replace(copy, address), headers: Object.fromEntries(headers) });
    const isText = /html|json|javascript/.test(answer.headers()["content-type"] ?? "");
    await route.fulfill({ response: answer, ...(isText && { body: (await answer.text()).replaceAll(address, copy) }) });
  });
  return copy;
}

test("an answer that a passkey gave at another origin is refused, and the password still works", async ({
  visitor,
  ownSite,
  forgiven,
}) => {
  visitor.forgive("400");
  // What the account page still asks for when its browser forgets the session.
  visitor.forgive("401");
  const copy = await copySite(visitor, ownSite.address);
  forgiven.push(copy);
  const ada = await arrive(visitor, ownSite);
  const device = await deviceOf(visitor);
  await addPasskey(visitor, device);
  await forget(visitor);
  await pressButton(visitor, device, "/account");

  await forget(visitor, `${copy}/login?next=/account`);
  await visitor.getByLabel("Email").fill("ada@");
  await device.touch(true);
  await button(visitor).click();
  await expect(alert(visitor)).toContainText(/isn’t valid here/);
  await device.touch(false);
  await expect(visitor.getByLabel("Email")).toHaveValue("ada@");
  await expect(visitor).toHaveURL(`${copy}/login?next=/account`);
  await expectGood(visitor, "a passkey at another origin");
  await signIn(visitor, ada);
  await expect(visitor).toHaveURL(`${copy}/account`);
  // The device has a key for this host: one of its own for another origin can’t be added either.
  await ownSite.query("delete from passkeys where user_id = (select id from users where email = $1)", [ada.email]);
  await visit(visitor, `${copy}/account`);
  await device.touch(true);
  await section(visitor).getByRole("button", { name: "Add a passkey" }).click();
  await expect(section(visitor).getByRole("alert")).toContainText(/isn’t valid here/);
  await device.touch(false);
  await passwordSignIn(visitor, ada);
});

test("an admin enters a back office that requires two steps with a passkey alone", async ({ visitor, ownSite }) => {
  visitor.forgive("403");
  await visit(visitor, "/admin/login");
  await signIn(visitor, ADMIN);
  await expect(visitor).toHaveURL("/admin/dashboard");
  const device = await deviceOf(visitor);
  await addPasskey(visitor, device);
  const value = JSON.stringify({ requireTwoSteps: true });
  await ownSite.query(
    "insert into settings (value) values ($1) on conflict (id) do update set value = settings.value || excluded.value",
    [value],
  );
  const title = visitor.getByRole("heading", { level: 1 });
  await expect(async () => {
    await visit(visitor, "/admin/dashboard");
    await expect(title).toHaveText("Add a second step", { timeout: 3000 });
  }).toPass();
  await expectGood(visitor, "what the back office requires");
  await forget(visitor, "/admin/login");
  await expectGood(visitor, "the admins’ sign-in form");
  await pressButton(visitor, device, "/admin/dashboard");
  await expect(title).toHaveText("Dashboard");

  await visitor.evaluate((key) => localStorage.removeItem(key), SESSION_KEY);
  await device.touch(true);
  await visitor.goto("/admin/posts");
  await expect(visitor).toHaveURL("/admin/posts");
  await expect(title).toHaveText("Posts");
});
