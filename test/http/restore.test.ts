import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { ensureFirstAdmin } from "../../app/domain/auth/first-admin.ts";
import { offerSetup } from "../../app/domain/setup/offer-setup.ts";
import { loadRestore, settleRestore, storeRestore } from "../../app/domain/setup/restore-state.ts";
import { createTestApp, type TestApp, type TestAppOptions } from "../app/create-test-app.ts";
import { buildClock, buildPost, buildUser } from "../builders.ts";

const PLAIN = new Uint8Array(zstdCompressSync(Buffer.from("what a backup begins with")));
const SEALED = new TextEncoder().encode(`age-encryption.org/v1\n-> scrypt ${"x".repeat(60)}`);
const HOUR = 60 * 60_000;

let app: TestApp;
let clock: ReturnType<typeof buildClock>;
let token: string;

/** A new installation, as its first start leaves it. */
async function install(options: TestAppOptions = {}): Promise<void> {
  clock = buildClock();
  app = await createTestApp({ clock, ...options });
  await ensureFirstAdmin(app.context, { password: "printed at the start" });
  token = (await offerSetup(app.context)) ?? "";
}
afterEach(() => app.close());

type Body = { code?: string; message?: string; phase?: string; wants_passphrase?: boolean; name?: string; error?: string };

const at = (path: string, of = token) => `/setup/restore${path}?token=${of}`;
const page = (of?: string) => app.actors.anonymous.get(at("", of));
const state = (of?: string) => app.actors.anonymous.get<Body>(at("/state", of));
const upload = (body: Uint8Array | ReadableStream, { of = token, name = "old.tar.zst", headers = {} } = {}) =>
  app.actors
    .from({ headers })
    .send<Body>("POST", `${at("/file", of)}&name=${encodeURIComponent(name)}`, { body: body as Uint8Array<ArrayBuffer> });
const begin = (passphrase?: string, of?: string) => app.actors.anonymous.post<Body>(at("", of), passphrase ? { passphrase } : {});

const folder = () => join(app.folder, "restore");
const stored = () => readdir(folder()).catch(() => []);

