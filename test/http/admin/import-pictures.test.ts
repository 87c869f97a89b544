import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FindingPage, Import, MissingPicturePage } from "../../../app/domain/imports/import.ts";
import type { ImportTools } from "../../../app/domain/imports/import-job.ts";
import { performImport } from "../../../app/domain/imports/perform-import.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { zipOf } from "../../imports/importer.ts";
import { jpeg } from "../../media/pictures.ts";

const PATH = "/api/admin/imports";
let app: TestApp;
let admin: Actor;
/** The old host: it answers 503 for each path that isn't in `up`. */
let oldHost: Server;
let site: string;
const up = new Map<string, Buffer>();
let asked: string[] = [];
let pictures: Buffer[];
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
  pictures = [await jpeg(64, 48), await jpeg(50, 40), await jpeg(40, 30)];
  oldHost = createServer((request, response) => {
    asked.push(request.url ?? "");
    const picture = up.get(request.url ?? "");
    if (picture) response.writeHead(200, { "content-type": "image/jpeg" }).end(picture);
    else response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => oldHost.listen(0, "127.0.0.1", resolve));
  site = `http://127.0.0.1:${(oldHost.address() as AddressInfo).port}`;
});
afterAll(async () => {
  oldHost.close();
  await app.close();
});
beforeEach(async () => {
  for (const table of ["imports", "import_items", "import_pictures", "posts", "media"] as const)
    await app.context.db.deleteFrom(table).execute();
  up.clear();
  asked = [];
});

const perform = (id: string, more: Partial<ImportTools> = {}) =>
  performImport(app.context, id, {
    folder: `${app.folder}/imports`,
    media: app.media,
    ownHost: () => undefined,
    allows: (address) => address === "127.0.0.1",
    ...more,
  });
const read = async (id: string) => (await admin.get<Import>(`${PATH}/${id}`)).body;
const missing = async (id: string) => (await admin.get<MissingPicturePage>(`${PATH}/${id}/pictures`)).body;
const findings = async (id: string) =>
  (await admin.get<FindingPage>(`${PATH}/${id}/findings`)).body.items.map(({ sentence }) => sentence);
const check = async (files: Record<string, string | Buffer>) => {
  const body = new Uint8Array(await zipOf(files));
  const { id } = (await admin.send<Import>("POST", `${PATH}?name=blog.zip`, { body })).body;
  await perform(id);
  return read(id);
};
const run = async (files: Record<string, string | Buffer>) => {
  const { id } = await check(files);
  await admin.post(`${PATH}/${id}/start`);
  await perform(id);
  return read(id);
};
const fetchAgain = async (id: string) => {
  const { status } = await admin.post<Import>(`${PATH}/${id}/pictures`);
  await perform(id);
  return status;
};
const post = (slug: string) => app.context.db.selectFrom("posts").selectAll().where("slug", "=", slug).executeTakeFirstOrThrow();
const edit = (slug: string, values: { content?: string; featured_image?: string | null }) =>
  app.context.db.updateTable("posts").set(values).where("slug", "=", slug).execute();

const blog = (more = "") => ({
  "blog/_posts/b.jpg": "not a picture",
  "blog/_posts/2024-01-02-dawn.md": `---\ntitle: Dawn\nimage: ${site}/head.jpg\n---\nLight. ![a](${site}/a.jpg) and ![b](b.jpg)${more}\n`,
  "blog/_posts/2024-01-03-dusk.md": `---\ntitle: Dusk\n---\nDark. ![again](${site}/a.jpg)\n`,
});

