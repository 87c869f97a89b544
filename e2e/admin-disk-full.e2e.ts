import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expectFine, signInAsAdmin } from "./admin-writer.ts";
import { makeData, startServer } from "./own-site.ts";
import { test as base, expect, visit } from "./visitor.ts";

/** A visitor of a site whose pictures are on a disk of three megabytes, of which `fill` leaves no room. */
const test = base.extend<{ disk: { site: string; fill(): void } }>({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names those that it needs by destructuring, also when it needs none
  disk: async ({}, use) => {
    const data = await makeData("seeded");
    const media = join(data.folder, "media");
    mkdirSync(media, { recursive: true });
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=3m", "skylark-test", media]);
    const server = await startServer(data);
    const fill = () => {
      expect(() => writeFileSync(join(media, "filling"), Buffer.alloc(4_000_000))).toThrow("ENOSPC");
    };
    await use({ site: server.address, fill });
    await server.stop();
    execFileSync("umount", [media]);
    await data.remove();
  },
  site: async ({ disk }, use) => use(disk.site),
});

test.skip(process.platform !== "linux" || process.getuid?.() !== 0, "only root can mount a small disk, on Linux only");

test("the dashboard says that the disk was full, which the log alone would have known", async ({ visitor, disk }) => {
  visitor.forgive("507");
  await signInAsAdmin(visitor, "/admin/dashboard");
  const line = visitor.getByRole("link", { name: /The server's disk was full/ });
  await expect(visitor.getByRole("heading", { name: "Waiting for you" })).toBeVisible();
  await expect(line).toHaveCount(0);

  disk.fill();
  await visit(visitor, "/admin/posts/create");
  const field = visitor.getByRole("group", { name: "Featured image" });
  const buffer = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#7aa6d8" } })
    .jpeg()
    .toBuffer();
  await field.locator("input[type=file]").setInputFiles({ name: "dawn.jpg", mimeType: "image/jpeg", buffer });
  await expect(field.getByRole("alert")).toContainText("Free up space there");

  await visit(visitor, "/admin/dashboard");
  await expect(line).toContainText("and 1 upload or change was refused");
  await expectFine(visitor, "a dashboard after a full disk");
  await visitor.screenshot({ path: "/tmp/look/disk.png", fullPage: true });
  await line.click();
  await expect(visitor).toHaveURL(/\/admin\/technical-docs\/system/);
});
