import { onSiteWith } from "./account-visitor.ts";
import { expect, expectAccessible, watch } from "./visitor.ts";

/** A site of its own, whose start names no admin. */
const test = onSiteWith({ ADMIN_EMAIL: "", ADMIN_PASSWORD: "" });

const OWNER = { name: "Grace Hopper", email: "grace@heron.example", password: "an early heron wades" };

test("the link of the first start makes the site its owner's, and ends in the editor", async ({
  browser,
  site,
  ownSite,
  complaints,
  forgiven,
  newBrowser,
}) => {
  forgiven.push("400", "404");
  const context = await browser.newContext({ baseURL: site, locale: "de-DE", timezoneId: "Europe/Berlin" });
  await watch(context, complaints, site);
  const page = await context.newPage();
  expect((await page.goto("/setup"))?.status()).toBe(404);

  const link = await ownSite.setupLink();
  // A browser whose system has no zone: the rest of the page is chosen all the same.
  await page.addInitScript(() => {
    if (!location.hash.includes("zoneless")) return;
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function options() {
      return { ...resolvedOptions.call(this), timeZone: "Etc/Unknown" };
    };
  });
  await page.goto(`${link}#zoneless`);
  await expect(page.getByText("Dein Browser kennt seine Zeitzone nicht")).toBeVisible();
  await page.goto("about:blank");
  await page.goto(link);
  // The page speaks the browser's language, and then the one that is chosen.
  const language = page.getByRole("combobox", { name: /^(Sprache der Website|Language of the site|لغة الموقع)$/ });
  await expect(language).toHaveValue("de");
  await page.getByLabel("Name der Website").fill("The Heron");
  await language.selectOption("ar");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("اجعله موقعك");
  await expect(page.locator("#categories")).toHaveValue("ملاحظات، مقالات، حياة");
  await expect(page.locator("#site_name")).toHaveValue("The Heron");
  await expect(language).toBeFocused();
  await expectAccessible(page, "setting up in Arabic");
  await page.locator("#site_name").fill("");
  await language.selectOption("nl");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Make it yours");
  await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Berlin");
  await expect(page.getByText("Found from your browser")).toBeVisible();
  await expect(page.getByLabel("Date format")).toHaveValue("DD/MM/YYYY");
  await expect(language).toHaveValue("nl");
  await expectAccessible(page, "setting up");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, "setting up, dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page, "setting up on a phone");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });

  // Everything that was typed stays, and the focus is where something is missing.
  await page.getByLabel("Your name").fill(OWNER.name);
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByLabel("Password", { exact: true }).fill(OWNER.password);
  await page.getByLabel("Confirm Password").fill(OWNER.password);
  await page.getByRole("group", { name: "Look" }).getByLabel("Orchard").check();
  await page.getByLabel("With an empty site").check();
  await page.getByRole("button", { name: "Start writing" }).click();
  await expect(page.getByText("Site name is required")).toBeVisible();
  await expect(page.getByLabel("Name of the site")).toBeFocused();
  await expect(page.getByLabel("Your name")).toHaveValue(OWNER.name);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(OWNER.password);
  await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Berlin");
  await expect(page.getByLabel("With an empty site")).toBeChecked();
  await expect(page.getByLabel("Orchard")).toBeChecked();
  await expectAccessible(page, "a refused setup");

  await page.getByLabel("Name of the site").fill("The Heron");
  await page.getByLabel("In one sentence, what is it about?").fill("Notes from a quiet shore.");
  const preview = page.locator(".setup-preview");
  await expect(preview.locator("text")).toHaveText("The Heron");
  await expect(preview).toContainText("Notes from a quiet shore.");
  await language.selectOption("de");
  await expect(page.getByLabel("Passwort", { exact: true })).toHaveValue(OWNER.password);
  await expect(page.locator("#categories")).toHaveValue("Notizen, Essays, Leben");
  await page.getByRole("button", { name: "Losschreiben" }).click();
  await expect(page).toHaveURL("/admin/posts/create");
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Category").getByRole("option", { name: /^(Notizen|Essays|Leben)$/ })).toHaveCount(3);
  await page.goto("/");
  await expect(page).toHaveTitle(/The Heron/);
  await expect(page.getByRole("banner").getByRole("link", { name: "Startseite" })).toBeVisible();
  const serif = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--serif"));
  await expect(async () => {
    await page.reload();
    expect(await serif()).toMatch(/^Lora/);
  }).toPass();
  expect((await page.request.get(link)).status()).toBe(404);

  // The empty site says what comes next, to its owner and to readers, in its language.
  await expect(page.getByRole("heading", { name: "Der erste Artikel entsteht gerade." })).toBeVisible();
  await expect(page.getByRole("link", { name: "Jetzt schreiben" })).toHaveAttribute("href", "/admin/posts/create");
  await page.goto("/admin/dashboard");
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByRole("link")).toHaveText(["Set up email", "Publish your first article"]);
  await expect(page.getByText("What’s your name?")).toBeHidden();
  await expectAccessible(page, "first steps");
  const reader = await newBrowser();
  await reader.goto("/");
  await expect(reader.getByRole("link", { name: "JSON Feed" }).first()).toBeVisible();
  await expectAccessible(reader, "a home without articles");
  await context.close();
});
