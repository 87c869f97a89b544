import type { Page } from "@playwright/test";
import { type TOTP, URI } from "otpauth";
import { ADMIN, arrive, banner, type Reader, signIn, test } from "./account-visitor.ts";
import type { OwnSite } from "./own-site.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

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

const section = (page: Page) => page.getByRole("region", { name: "Two-step sign-in" });

/** Codes of an authenticator app. Each works once, so a later one is that of the next 30 seconds, which the site accepts, too. */
const appOf = (secret: string) => {
  const app = URI.parse(`otpauth://totp/site?secret=${secret}`) as TOTP;
  return { now: () => app.generate(), next: () => app.generate({ timestamp: Date.now() + 30_000 }) };
};

/** Sets an app up on the account page. @returns the app, and the recovery codes that are shown */
async function setUp(page: Page) {
  await visit(page, "/account");
  await section(page).getByRole("button", { name: "Set up two-step sign-in" }).click();
  await section(page).getByRole("button", { name: "Continue" }).click();
  await expect(section(page).getByLabel("Name of the app or phone")).toHaveAccessibleDescription(/Enter a name/);
  await section(page).getByLabel("Name of the app or phone").fill("My phone");
  await section(page).getByRole("button", { name: "Continue" }).click();
  await expect(section(page).getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const app = appOf(await section(page).getByLabel("Key").inputValue());
  await expectGood(page, "the key of the app");
  await section(page).getByLabel("Code from the app").fill("12345");
  await section(page).getByRole("button", { name: "Turn on" }).click();
  await expect(section(page).getByLabel("Code from the app")).toHaveAccessibleDescription(/six digits/);
  await section(page).getByLabel("Code from the app").fill(app.now());
  await section(page).getByRole("button", { name: "Turn on" }).click();
  const codes = section(page).getByRole("textbox", { name: "Recovery codes" });
  await expect(codes).toHaveValue(/^([a-z0-9]{4}(-[a-z0-9]{4}){3}\n?){10}$/);
  const all = (await codes.inputValue()).split("\n");
  await expectGood(page, "the recovery codes");
  await section(page).getByRole("button", { name: "I’ve stored them" }).click();
  await expect(section(page).getByText("Codes left: 10")).toBeVisible();
  return { app, codes: all };
}

async function signOut(page: Page): Promise<void> {
  // A page without scripts: one of the account could store its session again.
  await page.goto("/robots.txt");
  await page.evaluate(() => localStorage.clear());
}

async function password(page: Page, reader: Reader): Promise<void> {
  await signOut(page);
  await visit(page, "/login?next=/account");
  await signIn(page, reader);
  await expect(page.getByLabel("Code from the app")).toBeVisible();
}

test("a reader sets two-step sign-in up, signs in with a code and with a recovery code, and removes it", async ({
  visitor,
  ownSite,
}) => {
  visitor.forgive("422");
  const ada = await arrive(visitor, ownSite);
  const { app, codes } = await setUp(visitor);

  await password(visitor, ada);
  await expectGood(visitor, "the second step");
  await expect(banner(visitor).getByText(ada.name)).toHaveCount(0);
  const wrong = app.now() === "000000" ? "000001" : "000000";
  await visitor.getByLabel("Code from the app").fill(wrong);
  await visitor.getByRole("button", { name: "Continue" }).click();
  await expect(visitor.getByLabel("Code from the app")).toHaveAccessibleDescription(/This code is wrong/);
  await visitor.reload();
  await visitor.getByLabel("Code from the app").fill(app.next());
  await visitor.getByRole("button", { name: "Continue" }).click();
  await expect(visitor).toHaveURL("/account");
  await expect(section(visitor).getByText("My phone", { exact: true })).toBeVisible();

  await password(visitor, ada);
  await visitor.getByRole("button", { name: "Use a recovery code instead" }).click();
  await expectGood(visitor, "the recovery code");
  await visitor.getByRole("textbox", { name: "Recovery code" }).fill(` ${codes[0]?.toUpperCase()} `);
  await visitor.getByRole("button", { name: "Continue" }).click();
  await expect(visitor.getByText("Recovery codes left: 9")).toBeVisible();
  await expect(visitor).toHaveURL("/account");

  await section(visitor).getByRole("button", { name: "Remove My phone" }).click();
  const dialog = visitor.getByRole("dialog", { name: "Remove My phone?" });
  await expect(dialog).toContainText("your password alone is enough");
  await expectGood(visitor, "the question before it is removed");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(section(visitor)).toContainText("Two-step sign-in is off");
  await signOut(visitor);
  await visit(visitor, "/login?next=/account");
  await signIn(visitor, ada);
  await expect(visitor).toHaveURL("/account");
  await expect(section(visitor)).toContainText("Two-step sign-in is off");
});

test("some time after the sign-in, the password is asked for before an app is added", async ({ visitor, ownSite }) => {
  visitor.forgive("400");
  const ada = await arrive(visitor, ownSite);
  await ownSite.query(
    "update auth_sessions set created_at = now() - interval '6 minutes' where user_id = (select id from users where email = $1)",
    [ada.email],
  );
  await visit(visitor, "/account");
  await section(visitor).getByRole("button", { name: "Set up two-step sign-in" }).click();
  await section(visitor).getByLabel("Name of the app or phone").fill("My phone");
  await section(visitor).getByRole("button", { name: "Continue" }).click();
  await expect(section(visitor).getByRole("alert")).toContainText("enter your current password");
  await section(visitor).getByLabel("Current Password", { exact: true }).fill(ada.password);
  await section(visitor).getByRole("button", { name: "Continue" }).click();
  await expect(section(visitor).getByLabel("Key")).toBeVisible();
});

test("another admin resets two-step sign-in after a lost phone; the owner is mailed and needs no code", async ({
  visitor,
  newBrowser,
  ownSite,
}) => {
  const ada = await arrive(visitor, ownSite);
  await setUp(visitor);
  await password(visitor, ada);

  const keeper = await newBrowser();
  await visit(keeper, "/admin/login");
  await signIn(keeper, ADMIN);
  await expect(keeper).toHaveURL("/admin/dashboard");
  await visit(keeper, `/admin/users?search=${encodeURIComponent(ada.email)}`);
  await keeper.getByRole("button", { name: /^Actions for/ }).click();
  await keeper.getByRole("menuitem", { name: "Reset two-step sign-in", exact: true }).click();
  const question = keeper.getByRole("dialog", { name: `Reset two-step sign-in of ${ada.email}?` });
  await expect(question).toContainText("Make sure that it is the owner who asks.");
  await expectGood(keeper, "the question before two-step sign-in is reset");
  await question.getByRole("button", { name: "Reset" }).click();
  await expect(question).toHaveCount(0);

  await expect
    .poll(() => ownSite.subjectsTo(ada.email).filter((subject) => subject.includes("Two-step sign-in")))
    .toHaveLength(3);
  await signOut(visitor);
  await visit(visitor, "/login?next=/account");
  await signIn(visitor, ada);
  await expect(visitor).toHaveURL("/account");
  await expect(section(visitor)).toContainText("Two-step sign-in is off");
});

const requireTwoSteps = (site: OwnSite, on: boolean) =>
  site.query("insert into settings (value) values ($1) on conflict (id) do update set value = settings.value || excluded.value", [
    JSON.stringify({ requireTwoSteps: on }),
  ]);

test("a user with a grant is asked for a second step, too, and readers are denied access as ever", async ({
  visitor,
  newBrowser,
  ownSite,
}) => {
  visitor.forgive("403");
  const { email } = await arrive(visitor, ownSite);
  await ownSite.query(
    `insert into grants (user_id, "grant", given_at) select id, 'contributor', now() from users where email = $1`,
    [email],
  );
  await requireTwoSteps(ownSite, true);
  const title = visitor.getByRole("heading", { level: 1 });
  await expect(async () => {
    await visit(visitor, "/admin/posts");
    await expect(title).toHaveText("Add a second step", { timeout: 3000 });
  }).toPass();
  const reader = await newBrowser();
  await arrive(reader, ownSite);
  await visit(reader, "/admin/posts");
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Access Denied");
  await requireTwoSteps(ownSite, false);
});

test("an admin without a second step sets one up when the back office requires it", async ({ visitor, ownSite }) => {
  visitor.forgive("403");
  await visit(visitor, "/admin/login");
  await signIn(visitor, ADMIN);
  await expect(visitor).toHaveURL("/admin/dashboard");
  await requireTwoSteps(ownSite, true);
  const title = visitor.getByRole("heading", { level: 1 });
  await expect(async () => {
    await visit(visitor, "/admin/dashboard");
    await expect(title).toHaveText("Add a second step", { timeout: 3000 });
  }).toPass();
  await expectGood(visitor, "what the back office requires");
  await visitor.getByRole("link", { name: "Go to your account" }).click();
  await expect(visitor).toHaveURL("/account");
  await setUp(visitor);
  await visit(visitor, "/admin/dashboard");
  await expect(title).toHaveText("Dashboard");
  await requireTwoSteps(ownSite, false);
});
