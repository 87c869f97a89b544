import { test } from "./account-visitor.ts";
import { expectFine, signInAsAdmin } from "./admin-writer.ts";
import { expect } from "./visitor.ts";

const SCREEN = "/admin/tokens";

test("an admin makes an API token, a program reads with it, and it is revoked", async ({ visitor, request }) => {
  await signInAsAdmin(visitor, SCREEN);
  await expect(visitor.getByRole("heading", { name: "API tokens", level: 1 })).toBeVisible();
  await expect(visitor.getByText("No tokens yet")).toBeVisible();
  await expectFine(visitor, "the screen before the first token");

  await visitor.getByRole("button", { name: "Create token" }).click();
  const form = visitor.getByRole("dialog", { name: "Create API token" });
  await form.getByRole("button", { name: "Create token" }).click();
  await expect(form.getByText("Say what the token is for")).toBeVisible();
  await expect(form.getByText("Choose at least one")).toBeVisible();
  await expectFine(visitor, "the form with its errors");
  await form.getByLabel("Name").fill("Notes of the laptop");
  await form.getByRole("checkbox", { name: "posts:read" }).check();
  await form.getByRole("checkbox", { name: "comments:read" }).check();
  await form.getByLabel("Expires").selectOption("On a day");
  await form.getByRole("button", { name: "Create token" }).click();
  await expect(form.getByText("Choose a day")).toBeVisible();
  await form.getByLabel("Expires").selectOption("Never");
  await expect(form.getByText("works until somebody revokes it")).toBeVisible();
  await form.getByRole("button", { name: "Create token" }).click();

  const shown = visitor.getByRole("dialog", { name: "Token “Notes of the laptop”" });
  await expect(shown.getByLabel("API token")).toHaveValue(/^sky_[0-9A-Za-z]{43}$/);
  const token = await shown.getByLabel("API token").inputValue();
  await expectFine(visitor, "the token, shown once");
  await shown.getByRole("button", { name: "Done" }).click();

  const row = visitor.getByRole("table", { name: "API tokens" }).getByRole("row").nth(1);
  await expect(row).toContainText(`sky_…${token.slice(-4)}`);
  await expect(row).toContainText("posts:read, comments:read");
  await expect(row.getByText("Never", { exact: true })).toHaveCount(2);
  await expectFine(visitor, "the list of tokens");
  expect(await visitor.content()).not.toContain(token);

  const headers = { authorization: `Bearer ${token}` };
  expect((await request.get("/api/admin/posts", { headers })).status()).toBe(200);
  expect((await request.get("/api/admin/media", { headers })).status()).toBe(403);
  await visitor.reload();
  await expect(row.getByText("Never", { exact: true })).toHaveCount(1);

  await row.getByRole("button", { name: "Revoke Notes of the laptop" }).click();
  const question = visitor.getByRole("dialog", { name: "Revoke “Notes of the laptop”?" });
  await expectFine(visitor, "the question before a token is revoked");
  await question.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(visitor.getByText("No tokens yet")).toBeVisible();
  expect((await request.get("/api/admin/posts", { headers })).status()).toBe(401);
});
