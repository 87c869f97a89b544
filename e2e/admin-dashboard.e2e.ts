// slow: app/domain/dashboard/ app/domain/analytics/ app/pages/admin/dashboard/ app/pages/admin/charts/ app/http/guards/
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { test } from "./account-visitor.ts";
import { signInAsAdmin } from "./admin-writer.ts";
import { makeData, startServer } from "./own-site.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

const region = (page: Page, name: string) => page.getByRole("main").getByRole("region", { name, exact: true });

test("the dashboard answers what happened, and each answer leads to its figures", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await signInAsAdmin(visitor, "/admin/dashboard");
  const week = region(visitor, "Last 7 days");
  await expect(week.getByRole("application", { name: /^Views of the last 7 days/ })).toBeVisible();
  await expect(week.getByRole("link", { name: /: its visits$/ })).toHaveCount(5);
  const source = week.getByRole("link", { name: /: what these visitors read$/ });
  await expect(source).toHaveCount(5);
  const views = (await visitor.locator(".stat-card").filter({ hasText: "Views" }).locator(".stat-value").textContent()) ?? "";

  const [first] = ((await source.first().textContent()) ?? "").split(":");
  await source.first().click();
  await expect(visitor).toHaveURL(/\/admin\/analytics\?range=7d&source=/);
  await expect(visitor.getByRole("button", { name: `Source: ${first}` })).toBeVisible();
  // One word, one number.
  await visit(visitor, "/admin/analytics");
  await expect(visitor.locator(".stat-card").filter({ hasText: "Page Views" }).locator(".stat-value")).toHaveText(views);
});

test("what waits is first on a phone, and every screen of it is accessible", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 390, height: 844 });
  await signInAsAdmin(visitor, "/admin/dashboard");
  await expect(region(visitor, "Waiting for you").getByRole("link", { name: /pending comment/ })).toBeInViewport();
  await expect(visitor.getByRole("main").getByRole("heading", { level: 2 }).first()).toHaveText("Waiting for you");
});

test("a first step is dismissed for good, and the others stay", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/dashboard");
  const steps = region(visitor, "First steps");
  await expect(steps).toContainText(/\d of \d/);
  await expectAccessible(visitor, "first steps in a strip");
  await steps.getByRole("button", { name: "Dismiss “Set up email”" }).click();
  await expect(steps.getByRole("link", { name: "Set up email" })).toHaveCount(0);
  await visitor.reload();
  await expect(steps.getByRole("link", { name: "Remove the example articles" })).toHaveAttribute("href", "/admin/settings/demo");
  await expect(steps.getByRole("link", { name: "Set up email" })).toHaveCount(0);
});

/** Only root may mount a disk of two megabytes, on Linux only. */
const canMount = process.platform === "linux" && process.getuid?.() === 0;

test("after the disk was full the dashboard says so", async ({ browser }) => {
  test.skip(!canMount, "only root may mount a small disk");
  const data = await makeData("empty");
  const disk = join(data.folder, "media");
  mkdirSync(disk, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "skylark-test", disk]);
  const server = await startServer(data, { DEMO_CONTENT: "false" });
  try {
    const page = await browser.newPage({ baseURL: server.address });
    await signInAsAdmin(page, "/admin/media");
    const filling = join(disk, "filling");
    for (const size of [1_048_576, 65_536, 4096])
      for (let isFull = false; !isFull; )
        try {
          writeFileSync(filling, Buffer.alloc(size), { flag: "a" });
        } catch {
          isFull = true;
        }
    const buffer = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#7aa6d8" } })
      .jpeg()
      .toBuffer();
    const answer = page.waitForResponse((response) => response.status() === 507);
    await page.locator("input[type=file]").first().setInputFiles({ name: "dawn.jpg", mimeType: "image/jpeg", buffer });
    await answer;
    rmSync(filling);
    await page.goto("/admin/dashboard");
    await expect(region(page, "Waiting for you")).toContainText(
      /The server['’]s disk was full .*, and 1 upload or change was refused/,
    );
    await page.screenshot({ path: test.info().outputPath("disk-full.png") });
    await page.close();
  } finally {
    await server.stop();
    execFileSync("umount", [disk]);
    await data.remove();
  }
});
