import type { Page } from "@playwright/test";
import { expect, test, visit } from "./visitor.ts";

const STORY = "/story/the-backup-that-was-never-there";
const TITLE = "The Backup That Was Never There";

/** Records windows instead of opening them: no test visits another site. */
async function noteWindows(page: Page): Promise<() => Promise<{ address: URL; target: string; features: Set<string> }[]>> {
  await page.addInitScript(() => {
    const opened: unknown[] = [];
    window.open = (...args) => {
      opened.push(args.map(String));
      return null;
    };
    Object.assign(window, { opened });
  });
  return async () => {
    const opened = await page.evaluate(() => (window as unknown as { opened: [string, string, string][] }).opened);
    return opened.map(([address, target, features]) => ({
      address: new URL(address),
      target,
      features: new Set(features.split(",")),
    }));
  };
}

const panel = (page: Page) => page.getByRole("group", { name: "Share" });
const toasts = (page: Page) => page.getByRole("list", { name: "Notifications" }).getByRole("listitem");

for (const [where, address] of [
  ["home page", "/"],
  ["listing", "/view-all"],
] as const) {
  test(`a card of the ${where} shares the permanent link in a small window`, async ({ visitor, site, request }) => {
    const windows = await noteWindows(visitor);
    await visit(visitor, address);
    await visitor.getByRole("button", { name: `Share “${TITLE}” on Twitter` }).click();
    const { id } = await (await request.get(`/api/posts/${STORY.split("/").at(-1)}`)).json();

    await expect.poll(async () => (await windows()).length).toBe(1);
    const [opened, ...others] = await windows();
    expect(others).toEqual([]);
    expect(opened?.address.origin + (opened?.address.pathname ?? "")).toBe("https://twitter.com/intent/tweet");
    expect(Object.fromEntries(opened?.address.searchParams ?? [])).toEqual({ text: TITLE, url: `${site}/story/${id}` });
    for (const feature of ["width=600", "height=400", "noopener"]) expect(opened?.features).toContain(feature);
  });
}

test("an article is shared with Facebook, Twitter and LinkedIn", async ({ visitor, site }) => {
  const windows = await noteWindows(visitor);
  await visit(visitor, STORY);
  for (const name of ["Facebook", "Twitter", "LinkedIn"]) await panel(visitor).getByRole("button", { name }).click();

  await expect.poll(async () => (await windows()).length).toBe(3);
  const opened = await windows();
  expect(opened.map(({ address }) => [address.host, Object.fromEntries(address.searchParams)])).toEqual([
    ["www.facebook.com", { u: site + STORY }],
    ["twitter.com", { text: TITLE, url: site + STORY }],
    ["www.linkedin.com", { url: site + STORY }],
  ]);
  for (const { target, features } of opened) {
    expect(target).toBe("_blank");
    expect(features).toContain("width=600");
    expect(features).toContain("height=400");
    expect(features).toContain("noopener");
  }
});

test("the link can be copied", async ({ visitor, context, site }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: site });
  await visitor.clock.install();
  await visit(visitor, STORY);
  await visitor.clock.pauseAt(new Date(Date.now() + 60_000));
  await panel(visitor).getByRole("button", { name: "Copy Link" }).click();

  const copied = panel(visitor).getByRole("button", { name: "Copied!" });
  await expect(copied).toBeVisible();
  await expect(toasts(visitor)).toHaveText(["Link copied!Article link has been copied to clipboard"]);
  expect(await visitor.evaluate(() => navigator.clipboard.readText())).toBe(site + STORY);

  await visitor.clock.runFor(1990);
  await expect(copied).toBeVisible();
  await expect(toasts(visitor)).toHaveCount(1);
  await visitor.clock.runFor(20);
  await expect(panel(visitor).getByRole("button", { name: "Copy Link" })).toBeVisible();
  await expect(toasts(visitor)).toHaveCount(0);
});

test("a browser that refuses to copy doesn't count as success", async ({ visitor }) => {
  await visitor.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("Write permission denied.", "NotAllowedError"));
  });
  await visit(visitor, STORY);
  await panel(visitor).getByRole("button", { name: "Copy Link" }).click();
  await expect(toasts(visitor)).toContainText(["Link not copied"]);
  await expect(panel(visitor).getByRole("button", { name: "Copy Link" })).toBeVisible();
});
