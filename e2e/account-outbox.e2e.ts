import { ADMIN, register, signIn, someone, test } from "./account-visitor.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

test("without a mail server an admin finds each mail's link in the outbox", async ({ visitor, ownSite }) => {
  visitor.forgive("500");
  const ada = someone();
  await register(visitor, ada);
  await expect(visitor.getByRole("heading", { name: "Registration Successful!" })).toBeVisible();
  const link = await ownSite.linkIn(ada.email, "Confirm");

  await visit(visitor, "/admin/login");
  await signIn(visitor, ADMIN);
  await visitor.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: "Settings" }).click();
  await visitor.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Outbox" }).click();
  await expect(visitor).toHaveURL("/admin/outbox");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Outbox");
  await expect(visitor).toHaveTitle(/^Outbox · /);
  const main = visitor.getByRole("main");
  const mail = main.getByRole("listitem").filter({ hasText: ada.email });
  await expect(mail.getByRole("heading")).toContainText("Confirm");
  await expect(mail.getByRole("link")).toHaveAttribute("href", link);
  await expect(mail).toContainText("Not sent");
  await expect(mail, "nothing was attempted").not.toContainText("attempt");
  await expect(mail).toContainText(/Code: [0-9]{6}/);
  await visitor.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = () => visitor.evaluate(() => navigator.clipboard.readText());
  await mail.getByRole("button", { name: /^Copy link/ }).click();
  await expect(mail.getByRole("button", { name: /^Copied!/ })).toBeVisible();
  expect(await copied()).toBe(link);
  await mail.getByRole("button", { name: /^Copy message/ }).click();
  await expect.poll(copied).toContain("Please confirm that this is your email address.");
  expect(await copied()).toContain(link);
  await visitor.context().clearPermissions();
  await mail.locator("summary").click();
  await expect(mail.getByText(link).last()).toBeVisible();
  for (const width of [1280, 320]) {
    await visitor.setViewportSize({ width, height: 720 });
    await expectAccessible(visitor, `outbox, ${width} px wide`);
    const hidden = await visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(hidden, "px that one would have to scroll sideways for").toBe(0);
  }

  const states = main.getByRole("group", { name: "Status" });
  await states.getByRole("button", { name: "Failed" }).click();
  await expect(visitor).toHaveURL("/admin/outbox?state=given+up");
  await expect(visitor.getByRole("heading", { name: "No emails found" })).toBeVisible();
  await visitor.goBack();
  await expect(mail).toBeVisible();
  await states.getByRole("button", { name: "Not sent" }).click();
  await expect(mail).toBeVisible();

  await visitor.goto("/admin/outbox?page=2");
  await expect(visitor.getByText(/^No emails on this page of /)).toBeVisible();
  await visitor.getByRole("link", { name: "Previous" }).click();
  await expect(visitor).toHaveURL("/admin/outbox");

  // An email that waits changes its state without a reload once it has been sent.
  let waits = true;
  await visitor.route("**/api/admin/outbox*", async (route) => {
    if (!waits) return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('"state":"kept"', '"state":"waiting"') });
  });
  await visitor.reload();
  await expect(mail).toContainText("Queued");
  waits = false;
  await expect(mail).toContainText("Not sent");
  await visitor.unroute("**/api/admin/outbox*");

  await visitor.route("**/api/admin/outbox*", (route) => route.fulfill({ status: 500, body: "" }));
  await visitor.reload();
  await expect(visitor.getByRole("heading", { name: /^Error loading emails: / })).toBeVisible();
  await visitor.unroute("**/api/admin/outbox*");
  await visitor.getByRole("button", { name: "Try Again" }).click();
  await expect(mail).toBeVisible();
});
