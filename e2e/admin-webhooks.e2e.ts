import type { Page } from "@playwright/test";
import { test } from "./account-visitor.ts";
import { expectFine, signInAsAdmin, toast } from "./admin-writer.ts";
import { expect } from "./visitor.ts";

const SCREEN = "/admin/webhooks";
/** No name server knows it, so every delivery fails at once. */
const NOWHERE = "https://hooks.invalid/skylark";

const deliveries = (page: Page) => page.getByRole("table", { name: "Deliveries" }).getByRole("row");

test("an admin adds a webhook, tests it, reads in its log why the test failed, and delivers it again", async ({ visitor }) => {
  // The server refuses an address in a private network.
  visitor.forgive("400");
  await signInAsAdmin(visitor, SCREEN);
  await expect(visitor.getByRole("heading", { name: "Webhooks", level: 1 })).toBeVisible();
  await expect(visitor.getByText("No webhooks yet")).toBeVisible();
  await expectFine(visitor, "the screen before the first webhook");

  await visitor.getByRole("button", { name: "Add webhook" }).click();
  const form = visitor.getByRole("dialog", { name: "Add webhook" });
  await form.getByRole("button", { name: "Add webhook" }).click();
  await expect(form.getByText("Give the webhook a name")).toBeVisible();
  await expect(form.getByText("Choose at least one event")).toBeVisible();
  await form.getByLabel("Name").fill("Search index");
  await form.getByRole("checkbox", { name: "post.published" }).check();
  for (const [url, rule] of [
    ["http://hooks.invalid/skylark", "The address must begin with https://"],
    ["https://me:secret@hooks.invalid/skylark", "The address can’t contain a user name or password"],
    ["https://127.0.0.1/skylark", "The address leads into a private network"],
  ] as const) {
    await form.getByLabel("Address", { exact: true }).fill(url);
    await form.getByRole("button", { name: "Add webhook" }).click();
    await expect(form.getByText(rule)).toBeVisible();
    await expect(form.getByLabel("Address", { exact: true })).toHaveValue(url);
  }
  await expect(form.getByLabel("Name")).toHaveValue("Search index");
  await expect(form.getByRole("checkbox", { name: "post.published" })).toBeChecked();
  await expectFine(visitor, "the form with an error");
  await form.getByLabel("Address", { exact: true }).fill(NOWHERE);
  await form.getByRole("button", { name: "Add webhook" }).click();

  const shown = visitor.getByRole("dialog", { name: "Secret of Search index" });
  await expect(shown.getByLabel("Secret", { exact: true })).toHaveValue(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await expectFine(visitor, "the secret, shown once");
  await shown.getByRole("button", { name: "Done" }).click();
  const row = visitor.getByRole("table", { name: "Webhooks" }).getByRole("row").nth(1);
  await expect(row).toContainText(NOWHERE);
  await expect(row).toContainText("On");

  await row.getByRole("link", { name: "Search index" }).click();
  await expect(visitor.getByRole("heading", { name: "Deliveries to Search index", level: 1 })).toBeVisible();
  await expect(visitor.getByText("No deliveries yet")).toBeVisible();
  await visitor.getByRole("button", { name: "Send a test" }).click();
  await expect(toast(visitor, "Test is on its way")).toBeVisible();
  await expect(deliveries(visitor).nth(1)).toContainText("Failed");
  await expect(deliveries(visitor)).toHaveCount(2);
  await expectFine(visitor, "the log");

  await deliveries(visitor).nth(1).getByRole("button", { name: "webhook.test" }).click();
  const delivery = visitor.getByRole("dialog", { name: "webhook.test" });
  await expect(delivery.getByRole("region", { name: "Request" })).toContainText('"type": "webhook.test"');
  const first = await delivery.getByText("webhook-id:").textContent();
  await expectFine(visitor, "a delivery that failed");
  await delivery.getByRole("button", { name: "Deliver again" }).click();
  await expect(toast(visitor, "On its way again")).toBeVisible();
  await expect(delivery.getByText("Failed", { exact: true })).toBeVisible();
  await expect(delivery.getByText("webhook-id:")).toHaveText(first ?? "");

  await delivery.getByRole("button", { name: "Close" }).click();
  await visitor.getByRole("link", { name: "All webhooks" }).click();
  await expect(row).toContainText("Failing");
  await row.getByRole("button", { name: "Actions for Search index" }).click();
  await visitor.getByRole("menuitem", { name: "Delete" }).click();
  const question = visitor.getByRole("dialog", { name: "Delete webhook" });
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(visitor.getByText("No webhooks yet")).toBeVisible();
});
