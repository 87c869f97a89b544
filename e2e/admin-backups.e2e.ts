import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { test } from "./account-visitor.ts";
import { expectFine, gate, signInAsAdmin } from "./admin-writer.ts";
import { expect } from "./visitor.ts";

const SCREEN = "/admin/backups";

test("an admin makes a backup, downloads it with the stated checksum, reads how to restore it, and deletes it", async ({
  visitor,
}) => {
  test.slow();
  await signInAsAdmin(visitor, SCREEN);
  await expect(visitor.getByRole("heading", { name: "Backups", level: 1 })).toBeVisible();
  await expect(visitor.getByText("No backups yet")).toBeVisible();
  await expectFine(visitor, "the screen before the first backup");

  // A small site is backed up so soon that the screen would say it for a moment only: it hears of the end when it has been looked at.
  const { open, opened } = gate();
  let read = 0;
  await visitor.route("**/api/admin/backups?*", async (route) => {
    if (route.request().method() === "GET" && ++read > 1) await opened;
    await route.continue();
  });
  await visitor.getByRole("button", { name: "Back up now" }).click();
  await expect(visitor.getByRole("button", { name: "Backing up..." })).toBeDisabled();
  await expect(visitor.getByRole("button", { name: "Backing up..." })).toBeFocused();
  open();
  const table = visitor.getByRole("table", { name: "Backups" });
  const row = table.getByRole("row").nth(1);
  // The first backup is proven at once, by a process that everything else goes before: on a busy machine, it takes a minute.
  await expect(row.getByText("Verified", { exact: true })).toBeVisible({ timeout: 400_000 });
  await expect(row).toContainText("KB");
  await expect(visitor.getByRole("button", { name: "Back up now" })).toBeFocused();
  await expectFine(visitor, "a backup");

  const act = async (action: string) => {
    await row.getByRole("button", { name: /^Actions for the backup of/ }).click();
    await visitor.getByRole("menuitem", { name: action }).click();
  };
  const downloading = visitor.waitForEvent("download");
  await act("Download");
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^skylark-.*-manual\.tar\.zst$/);
  const digest = createHash("sha256")
    .update(await readFile(await file.path()))
    .digest("hex");

  await act("How to restore");
  const dialog = visitor.getByRole("dialog", { name: "Restore this backup" });
  await expect(dialog).toContainText(digest);
  await expect(dialog).toContainText(`/backups/${file.suggestedFilename()} --verify`);
  await expectFine(visitor, "how to restore");
  await dialog.getByRole("button", { name: "Close" }).click();

  await visitor.getByLabel("Time of day").selectOption("5");
  await visitor.getByRole("button", { name: "Save schedule" }).click();
  await expect(visitor.getByText("Schedule saved")).toBeVisible();
  await expect(visitor.getByRole("button", { name: "Save schedule" })).toBeDisabled();
  await expect(visitor.getByRole("button", { name: "Save schedule" })).toBeFocused();
  await visitor.reload();
  await expect(visitor.getByLabel("Time of day")).toHaveValue("5");

  await visitor.goto("/admin/dashboard");
  const panel = visitor.getByRole("region", { name: "Backups" });
  await expect(panel).toContainText("Last backup");
  await panel.getByRole("link", { name: /^Last backup/ }).click();
  await act("Delete");
  await visitor.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(visitor.getByText("Backup deleted")).toBeVisible();
  await expect(visitor.getByText("No backups yet")).toBeVisible();
});

test("two admins: a late save of the schedule is refused once, and keeps its choices", async ({ visitor, newBrowser }) => {
  visitor.forgive("409");
  const other = await newBrowser();
  await signInAsAdmin(visitor, SCREEN);
  await signInAsAdmin(other, SCREEN);
  await visitor.getByLabel("Time of day").selectOption("7");
  await other.getByLabel("Time of day").selectOption("8");
  await other.getByRole("button", { name: "Save schedule" }).click();
  await expect(other.getByText("Schedule saved")).toBeVisible();

  // A backup makes the screen read everything again, the other admin's choice included.
  const read = visitor.waitForResponse((response) => response.url().endsWith("/api/admin/backup-schedule"));
  await visitor.getByRole("button", { name: "Back up now" }).click();
  await read;
  await expect(visitor.getByLabel("Time of day")).toHaveValue("7");
  await visitor.getByRole("button", { name: "Save schedule" }).click();
  await expect(visitor.getByText("Someone else has changed the schedule in the meantime")).toBeVisible();
  await expect(visitor.getByLabel("Time of day")).toHaveValue("7");
  await visitor.getByRole("button", { name: "Save schedule" }).click();
  await expect(visitor.getByText("Schedule saved")).toBeVisible();
  await other.reload();
  await expect(other.getByLabel("Time of day")).toHaveValue("7");
});