describe("pictures that an import couldn't bring", () => {
  test("are counted by address, as the check forecast, and listed with their reasons and posts", async () => {
    const { id: checkedId, counts } = await check(blog());
    expect(counts.pictures).toEqual({ added: 3, updated: 0, unchanged: 0, skipped: 0 });
    await admin.post(`${PATH}/${checkedId}/start`);
    await perform(checkedId);
    const done = await read(checkedId);
    expect([done.state, done.counts.pictures, done.missing_pictures]).toEqual([
      "done",
      { added: 0, updated: 0, unchanged: 0, skipped: 3 },
      4,
    ]);
    expect(asked.toSorted()).toEqual(["/a.jpg", "/head.jpg"]);
    const { items, total } = await missing(checkedId);
    expect(total).toBe(4);
    const { id } = await post("dawn");
    expect(items.filter(({ post_title }) => post_title === "Dawn")).toEqual([
      {
        address: `${site}/head.jpg`,
        is_featured: true,
        post_id: id,
        post_title: "Dawn",
        reason: "answers 503",
        tried_at: expect.any(String),
      },
      {
        address: "_posts/b.jpg",
        is_featured: false,
        post_id: id,
        post_title: "Dawn",
        reason: "can’t be taken: it must be a JPEG, PNG, WebP, AVIF or GIF image",
        tried_at: expect.any(String),
      },
      {
        address: `${site}/a.jpg`,
        is_featured: false,
        post_id: id,
        post_title: "Dawn",
        reason: "answers 503",
        tried_at: expect.any(String),
      },
    ]);
    expect((await findings(checkedId)).filter((sentence) => sentence.includes("image")).toSorted()).toEqual(
      [
        `The featured image ${site}/head.jpg answers 503. The post has none until it is fetched again.`,
        "The image “_posts/b.jpg” can’t be taken: it must be a JPEG, PNG, WebP, AVIF or GIF image.",
        `The image ${site}/a.jpg answers 503. Its URL stays in the text.`,
      ].toSorted(),
    );
  });

  test("come when the old host is back, in all posts, and the report no longer names them", async () => {
    const { id } = await run(blog());
    up.set("/a.jpg", pictures[0] as Buffer).set("/head.jpg", pictures[1] as Buffer);
    asked = [];
    expect(await fetchAgain(id)).toBe(200);
    expect(asked.toSorted()).toEqual(["/a.jpg", "/head.jpg"]);
    const done = await read(id);
    expect([done.state, done.counts.pictures, done.missing_pictures]).toEqual([
      "done",
      { added: 2, updated: 0, unchanged: 0, skipped: 1 },
      1,
    ]);
    expect((await findings(id)).filter((sentence) => /http|featured/.test(sentence))).toEqual([]);
    expect(done.found.dropped).toBe(1);
    const dawn = await post("dawn");
    expect(dawn.content).toMatch(/Light\. !\[a\]\(\/media\/[^)]+\) and !\[b\]\(b\.jpg\)/);
    expect(dawn.featured_image).toMatch(/^\/media\//);
    expect((await post("dusk")).content).toMatch(/!\[again\]\(\/media\//);
    expect((await app.actors.anonymous.get("/story/dusk")).text).not.toContain(site);
    // The other one is still tried, and nothing else.
    asked = [];
    expect(await fetchAgain(id)).toBe(200);
    expect([asked, (await read(id)).counts.pictures.skipped]).toEqual([[], 1]);
  });

  test("are put in place in a post that was edited meanwhile, whose words stay; it still counts as edited", async () => {
    const { id } = await run(blog());
    await edit("dawn", { content: `Rewritten. ![a](${site}/a.jpg)`, featured_image: "/media/own.jpg" });
    up.set("/a.jpg", pictures[0] as Buffer).set("/head.jpg", pictures[1] as Buffer);
    asked = [];
    await fetchAgain(id);
    const dawn = await post("dawn");
    expect(dawn.content).toMatch(/^Rewritten\. !\[a\]\(\/media\/[^)]+\)$/);
    expect(dawn.featured_image).toBe("/media/own.jpg");
    expect(asked).toEqual(["/a.jpg"]);
    // Nobody misses the picture that the author has deleted from the text.
    expect((await read(id)).missing_pictures).toBe(0);
    await run(blog(" And more."));
    expect((await post("dawn")).content).toMatch(/^Rewritten/);
  });

  test("are tried by the next import of the same blog, also in posts that are unchanged", async () => {
    const { id } = await run(blog());
    up.set("/a.jpg", pictures[0] as Buffer).set("/head.jpg", pictures[1] as Buffer);
    const second = await check(blog());
    expect(second.counts).toMatchObject({ posts: { unchanged: 2 }, pictures: { added: 3 } });
    await admin.post(`${PATH}/${second.id}/start`);
    await perform(second.id);
    const done = await read(second.id);
    expect([done.counts.pictures, done.missing_pictures]).toEqual([{ added: 2, updated: 0, unchanged: 0, skipped: 1 }, 1]);
    expect((await read(id)).missing_pictures).toBe(0);
    expect((await post("dusk")).content).toContain("/media/");
  });

  test("stay known when the import is forgotten, or its posts aren't in the next file", async () => {
    const { id } = await run(blog());
    expect((await admin.delete(`${PATH}/${id}`)).status).toBe(204);
    up.set("/a.jpg", pictures[0] as Buffer).set("/head.jpg", pictures[1] as Buffer);
    const { "blog/_posts/2024-01-02-dawn.md": _, ...withoutDawn } = blog();
    const second = await check({ ...withoutDawn, "blog/_posts/2024-01-04-noon.md": "---\ntitle: Noon\n---\nSun." });
    expect(second.counts.pictures.added).toBe(3);
    await admin.post(`${PATH}/${second.id}/start`);
    await perform(second.id);
    expect((await post("dawn")).featured_image).toMatch(/^\/media\//);
    expect((await read(second.id)).missing_pictures).toBe(1);
  });

  test("come for an import that was cancelled before its end, which stays cancelled and can be continued", async () => {
    const more = Array.from({ length: 120 }, (_, n) => [
      `blog/_posts/2024-02-01-post-${n}.md`,
      `---\ntitle: Post ${n}\n---\nWords.`,
    ]);
    const { id } = await check({ ...blog(), ...Object.fromEntries(more) });
    await admin.post(`${PATH}/${id}/start`);
    const process = new AbortController();
    await perform(id, {
      stopping: process.signal,
      onProgress: (state, done) => state === "importing" && done > 0 && process.abort(),
    });
    expect((await admin.post(`${PATH}/${id}/cancel`)).status).toBe(200);
    const cancelled = await read(id);
    expect([cancelled.state, cancelled.counts.posts.added]).toEqual(["cancelled", 100]);
    up.set("/a.jpg", pictures[0] as Buffer).set("/head.jpg", pictures[1] as Buffer);
    expect(await fetchAgain(id)).toBe(200);
    const fetched = await read(id);
    expect([fetched.state, fetched.counts.pictures.added]).toEqual(["cancelled", 2]);
    await admin.post(`${PATH}/${id}/start`);
    await perform(id);
    const done = await read(id);
    expect([done.state, done.counts.posts]).toEqual(["done", { added: 22, updated: 0, unchanged: 100, skipped: 0 }]);
  });

  test("that an earlier release forgot are found by the next import, where the text still shows them", async () => {
    await run(blog());
    await app.context.db.deleteFrom("import_pictures").execute();
    await edit("dusk", { content: "Without it." });
    up.set("/a.jpg", pictures[0] as Buffer).set("/head.jpg", pictures[1] as Buffer);
    const { id } = await run(blog());
    expect((await post("dawn")).content).toMatch(/!\[a\]\(\/media\//);
    expect((await post("dusk")).content).toBe("Without it.");
    expect((await read(id)).missing_pictures).toBe(1);
  });

  test("that the archive lacks are among them from the check on, and come with a later archive", async () => {
    const text = "---\ntitle: Dawn\nimage: head.jpg\n---\nLight. ![b](b.jpg)\n";
    const first = await check({ "blog/_posts/2024-01-02-dawn.md": text });
    expect(first.counts.pictures).toEqual({ added: 0, updated: 0, unchanged: 0, skipped: 2 });
    await admin.post(`${PATH}/${first.id}/start`);
    await perform(first.id);
    const done = await read(first.id);
    expect([done.counts.pictures, done.found.dropped]).toEqual([first.counts.pictures, 2]);
    expect((await missing(first.id)).items.map(({ address, reason }) => [address, reason])).toEqual([
      ["head.jpg", "isn’t in the archive"],
      ["b.jpg", "isn’t in the archive"],
    ]);
    await edit("dawn", { content: "Rewritten. ![b](b.jpg)" });
    const [head = "", inText = ""]: (Buffer | string)[] = pictures;
    const whole = { "blog/_posts/2024-01-02-dawn.md": text, "blog/_posts/head.jpg": head, "blog/_posts/b.jpg": inText };
    expect(await run(whole)).toMatchObject({ counts: { pictures: { added: 2, skipped: 0 } }, missing_pictures: 0 });
    const dawn = await post("dawn");
    expect(dawn.content).toMatch(/^Rewritten\. !\[b\]\(\/media\//);
    expect(dawn.featured_image).toMatch(/^\/media\//);
  });

  test("a picture next to the title that came and was taken away stays away", async () => {
    up.set("/head.jpg", pictures[1] as Buffer);
    await run(blog());
    expect((await post("dawn")).featured_image).toMatch(/^\/media\//);
    await edit("dawn", { featured_image: null });
    await run(blog());
    expect((await post("dawn")).featured_image).toBeNull();
  });
});

test("pictures are fetched again only where that makes sense, and by admins", async () => {
  const { id } = await check(blog());
  const again = (actor: Actor, of = id) => actor.post<ErrorBody>(`${PATH}/${of}/pictures`);
  expect((await again(admin)).body.code).toBe("wrong_state");
  await admin.post(`${PATH}/${id}/start`);
  expect((await again(admin)).body.code).toBe("wrong_state");
  await perform(id);
  const reader = (await signedInUser(app)).actor;
  expect((await again(reader)).status).toBe(403);
  expect((await reader.get(`${PATH}/${id}/pictures`)).status).toBe(403);
  expect((await again(admin, crypto.randomUUID())).body.code).toBe("PGRST116");
  const whole = await run({ "whole/_posts/2024-05-05-whole.md": "---\ntitle: Whole\n---\nNothing is missing." });
  const { status, body } = await again(admin, whole.id);
  expect([status, body.message]).toEqual([409, "No image of this import is missing."]);
  expect((await read(whole.id)).state).toBe("done");
});
