import { alert, banner, fillRegistration, register, SESSION_KEY, signIn, someone, test } from "./account-visitor.ts";
import { expect, expectAccessible, markWindow, requestsReported, visit } from "./visitor.ts";

test("register, confirm by mail, sign out, sign in: the header follows", async ({ visitor, ownSite }) => {
  const ada = someone();
  await visit(visitor, "/");
  await expect(banner(visitor).getByRole("link", { name: "Login" })).toBeVisible();
  await banner(visitor).getByRole("link", { name: "Sign Up" }).click();
  await expect(visitor).toHaveURL("/register");

  // Here the six seconds until Home take ten minutes, so that there is time to look at the page.
  await visitor.addInitScript(() => {
    const later = setTimeout;
    globalThis.setTimeout = ((run: () => void, ms?: number) => later(run, ms === 6000 ? 600_000 : ms)) as typeof setTimeout;
  });
  await register(visitor, ada);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Registration Successful!");
  await expect(visitor.getByRole("main")).toContainText(`Welcome, ${ada.name}!`);
  // This site has no mail server, so it must not claim that a mail was sent.
  await expect(visitor.getByRole("main")).toContainText(
    `approves new accounts by hand. When yours is approved, sign in with ${ada.email}`,
  );
  await expect(visitor.getByText("Redirecting you to the home page...")).toBeVisible();
  await expect(visitor.getByRole("link", { name: "Go to home now" })).toBeFocused();
  await expectAccessible(visitor, "registered");
  await visitor.getByRole("link", { name: "Go to home now" }).click();
  await expect(visitor).toHaveURL("/");
  await expect(banner(visitor).getByRole("link", { name: "Login" })).toBeVisible();

  // Not before the address is confirmed. Typed text stays, and the mail can be requested again.
  visitor.forgive("400");
  await visit(visitor, "/login");
  await signIn(visitor, ada);
  await expect(alert(visitor)).toContainText("Email not confirmed");
  await expect(alert(visitor)).toContainText(`approves new accounts by hand. When yours is approved, sign in with ${ada.email}`);
  await expectAccessible(visitor, "not confirmed");
  await expect(visitor.getByLabel("Email")).toHaveValue(ada.email);
  await visitor.getByRole("button", { name: "Request a new link" }).click();
  await expect(alert(visitor)).toContainText("Done. We will send you the link.");

  const link = await ownSite.linkIn(ada.email, "Confirm", 2);
  await visit(visitor, link);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Confirm your email address");
  await expectAccessible(visitor, "confirm");
  await visitor.getByRole("button", { name: "Confirm my address" }).click();
  await expect(visitor).toHaveURL("/");
  await expect(banner(visitor).getByRole("link", { name: ada.name })).toHaveAttribute("href", "/account");
  await expect(banner(visitor).getByRole("link", { name: "Admin" })).toHaveCount(0);

  for (const page of ["/login", "/register"]) {
    await visitor.goto(page);
    await expect(visitor, `${page} is nothing for who is signed in`).toHaveURL("/");
  }
  await visit(visitor, "/about");
  await banner(visitor).getByRole("button", { name: "Sign out" }).click();
  await expect(visitor).toHaveURL("/");
  await expect(banner(visitor).getByRole("link", { name: "Login" })).toBeVisible();
  await expect.poll(() => visitor.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();

  await banner(visitor).getByRole("link", { name: "Login" }).click();
  const sameWindow = await markWindow(visitor);
  await signIn(visitor, ada);
  await expect(visitor).toHaveURL("/");
  await expect(banner(visitor).getByRole("link", { name: ada.name })).toBeVisible();
  expect(await sameWindow()).toBe(true);

  // The link worked only once.
  visitor.forgive("403");
  await visit(visitor, link);
  await visitor.getByRole("button", { name: "Confirm my address" }).click();
  await expect(alert(visitor)).toContainText("Links work once");
});

test("the code of the mail confirms an address, signs in and sets a new password, as it was copied", async ({
  visitor,
  ownSite,
}) => {
  visitor.forgive("403");
  const ada = someone();
  await register(visitor, ada);
  await visitor.getByRole("link", { name: "Enter the code from the email" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Enter your code");
  await expectAccessible(visitor, "a code");
  const codeOf = async (kind: string) => {
    const [row] = await ownSite.query(
      `select code from outbox where recipient = '${ada.email}' and kind = '${kind}' order by created_at desc limit 1`,
    );
    const code = String((row as { code: string }).code);
    return `${code.slice(0, 3)}-${code.slice(3)} `;
  };
  const [email, code] = [visitor.getByLabel("Email", { exact: true }), visitor.getByLabel("Code from the email")];
  await email.fill(ada.email);
  await code.fill("12345");
  await visitor.getByRole("button", { name: "Confirm" }).click();
  await expect(code).toHaveAccessibleDescription("Enter the six digits from the email");
  const right = await codeOf("confirm");
  await code.fill(right.startsWith("000") ? "111 111" : "000 000");
  await visitor.getByRole("button", { name: "Confirm" }).click();
  await expect(code).toHaveAccessibleDescription(/This code is wrong/);
  await code.fill(right);
  await visitor.getByRole("button", { name: "Confirm" }).click();
  await expect(banner(visitor).getByRole("link", { name: ada.name })).toBeVisible();

  await banner(visitor).getByRole("button", { name: "Sign out" }).click();
  await visit(visitor, "/forgot-password");
  await visitor.getByLabel("Email").fill(ada.email);
  await visitor.getByRole("button", { name: "Send the link" }).click();
  await visitor.getByRole("link", { name: "Enter the code from the email" }).click();
  await expect.poll(() => codeOf("recovery").catch(() => "")).not.toBe("");
  await email.fill(ada.email);
  await code.fill(await codeOf("recovery"));
  await visitor.getByLabel("New Password", { exact: true }).fill("a new song each day");
  await visitor.getByLabel("Confirm Password").fill("a new song each day");
  await expectAccessible(visitor, "a code for a new password");
  await visitor.getByRole("button", { name: "Save password" }).click();
  await expect(visitor).toHaveURL("/");
  await expect(banner(visitor).getByRole("link", { name: ada.name })).toBeVisible();
});

test("a registration leads to the home page", async ({ visitor }) => {
  await visitor.clock.install();
  await fillRegistration(visitor, someone());
  await visitor.clock.pauseAt((await visitor.evaluate(() => Date.now())) + 60_000);
  // Without a pointer, which would prefetch Home if its link came to be below it.
  await visitor.getByRole("button", { name: "Create Account" }).press("Enter");
  await expect(visitor.getByText("Redirecting you to the home page...")).toBeVisible();
  const asked: string[] = [];
  visitor.on("request", (request) => request.url().includes("/api/") && asked.push(request.url()));
  await visitor.clock.runFor(5900);
  await requestsReported(visitor);
  expect(asked).toEqual([]);
  await expect(visitor).toHaveURL("/register");
  await visitor.clock.runFor(200);
  await expect(visitor).toHaveURL("/");
});

test("after a sign-up from an article, the next pages say what to do and lead back to it", async ({ visitor }) => {
  const ada = someone();
  await visit(visitor, "/story/mood-tracking-guide");
  await visitor.getByRole("main").getByRole("link", { name: "Sign Up" }).click();
  await visitor.getByLabel("Full Name").fill(ada.name);
  await visitor.getByLabel("Email").fill(ada.email);
  await visitor.getByLabel("Password", { exact: true }).fill(ada.password);
  await visitor.getByLabel("Confirm Password").fill(ada.password);
  await visitor.getByRole("button", { name: "Create Account" }).click();
  await expect(visitor.getByRole("link", { name: "Back to the article" })).toBeVisible();
  await visitor.getByRole("link", { name: "Go to home now" }).click();
  await expect(visitor).toHaveURL("/");
  const note = visitor.getByRole("complementary", { name: "Your new account" });
  await expect(note).toContainText(`When yours is approved, sign in with ${ada.email}.`);
  await expectAccessible(visitor, "home after a sign-up");
  await note.getByRole("link", { name: "Back to the article" }).click();
  await expect(visitor).toHaveURL(/\/story\/mood-tracking-guide/);
  await expect(note).toContainText(ada.email);
  await note.getByRole("button", { name: "Close" }).click();
  await expect(note).toHaveCount(0);
});

test("an address that already has an account gets the same answer", async ({ visitor, ownSite }) => {
  const ada = someone();
  for (const nth of ["first", "second"]) {
    await register(visitor, ada);
    await expect(visitor.getByRole("heading", { level: 1 }), nth).toHaveText("Registration Successful!");
  }
  await ownSite.linkIn(ada.email, "Confirm");
});

test("each mistake of a registration is shown at its field, and what was typed stays", async ({ visitor }) => {
  const asked: string[] = [];
  visitor.on("request", (request) => {
    if (request.url().includes("/auth/v1/signup")) asked.push(request.url());
  });
  await visit(visitor, "/register");
  const send = () => visitor.getByRole("button", { name: "Create Account" }).click();
  const field = (label: string) => visitor.getByLabel(label, { exact: true });
  await send();
  await expect(field("Full Name")).toHaveAccessibleDescription("Full name is required");
  await expect(field("Full Name")).toBeFocused();
  await expect(field("Email")).toHaveAccessibleDescription("Email is required");
  await expect(field("Password")).toHaveAccessibleDescription(/Password is required/);
  await expectAccessible(visitor, "mistakes");

  await field("Full Name").fill("Ada Reader");
  await expect(field("Full Name")).not.toHaveAttribute("aria-invalid");
  await field("Email").fill("ada");
  await field("Password").fill("short");
  await field("Confirm Password").fill("shorter");
  await send();
  await expect(field("Email")).toHaveAccessibleDescription(/Enter an email address/);
  await expect(field("Email")).toBeFocused();
  await expect(field("Password")).toHaveAccessibleDescription(/Password must be at least 6 characters long/);
  await expect(field("Confirm Password")).toHaveAccessibleDescription("Passwords do not match");
  await expect(field("Full Name")).toHaveValue("Ada Reader");
  await expect(field("Password")).toHaveValue("short");

  expect(asked).toEqual([]);

  visitor.forgive("422");
  await field("Email").fill("ada.reader@example.com");
  await field("Password").fill("letmein");
  await field("Confirm Password").fill("letmein");
  await send();
  await expect(field("Password")).toHaveAccessibleDescription(/one of the most common passwords/);
  await expect(field("Password")).toBeFocused();
  await expect(field("Password")).toHaveValue("letmein");
  await expect(field("Full Name")).toHaveValue("Ada Reader");
});

test("a registration that fails says so and can be tried again", async ({ visitor }) => {
  visitor.forgive("ERR_FAILED");
  const ada = someone();
  await visitor.route("**/auth/v1/signup*", (route) => route.abort());
  await register(visitor, ada);
  await expect(alert(visitor)).toHaveText("Registration failed. Please try again.");
  await expect(visitor.getByLabel("Email")).toHaveValue(ada.email);
  await visitor.unroute("**/auth/v1/signup*");
  await visitor.getByRole("button", { name: "Create Account" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Registration Successful!");
});

test("one registration is sent, however often the button is clicked", async ({ visitor }) => {
  const held = Promise.withResolvers<void>();
  let sent = 0;
  await visitor.route("**/auth/v1/signup*", async (route) => {
    sent += 1;
    await held.promise;
    await route.continue();
  });
  await register(visitor, someone());
  const busy = visitor.getByRole("button", { name: "Creating account..." });
  await expect(busy).toBeVisible();
  await busy.click({ force: true });
  await visitor.getByLabel("Email").press("Enter");
  held.resolve();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Registration Successful!");
  expect(sent).toBe(1);
});
