// slow: app/browser/ app/domain/content/ app/domain/media/ app/pages/admin/editor/ app/pages/admin/media/ app/ui/

import type { Page } from "@playwright/test";
import sharp from "sharp";
import { test } from "./account-visitor.ts";
import { expectFine, signInAsAdmin, toast } from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

type Dropped = { name: string; type: string; bytes: number[] };

const picture = async (name: string, width = 640, height = 480): Promise<Dropped> => {
  const noise = { type: "gaussian", mean: 128, sigma: 20 } as const;
  const bytes = await sharp({ create: { width, height, channels: 3, background: "#7aa6d8", noise } })
    .jpeg()
    .toBuffer();
  return { name, type: "image/jpeg", bytes: [...bytes] };
};

/** Drops or pastes files on the screen, with the events of a browser. */
async function hand(page: Page, kind: "drop" | "paste", files: Dropped[]): Promise<void> {
  await page.evaluate(
    ([how, all]) => {
      const data = new DataTransfer();
      for (const { name, type, bytes } of all) data.items.add(new File([new Uint8Array(bytes)], name, { type }));
      const options = { bubbles: true, cancelable: true };
      if (how === "paste") document.body.dispatchEvent(new ClipboardEvent("paste", { ...options, clipboardData: data }));
      else
        for (const step of ["dragenter", "dragover", "drop"])
          document.body.dispatchEvent(new DragEvent(step, { ...options, dataTransfer: data }));
    },
    [kind, files] as const,
  );
}

const files = (page: Page) => page.getByRole("list", { name: "Files" });
const tile = (page: Page, name: string) => files(page).getByRole("listitem").filter({ hasText: name });
const uploads = (page: Page) => page.getByRole("region", { name: "Uploads" });
const details = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const patient = { timeout: 60_000 };

