// slow: app/browser/ app/domain/auth/ app/http/auth-v1/ app/pages/admin/editor/ app/pages/admin/frame/

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type LaunchOptions, type Page } from "@playwright/test";
import { ADMIN, SESSION_KEY, test } from "./account-visitor.ts";
import { CONTENT, createDraft, expectFine, expectState, newTitle, paper, signInAsAdmin, writeOn } from "./admin-writer.ts";
import { expect, visit, watch } from "./visitor.ts";

const OFFLINE = "Offline: saved in this browser";
const SAVED = /^Saved at \d/;
const offer = (page: Page) => page.getByRole("region", { name: "Unsaved copy" });

type LocalCopy = { content: string; savedAt: number };

/** The editor's copy of the current post on the browser's disk: what can be read here was written to it. */
const onDisk = (page: Page): Promise<LocalCopy> =>
  page.evaluate(
    ([form, sessionKey]) =>
      new Promise<LocalCopy>((resolve, reject) => {
        const owner = JSON.parse(localStorage.getItem(sessionKey) ?? "{}").user?.id;
        const opening = indexedDB.open("skylark");
        // Only the editor creates it.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve({ content: "", savedAt: 0 });
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction("copies").objectStore("copies").get(`${owner}.${form}`);
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            database.close();
            const copy = reading.result as { value: { values: { content: string } }; savedAt: number } | undefined;
            resolve({ content: copy?.value.values.content ?? "", savedAt: copy?.savedAt ?? 0 });
          };
        };
      }),
    [`post.${new URL(page.url()).pathname.split("/").at(-1)}`, SESSION_KEY] as const,
  );

const expectOnDisk = (page: Page, words: string) =>
  expect.poll(async () => (await onDisk(page)).content, { intervals: [50] }).toContain(words);

test("offline every word stays here, and is sent to the server once it is reachable", async ({ visitor, context }) => {
  test.slow();
  visitor.forgive("ERR_INTERNET_DISCONNECTED");
  const edit = await createDraft(visitor, newTitle("In a tunnel"));
  await context.setOffline(true);
  await writeOn(visitor, " It is dark in here.");
  await expectState(visitor, OFFLINE);
  await writeOn(visitor, " But the pen writes.");
  await expectOnDisk(visitor, "But the pen writes.");
  await expectState(visitor, OFFLINE);
  await expectFine(visitor, "offline");
  await expect(paper(visitor)).toHaveText(`${CONTENT} It is dark in here. But the pen writes.`);

  await context.setOffline(false);
  await expectState(visitor, SAVED);
  await visit(visitor, edit);
  await expect(offer(visitor)).toHaveCount(0);
  await expect(paper(visitor)).toHaveText(`${CONTENT} It is dark in here. But the pen writes.`);
});

test("a tab that was closed offline keeps its words, even while the server can't be reached", async ({ visitor, context }) => {
  test.slow();
  visitor.forgive("ERR_INTERNET_DISCONNECTED");
  visitor.forgive("ERR_FAILED");
  const edit = await createDraft(visitor, newTitle("Closed in a tunnel"));
  await context.setOffline(true);
  await writeOn(visitor, " Not a word is lost.");
  await expectState(visitor, OFFLINE);
  await expectOnDisk(visitor, "Not a word is lost.");
  await visitor.close();

  // The page loads, but nothing can be saved yet.
  await context.route("**/api/admin/posts/*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await context.setOffline(false);
  const page = await context.newPage();
  await visit(page, edit);
  await expect(paper(page)).toHaveText(CONTENT);
  await offer(page).getByRole("button", { name: "Restore it" }).click();
  await expect(paper(page)).toHaveText(`${CONTENT} Not a word is lost.`);
  await expectState(page, OFFLINE);
  await context.unroute("**/api/admin/posts/*");
  await expectState(page, SAVED);
  await visit(page, edit);
  await expect(paper(page)).toHaveText(`${CONTENT} Not a word is lost.`);
});

const MINUTE = 60_000;
/** Shorter than any rest of the auth client, longer than its pauses between tries, in ms. */
const REST = 20_000;

/** Makes the session begin now by the page's clock, which the client compares `expires_at` with. */
const beginSessionNow = (page: Page): Promise<void> =>
  page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? "{}") as { expires_in: number };
    const expires_at = Math.floor(Date.now() / 1000) + session.expires_in;
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at }));
  }, SESSION_KEY);

/** Advances the page's clock. Requests that are due in that time finish before later ones. */
async function pass(page: Page, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10_000) {
    await page.clock.runFor(10_000);
    await page.evaluate(() => fetch("/robots.txt", { cache: "no-store" }).catch(() => {}));
  }
}

/** Records every text of the bar next to the buttons and every dialog, however short. @returns a function that reads them */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said = new Set<string>();
    const note = () => {
      said.add((document.querySelector(".post-state")?.textContent ?? "").replace(/ at \d.*/, ""));
      for (const { textContent } of document.querySelectorAll("[role=dialog], [role=alertdialog], dialog[open]"))
        said.add(`a dialog: ${textContent}`);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    Object.assign(window, { said });
  });
  return () => page.evaluate(() => [...(window as unknown as { said: Set<string> }).said]);
}

/** The server's copy of a post, as another browser would get it. */
async function atServer(page: Page, edit: string): Promise<string> {
  const signedIn = await page.request.post("/auth/v1/token?grant_type=password", { data: ADMIN });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  const answer = await page.request.get(`/api/admin/posts/${edit.split("/").at(-1)}`, { headers });
  return ((await answer.json()) as { content: string }).content;
}

