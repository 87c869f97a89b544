// slow: app/browser/ app/domain/analytics/ app/http/api/admin/analytics/ app/pages/admin/analytics/
// slow: app/pages/admin/blog-analytics/ app/pages/admin/charts/ app/ui/

import type { APIRequestContext } from "@playwright/test";
import { test } from "./account-visitor.ts";
import { dialog, signInAsAdmin, toast } from "./admin-writer.ts";
import { expect, expectAccessible } from "./visitor.ts";

const TRAFFIC = "/admin/analytics/traffic";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Sends a view as a program would. */
async function sendView(program: APIRequestContext, agent: string, page: string): Promise<void> {
  const session = crypto.randomUUID().replaceAll("-", "");
  const headers = { "user-agent": agent, "accept-language": "en" };
  const answer = await program.post("/api/visits", { headers, data: { kind: "view", session, url: page } });
  expect(answer.ok()).toBe(true);
}

test("bots are held with the reason, released and blocked, and the figures follow", async ({ visitor, playwright, ownSite }) => {
  const program = await playwright.request.newContext({ baseURL: ownSite.address });
  const bot = "Larkhoover/1.0 (a bot that reads everything)";
  for (const page of ["/about", "/privacy", "/terms"]) await sendView(program, bot, page);
  await sendView(program, `${FIREFOX} Quietreader`, "/about");
  await program.dispose();

  await signInAsAdmin(visitor, "/admin/analytics");
  await visitor.getByRole("main").getByRole("link", { name: "Traffic" }).click();
  await expect(visitor).toHaveURL(TRAFFIC);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Traffic");
  await expect(visitor).toHaveTitle(/^Traffic · /);
  await visitor.getByRole("searchbox", { name: "Search quarantined hits" }).fill("larkhoover");
  await expect(visitor).toHaveURL(`${TRAFFIC}?search=larkhoover`);
  const rows = visitor.getByRole("table", { name: "Quarantined hits" }).locator("tbody tr");
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText("Bot by name");
  await expect(rows.first()).toContainText("127.0.0.0/24");
  await visitor.getByLabel("Reason").selectOption("bot_user_agent");
  await expect(visitor).toHaveURL(`${TRAFFIC}?reason=bot_user_agent&search=larkhoover`);
  await expect(visitor.getByText("It identifies itself as a bot, crawler or script.")).toBeVisible();

  await rows.filter({ hasText: "/privacy" }).getByRole("checkbox").check();
  for (const colorScheme of ["light", "dark"] as const) {
    await visitor.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of [1280, 320]) {
      await visitor.setViewportSize({ width, height: 800 });
      await expectAccessible(visitor, `quarantine, ${colorScheme}, ${width} px wide`);
      const hidden = await visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(hidden, "px that one would have to scroll sideways for").toBe(0);
    }
  }
  await visitor.setViewportSize({ width: 1280, height: 800 });

  await visitor.getByRole("button", { name: "Release" }).press("Enter");
  await visitor.getByRole("menuitem", { name: "Release these" }).press("Enter");
  await dialog(visitor).getByRole("button", { name: "Release" }).click();
  await expect(toast(visitor, "1 hit released; figures update within seconds")).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: "/privacy" })).toHaveCount(0);

  await visitor.getByRole("checkbox", { name: "Select all on this page" }).check();
  await visitor.getByRole("button", { name: "Block", exact: true }).press("Enter");
  await visitor.getByRole("menuitem", { name: "Block by user agent" }).press("Enter");
  await expect(dialog(visitor)).toContainText("The user agents of 2 hits are no longer counted.");
  await dialog(visitor).getByRole("button", { name: "Block" }).click();
  await expect(toast(visitor, "1 rule added; 1 recorded visit moved to quarantine")).toBeVisible();
  await visitor.getByLabel("Reason").selectOption("blocked");
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText("/privacy");
});

test("rules are added, refused with the reason, and deleted", async ({ visitor }) => {
  await signInAsAdmin(visitor, TRAFFIC);
  await visitor.getByRole("button", { name: "Rules" }).click();
  await expect(visitor).toHaveURL(`${TRAFFIC}?view=rules`);
  await visitor.getByRole("button", { name: "Add rule" }).click();
  const form = dialog(visitor);
  const value = form.getByLabel("Value");
  await value.fill("Mozilla");
  await value.press("Enter");
  await expect(form.getByText(/^This matches ordinary browsers/)).toBeVisible();
  await expect(value).toBeFocused();
  await form.getByLabel("Kind").selectOption("network");
  await value.fill("198.51.100.77/24");
  await expectAccessible(visitor, "adding a rule");
  await value.press("Enter");
  await expect(toast(visitor, "Rule added")).toBeVisible();
  const row = visitor.getByRole("row", { name: /198\.51\.100\.0\/24/ });
  await expect(row).toContainText("Network");
  await expect(row).toContainText("Block");
  await expectAccessible(visitor, "rules");
  await visitor.getByRole("button", { name: "Delete rule 198.51.100.0/24" }).press("Enter");
  await dialog(visitor).getByRole("button", { name: "Delete" }).click();
  await expect(toast(visitor, "Rule deleted")).toBeVisible();
  await expect(row).toBeHidden();
});

test("a shorter retention asks first, and is stored", async ({ visitor }) => {
  await signInAsAdmin(visitor, `${TRAFFIC}?view=options`);
  const months = visitor.getByLabel("Keep visits for (months)");
  await expect(months).toHaveValue("24");
  await months.fill("0");
  await visitor.getByRole("button", { name: "Save" }).click();
  await expect(visitor.getByText("Retention must be a whole number of months from 1 to 120")).toBeVisible();
  await expect(months).toBeFocused();
  await months.fill("12");
  await visitor.getByRole("switch", { name: "Count admins’ visits" }).check();
  await expectAccessible(visitor, "options of collecting");
  await visitor.getByRole("button", { name: "Save" }).click();
  await expect(dialog(visitor)).toContainText("older than 12 months are permanently deleted");
  await dialog(visitor).getByRole("button", { name: "Cancel" }).click();
  await expect(months).toHaveValue("12");
  await visitor.getByRole("button", { name: "Save" }).click();
  await dialog(visitor).getByRole("button", { name: "Save" }).click();
  await expect(toast(visitor, "Options saved")).toBeVisible();
  await visitor.reload();
  await expect(months).toHaveValue("12");
  await expect(visitor.getByRole("switch", { name: "Count admins’ visits" })).toBeChecked();
});