async function openLibrary(page: Page, query = ""): Promise<void> {
  await signInAsAdmin(page, `/admin/media${query}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Media", patient);
}

test("several files are dropped at once: one is cancelled, one refused, one retried", async ({ visitor, context }) => {
  visitor.forgive("400");
  visitor.forgive("ERR_FAILED");
  await openLibrary(visitor);
  await hand(visitor, "drop", [
    await picture("one.jpg"),
    { name: "notes.txt", type: "text/plain", bytes: [...Buffer.from("<p>larks")] },
  ]);
  await expect(tile(visitor, "one.jpg")).toContainText("640 × 480", patient);
  const refused = uploads(visitor).getByRole("listitem").filter({ hasText: "notes.txt" });
  await expect(refused.getByRole("alert")).toHaveText(
    "notes.txt contains HTML, SVG or other markup, which could run scripts and isn’t accepted.",
    patient,
  );
  await expect(refused.getByRole("button", { name: /^Try Again/ })).toHaveCount(0);
  await expectFine(visitor, "a refused upload");
  await refused.getByRole("button", { name: "Dismiss notes.txt" }).click();
  await expect(uploads(visitor)).toHaveCount(0);

  const network = await context.newCDPSession(visitor);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 20_000 };
  await network.send("Network.emulateNetworkConditions", slow);
  await hand(visitor, "paste", [await picture("slow.jpg", 1400, 1000)]);
  await expect(uploads(visitor).getByRole("progressbar", { name: "slow.jpg" })).toBeVisible();
  await uploads(visitor).getByRole("button", { name: "Cancel slow.jpg" }).click();
  await expect(uploads(visitor)).toHaveCount(0);
  await network.send("Network.emulateNetworkConditions", { ...slow, uploadThroughput: -1 });
  await network.detach();

  let broken = 0;
  await visitor.route(/\/api\/admin\/media\?name=/, (route) => (++broken === 1 ? route.abort() : route.continue()));
  await hand(visitor, "drop", [await picture("again.jpg", 320, 200)]);
  const failed = uploads(visitor).getByRole("listitem").filter({ hasText: "again.jpg" });
  await expect(failed.getByRole("alert")).toHaveText("The upload was interrupted. Please try again.", patient);
  await failed.getByRole("button", { name: "Try Again: again.jpg" }).press("Enter");
  await expect(tile(visitor, "again.jpg")).toContainText("Unused", patient);
  await expect(tile(visitor, "slow.jpg")).toHaveCount(0);
});

test("a picture is described and its focal point moved by keyboard, by numbers and by click", async ({ visitor }) => {
  await openLibrary(visitor);
  await hand(visitor, "drop", [await picture("focus.jpg", 800, 600)]);
  await expect(tile(visitor, "focus.jpg")).toBeVisible(patient);
  await tile(visitor, "focus.jpg").getByRole("button").press("Enter");
  const dialog = details(visitor, "focus.jpg");
  const point = dialog.getByRole("button", { name: /^Focal point/ });
  await expect(point).toHaveAccessibleName(/50% from the left, 50% from the top/);
  for (const key of ["ArrowLeft", "ArrowLeft", "Shift+ArrowUp"]) await point.press(key);
  await expect(point).toHaveAccessibleName(/48% from the left, 40% from the top/);
  await dialog.getByRole("spinbutton", { name: "From the top" }).fill("25");
  await expect(point).toHaveAccessibleName(/48% from the left, 25% from the top/);
  await point.click({ position: { x: 2, y: 2 } });
  await expect(point).toHaveAccessibleName(/[01]% from the left, [01]% from the top/);
  await dialog.getByRole("button", { name: "Middle" }).click();
  await point.press("Shift+ArrowRight");
  await dialog.getByLabel("Alternative text").fill("A field of noise");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toast(visitor, "File saved")).toBeVisible();
  await expectFine(visitor, "a picture's details");
  await visitor.setViewportSize({ width: 390, height: 800 });
  await expectFine(visitor, "a picture's details on a phone");
  await visitor.reload();
  await expect(point).toHaveAccessibleName(/60% from the left, 50% from the top/, patient);
  await expect(dialog.getByLabel("Alternative text")).toHaveValue("A field of noise");
  await visitor.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await visitor.getByLabel("Search files").fill("noise");
  await expect(visitor).toHaveURL(/[?&]search=noise/);
  await expect(files(visitor).getByRole("listitem")).toHaveCount(1);
  // A picture that is about to be replaced is paler.
  await expect(files(visitor)).not.toHaveAttribute("aria-busy", "true");
  await expectFine(visitor, "the library on a phone");
});

test("pictures of posts can't be deleted; unused ones go to the trash, can be restored, and are deleted permanently", async ({
  visitor,
  ownSite,
}) => {
  visitor.forgive("409");
  await openLibrary(visitor);
  await hand(visitor, "drop", [await picture("used.jpg"), await picture("spare-1.jpg"), await picture("spare-2.jpg")]);
  for (const name of ["used.jpg", "spare-1.jpg", "spare-2.jpg"]) await expect(tile(visitor, name)).toBeVisible(patient);
  const token = await visitor.evaluate(() => JSON.parse(localStorage.getItem("skylark.session") ?? "{}").access_token as string);
  const call = async (path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const init = body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(ownSite.address + path, init);
    expect(answer.ok, path).toBe(true);
    return answer.json();
  };
  const [category] = await call("/api/categories");
  const { items } = await call("/api/admin/media?search=used.jpg");
  await call("/api/admin/posts", {
    title: "Where it is shown",
    slug: "where-it-is-shown",
    description: "A post that shows a picture.",
    content: `<p>${"word ".repeat(30)}</p>`,
    category_id: category.id,
    status: "published",
    featured_image: items[0].url,
  });

  await visit(visitor, "/admin/media?sort=name");
  await tile(visitor, "used.jpg").getByRole("button").click(patient);
  const dialog = details(visitor, "used.jpg");
  await expect(dialog.getByRole("link", { name: "Where it is shown" })).toBeVisible();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("This image can’t be deleted: “Where it is shown” uses it");
  await visitor.keyboard.press("Escape");

  await visitor.getByRole("button", { name: /^Unused/ }).click();
  await expect(tile(visitor, "used.jpg")).toHaveCount(0);
  for (const name of ["spare-1.jpg", "spare-2.jpg"]) await tile(visitor, name).getByRole("checkbox").check();
  await visitor.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toast(visitor, "2 files deleted")).toBeVisible();
  await expect(tile(visitor, "spare-1.jpg")).toHaveCount(0);
  await visitor.getByRole("button", { name: "Undo" }).click();
  await expect(tile(visitor, "spare-1.jpg")).toBeVisible();
  await expect(tile(visitor, "spare-2.jpg")).toBeVisible();

  await tile(visitor, "spare-1.jpg").getByRole("button").click();
  await details(visitor, "spare-1.jpg").getByRole("button", { name: "Delete" }).click();
  await expect(toast(visitor, "File deleted")).toBeVisible();
  await visitor.getByRole("button", { name: /^Trash/ }).click();
  await expect(tile(visitor, "spare-1.jpg").getByRole("presentation")).toHaveAttribute("src", /^data:image\/webp/);
  await expectFine(visitor, "the trash of the library");
  await tile(visitor, "spare-1.jpg").getByRole("checkbox").check();
  await visitor.getByRole("button", { name: "Delete permanently" }).click();
  const question = visitor.getByRole("dialog", { name: "Delete file" });
  await expect(question).toContainText("Are you sure you want to delete this file? This action cannot be undone.");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(toast(visitor, "File permanently deleted")).toBeVisible();
  await expect(visitor.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
});