describe("without a link that works, nothing can be restored", () => {
  const expectRefused = async (of?: string) => {
    const answers = [await page(of), await state(of), await upload(PLAIN, { of: of ?? token }), await begin(undefined, of)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect([await stored(), app.begunRestores]).toEqual([[], []]);
  };

  test("without a token, and with another one", async () => {
    await install();
    for (const of of ["", "0".repeat(64), token.toUpperCase(), token.slice(1)]) await expectRefused(of);
    expect((await app.actors.anonymous.get("/setup/restore")).status).toBe(404);
    expect((await page()).status).toBe(200);
  });

  test("once the link is a day old, or a later start has made another one", async () => {
    await install();
    clock.forward(HOUR);
    const later = await offerSetup(app.context);
    await expectRefused();
    expect((await page(later ?? "")).status).toBe(200);
    clock.forward(24 * HOUR);
    await expectRefused(later ?? "");
  });

  test("once somebody has used the site", async () => {
    await install();
    await buildPost(app.context.db);
    await expectRefused();
  });

  test("once there is another admin, also for a backup that was uploaded before", async () => {
    await install();
    expect((await upload(PLAIN)).status).toBe(200);
    await buildUser(app.context.db, { role: "admin" });
    const answers = [await page(), await upload(PLAIN), await begin()];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(app.begunRestores).toEqual([]);
  });

  test("a stranger doesn't see the state of an upload", async () => {
    await install();
    await upload(PLAIN);
    expect((await state("0".repeat(64))).status).toBe(404);
    expect((await state()).body).toMatchObject({ phase: "uploaded", is_up: true });
    expect((await state()).text).not.toContain("token");
  });
});

describe("the upload", () => {
  test("setting up has a link to it", async () => {
    await install();
    const { text } = await app.actors.anonymous.get(`/setup?token=${token}`);
    expect(text).toContain(`href="${at("").replaceAll("&", "&amp;")}"`);
    const answer = await page();
    expect([answer.headers.get("cache-control"), answer.headers.get("referrer-policy")]).toEqual([
      "private, no-store",
      "no-referrer",
    ]);
  });

  test("is stored for the server's account alone, under the name it had", async () => {
    await install();
    const { body, status } = await upload(PLAIN, { name: "../../etc/old\n.tar.zst" });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ phase: "uploaded", wants_passphrase: false, size: PLAIN.length }),
    ]);
    expect(body.name).toBe("....etcold.tar.zst");
    expect((await stored()).sort()).toEqual(["backup", "state.json"]);
    expect(await readFile(join(folder(), "backup"))).toEqual(Buffer.from(PLAIN));
    expect(app.begunRestores).toEqual([]);
  });

  test("anything else than a backup is refused, and nothing of it stays", async () => {
    await install();
    const others = [new Uint8Array(), PLAIN.slice(0, 3), new TextEncoder().encode("PK\u0003\u0004, which is a zip".padEnd(500))];
    for (const body of others) {
      const refused = await upload(body);
      expect([refused.status, refused.body.code]).toEqual([400, "no_backup"]);
      expect(refused.body.message).toMatch(/^This file isn’t a Skylark backup\./);
    }
    expect(await stored()).toEqual([]);
    expect((await begin()).status).toBe(404);
  });

  test("a file of another kind is refused at its beginning, and one that breaks off leaves nothing", async () => {
    await install();
    let pulled = 0;
    const endless = new ReadableStream({
      pull(to) {
        pulled += 1;
        to.enqueue(new Uint8Array(64 * 1024));
      },
    });
    expect((await upload(endless)).status).toBe(400);
    expect(pulled).toBeLessThan(10);
    const broken = new ReadableStream({
      start: (to) => to.enqueue(PLAIN),
      pull: (to) => to.error(new Error("the connection is gone")),
    });
    expect((await upload(broken)).status).toBeGreaterThanOrEqual(400);
    expect(await stored()).toEqual([]);
  });

  test("a file that doesn't fit on the disk is refused before it arrives", async () => {
    await install();
    const refused = await upload(PLAIN, { headers: { "content-length": String(9e15) } });
    expect([refused.status, refused.body.code]).toEqual([409, "disk_full"]);
    expect(refused.body.message).toMatch(/^The file has 9000000\.0 GB, but the server’s disk has only [\d.]+ GB left\./);
    expect(await stored()).toEqual([]);
  });

  test("an encrypted one asks for its passphrase, unless the server has one", async () => {
    await install();
    expect((await upload(SEALED)).body.wants_passphrase).toBe(true);
    await app.close();
    await install({ env: { BACKUP_PASSPHRASE: "correct horse battery" } });
    expect((await upload(SEALED)).body.wants_passphrase).toBe(false);
  });
});

describe("the restore", () => {
  test("is begun once, with the passphrase, and takes no other file meanwhile", async () => {
    await install();
    await upload(SEALED);
    const begun = await begin("correct horse battery");
    expect([begun.status, begun.body.phase]).toEqual([202, "checking"]);
    expect(app.begunRestores).toEqual(["correct horse battery"]);
    expect(await readFile(join(folder(), "state.json"), "utf8")).not.toContain("battery");
    for (const answer of [await begin(), await upload(PLAIN)])
      expect([answer.status, answer.body.code]).toEqual([409, "wrong_state"]);
    expect(app.begunRestores).toHaveLength(1);
  });

  test("the page of a restored site leads to the login, though the link doesn't work any more", async () => {
    await install();
    await upload(PLAIN);
    const found = await loadRestore(folder());
    if (found) await storeRestore(folder(), { ...found, phase: "done", made_at: "2026-01-02T03:04:05Z" });
    await buildPost(app.context.db);
    const { status, text } = await page();
    expect([status, text.includes("Your site is restored. Sign in.")]).toEqual([200, true]);
    expect((await page("0".repeat(64))).status).toBe(404);
    expect((await upload(PLAIN)).status).toBe(404);
  });

  test("after the server has stopped meanwhile, the database tells whether it is done", async () => {
    await install();
    await upload(PLAIN);
    await begin();
    await settleRestore(folder());
    expect((await state()).body).toMatchObject({
      phase: "failed",
      error: expect.stringMatching(/^The server was stopped before/),
    });
    expect((await begin()).body.phase).toBe("checking");
    await settleRestore(folder());
    await buildPost(app.context.db);
    expect((await state()).body).toMatchObject({ phase: "done" });
  });
});