test("an hour offline: the access token expires, and every word still reaches the server automatically", async ({
  visitor,
  context,
}) => {
  test.slow();
  visitor.forgive("ERR_INTERNET_DISCONNECTED");
  const asked: string[] = [];
  visitor.on("dialog", (native) => {
    asked.push(native.message());
    void native.dismiss();
  });
  const isRenewal = (address: string) => address.includes("grant_type=refresh_token");
  let inVain = 0;
  visitor.on("requestfailed", (request) => {
    if (isRenewal(request.url())) inVain += 1;
  });
  const renewals: number[] = [];
  visitor.on("response", (response) => {
    if (isRenewal(response.url())) renewals.push(response.status());
  });
  // The page's clock begins an hour ago and advances to the server's time.
  await visitor.clock.install({ time: Date.now() - 60 * MINUTE });
  const edit = await createDraft(visitor, newTitle("An hour in a tunnel"));
  await beginSessionNow(visitor);
  const begun = `${CONTENT} The train leaves.`;
  await writeOn(visitor, " The train leaves.");
  await expectState(visitor, SAVED);
  expect(await atServer(visitor, edit)).toBe(`<p>${begun}</p>`);

  const said = await listen(visitor);
  await context.setOffline(true);
  // From now on time passes only on demand, however slow the machine is.
  await visitor.clock.pauseAt((await visitor.evaluate(() => Date.now())) + MINUTE);
  let written = begun;
  for (let minutes = 0; minutes <= 60; minutes += 5) {
    const words = ` ${minutes} minutes in the dark.`;
    await writeOn(visitor, words);
    written += words;
    await pass(visitor, 5 * MINUTE);
    await expectState(visitor, OFFLINE);
    await expectOnDisk(visitor, written);
    await expect(paper(visitor)).toHaveText(written);
  }
  // The hardest moment to come back: the auth client has just given up and rests before it tries again.
  for (const before = inVain; inVain === before; ) await pass(visitor, REST);
  for (let known = 0; inVain > known; ) {
    known = inVain;
    await pass(visitor, REST);
  }
  expect(await atServer(visitor, edit)).toBe(`<p>${begun}</p>`);

  await context.setOffline(false);
  await expect.poll(() => renewals).toEqual([200]);
  await pass(visitor, 10_000);
  await expectState(visitor, SAVED);
  expect(await atServer(visitor, edit)).toBe(`<p>${written}</p>`);
  await expect(paper(visitor)).toHaveText(written);
  expect(["Unsaved changes", "Saving...", OFFLINE, "Saved"]).toEqual(expect.arrayContaining(await said()));
  expect(asked).toEqual([]);

  await visitor.clock.resume();
  await visit(visitor, edit);
  await expect(offer(visitor)).toHaveCount(0);
  await expect(paper(visitor)).toHaveText(written);
});

/** The processes of the browser whose profile is in `folder`. */
const processesOf = (folder: string): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [program, ...args] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
        const isRunning = !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
        return isRunning && program?.includes("chrom") && args.includes(`--user-data-dir=${folder}`);
      } catch {
        // It has just ended.
        return false;
      }
    })
    .map(Number);

async function kill(folder: string): Promise<void> {
  for (const pid of processesOf(folder)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended with the one before.
    }
  }
  await expect.poll(() => processesOf(folder)).toEqual([]);
}

test("a browser that is killed in the middle of a sentence restores every word", async ({
  visitor,
  launchOptions,
  site,
  complaints,
}) => {
  test.slow();
  const edit = await createDraft(visitor, newTitle("Killed"));
  const profile = mkdtempSync(join(tmpdir(), "skylark-profile-"));
  const open = async (): Promise<Page> => {
    const options: LaunchOptions = { ...launchOptions, headless: true };
    const context = await chromium.launchPersistentContext(profile, { ...options, baseURL: site });
    await watch(context, complaints, site);
    return context.newPage();
  };
  try {
    const page = await open();
    await signInAsAdmin(page, edit);
    // The server receives nothing of what follows.
    await page.route("**/api/admin/posts/**", async (route) => {
      if (route.request().method() === "GET") await route.continue();
    });
    await page.evaluate(() =>
      addEventListener("keydown", () => Object.assign(window, { lastKey: Date.now() }), { capture: true }),
    );
    await writeOn(page, " ");
    const words = Array.from({ length: 60 }, (_, index) => `word${index}.`);
    for (const word of words) await page.keyboard.type(`${word} `);
    await expectOnDisk(page, "word59.");
    const lastKey = await page.evaluate(() => (window as unknown as { lastKey: number }).lastKey);
    expect((await onDisk(page)).savedAt - lastKey, "ms from the last key to its copy").toBeLessThan(1000);
    await page.keyboard.type("and in the mid");
    expect(processesOf(profile)).not.toEqual([]);
    await kill(profile);

    const again = await open();
    // Its session may not have reached the disk.
    await signInAsAdmin(again, edit);
    await offer(again).getByRole("button", { name: "Restore it" }).click();
    await expect(paper(again)).toContainText(`${CONTENT} ${words.join(" ")}`);
    await expectState(again, SAVED);
    await again.context().close();
    await visit(visitor, edit);
    await expect(paper(visitor)).toContainText(`${CONTENT} ${words.join(" ")}`);
  } finally {
    await kill(profile);
    rmSync(profile, { recursive: true, force: true });
  }
});
