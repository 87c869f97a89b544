import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Appearance, DEFAULT_LOOK, type Look } from "../../../app/domain/appearance/appearance.ts";
import { composeMail } from "../../../app/domain/mail/compose-mail.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";
import { jpeg, picture } from "../../media/pictures.ts";

const FILES = "/api/admin/appearance/files";
const DAY_MS = 24 * 60 * 60 * 1000;

let app: TestApp;
let admin: Actor;
let anonymous: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
  anonymous = app.actors.anonymous;
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.context.db.deleteFrom("looks").execute();
  await app.app.contentChanged();
});

const svgOf = (inner: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 60"${attributes}>${inner}</svg>`;
const DRAWING = '<path fill="#00665b" d="M0 0h240v60H0z"/>';

const NOISE = '<feTurbulence numOctaves="9" baseFrequency=".5"/>';
/** Each group draws the one before ten times. */
const copies = (levels: number): string =>
  levels === 0
    ? '<g id="c0"><path d="M0 0h9v9z"/></g>'
    : `${copies(levels - 1)}<g id="c${levels}">${`<use href="#c${levels - 1}"/>`.repeat(10)}</g>`;

const upload = <T = { address: string }>(part: string, body: Uint8Array | string, actor = admin) =>
  actor.send<T>("POST", `${FILES}?part=${part}&name=file`, { body: typeof body === "string" ? body : new Uint8Array(body) });
const addressOf = async (part: "logo" | "icon", body: Uint8Array | string) => (await upload(part, body)).body.address;
const get = (path: string) => app.fetch(new Request(`http://localhost${path}`));

async function save(values: Partial<Look>, version = 0) {
  const answer = await admin.put<Appearance & ErrorBody>("/api/admin/appearance", {
    look: { ...DEFAULT_LOOK, ...values },
    version,
  });
  await app.app.contentChanged();
  return answer;
}

test("an SVG loses what could run or load something, and is served so that nothing in it can", async () => {
  const evil =
    '<script>alert(1)</script><a href="javascript:alert(1)"><path onclick="alert(1)" d="M0 0h9v9z"/></a>' +
    '<use href="https://elsewhere.example/x.svg#a"/><foreignObject><b>x</b></foreignObject>';
  const { status, body } = await upload("logo", svgOf(DRAWING + evil, ' onload="alert(1)"'));
  expect(status).toBe(201);
  expect(body.address).toMatch(/^\/brand\/[0-9a-f-]{36}\/logo-640x160\.svg$/);
  const served = await get(body.address);
  expect(served.headers.get("content-type")).toBe("image/svg+xml");
  expect(served.headers.get("content-security-policy")).toMatch(/^default-src 'none';.*sandbox$/);
  const text = await served.text();
  expect(text).toContain("M0 0h240v60H0z");
  expect(text).not.toMatch(/script|onclick|onload|elsewhere|foreign/i);
  const png = await get(body.address.replace(".svg", ".png"));
  const { width, height } = await sharp(Buffer.from(await png.arrayBuffer())).metadata();
  expect([width, height]).toEqual([640, 160]);
});

test.each([
  ["text", "logo", "hello", /^must be an SVG, JPEG/],
  ["nothing", "logo", "", /^is empty$/],
  ["styles from elsewhere", "logo", svgOf("<style>@import 'https://elsewhere.example/a.css';</style>"), /only draws/],
  [
    "a script that only appears once it is cleaned",
    "logo",
    svgOf("<style><![CDATA[</style><script>a()</script>]]></style>"),
    /only draws/,
  ],
  ["an escaped call", "logo", svgOf("<style>.a{fill:u\\72l(https://elsewhere.example/a)}</style>"), /only draws/],
  ["an escaped import", "logo", svgOf('<style>@\\69mport "https://elsewhere.example/a.css";</style>'), /only draws/],
  [
    "an escaped call in an attribute",
    "logo",
    svgOf('<path fill="u\\72l(https://elsewhere.example/a)" d="M0 0h9v9z"/>'),
    /only draws/,
  ],
  ["a comment in a call", "logo", svgOf('<path style="fill:url/**/(https://elsewhere.example/a)" d="M0 0h9v9z"/>'), /only draws/],
  [
    "a set of pictures",
    "logo",
    svgOf("<path style='fill:image-set(\"https://elsewhere.example/a\")' d='M0 0h9v9z'/>"),
    /only draws/,
  ],
  ["another name of a call", "logo", svgOf("<style>.a{fill:src('https://elsewhere.example/a')}</style>"), /only draws/],
  ["a drawing in the drawing", "logo", svgOf('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'), /only draws/],
  ["a tall sliver", "logo", svgOf(DRAWING).replace("0 0 240 60", "0 0 1 100000"), /at most 32767 units/],
  ["a wide sliver", "icon", svgOf(DRAWING).replace("0 0 240 60", "0 0 100000 1"), /at most 32767 units/],
  ["much noise", "icon", svgOf(`<filter id="f">${NOISE.repeat(10)}</filter><path filter="url(#f)" d="M0 0h9v9z"/>`), /simpler/],
  [
    "a little noise on everything",
    "logo",
    svgOf(`<style>path{filter:url(#f)}</style><filter id="f"><feGaussianBlur/></filter>${'<path d="M0 0h9v9z"/>'.repeat(100)}`),
    /simpler/,
  ],
  ["copies of copies", "logo", svgOf(`<defs>${copies(5)}</defs><use href="#c5"/>`), /simpler/],
  ["a copy of itself", "logo", svgOf('<g id="a"><use href="#a"/></g>'), /simpler/],
  ["a large SVG", "logo", svgOf("<desc>x</desc>".repeat(30_000)), /at most 256 kB/],
] as const)("%s is refused as a logo", async (_, part, file, rule) => {
  const { status, body } = await upload<ErrorBody>(part, file);
  expect([status, body.code, body.details?.[0]?.field]).toEqual([400, "invalid_input", "file"]);
  expect(body.details?.[0]?.rule).toMatch(rule);
});

test("a drawing with a shadow, gradients and some copies is taken", async () => {
  const shadow = '<filter id="s"><feGaussianBlur in="SourceAlpha"/><feOffset dx="1"/><feMerge><feMergeNode/></feMerge></filter>';
  const gradient = '<linearGradient id="g"><stop stop-color="#123"/></linearGradient><style>.a{fill:url(#g)}</style>';
  const parts = '<path class="a" d="M0 0h9v9z"/>'.repeat(400);
  const svg = svgOf(`<defs>${shadow}${gradient}${copies(2)}</defs>${parts}<use href="#c2"/><g filter="url(#s)">${DRAWING}</g>`);
  expect((await upload("logo", svg)).status).toBe(201);
});

test("an icon needs some pixels, and becomes every size", async () => {
  const small = await upload<ErrorBody>("icon", await jpeg(100, 100));
  expect(small.body.details?.[0]?.rule).toMatch(/^must be at least 180 × 180 pixels/);
  const icon = await addressOf("icon", await picture(600, 400).png().toBuffer());
  const sideOf = async (name: string) => {
    const file = await get(icon.replace(/[^/]+$/, name));
    const { width, height } = await sharp(Buffer.from(await file.arrayBuffer())).metadata();
    return [width, height];
  };
  expect(await sideOf("icon-192.png")).toEqual([192, 192]);
  expect(await sideOf("icon-512.png")).toEqual([512, 512]);
  expect(await sideOf("icon-maskable-512.png")).toEqual([512, 512]);
  expect(await sideOf("apple-touch-icon.png")).toEqual([180, 180]);
  const ico = Buffer.from(await (await get(icon.replace(/[^/]+$/, "favicon.ico"))).arrayBuffer());
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico[6], ico[22], ico[38]]).toEqual([1, 3, 16, 32, 48]);
});

test("only admins upload, and unknown files are 404", async () => {
  const reader = (await signedInUser(app)).actor;
  expect((await upload("logo", svgOf(DRAWING), anonymous)).status).toBe(401);
  expect((await upload("logo", svgOf(DRAWING), reader)).status).toBe(403);
  expect((await get(`/brand/${crypto.randomUUID()}/logo-1x1.svg`)).status).toBe(404);
});

test("a site without a look of its own says nothing of one, and serves the shipped icon's addresses", async () => {
  const home = (await anonymous.get("/")).text;
  expect(home).toContain('<link rel="icon" href="/favicon.svg" type="image/svg+xml"/>');
  expect(home).not.toContain("/brand/");
  expect(home).not.toContain('"look"');
  expect((await anonymous.get("/atom.xml")).text).not.toContain("<logo>");
});

test("logo and icon are where the lark was: pages, manifest, feeds, mails, social images; and undo takes them back", async () => {
  const post = await buildPost(app.context.db, { slug: "branded", status: "published" });
  const light = await addressOf("logo", svgOf(DRAWING));
  const dark = await addressOf("logo", svgOf(DRAWING.replace("#00665b", "#7fd6c2")));
  const icon = await addressOf("icon", svgOf(DRAWING));
  const before = (await anonymous.get(`/story/${post.slug}`)).text;
  const social = await (await get("/social.png")).arrayBuffer();
  expect(before).not.toContain(light);

  const { status, body } = await save({ sign: "logo", logo: { light, dark }, icon });
  expect(status).toBe(200);
  const home = (await anonymous.get("/")).text;
  expect(home.match(new RegExp(`class="logo logo-light" src="${light}" alt="[^"]+" width="640" height="160"`, "g"))).toHaveLength(
    2,
  );
  expect(home).toContain(`class="logo logo-dark" src="${dark}"`);
  expect(home).toContain(`<link rel="icon" href="${icon}" type="image/svg+xml"/>`);
  expect(home).not.toContain('class="brand-mark"');
  expect((await anonymous.get<string>("/category-colors.css")).text).toContain(".logo{");
  const manifest = (await anonymous.get<{ icons: { src: string }[] }>("/manifest.webmanifest")).body;
  expect(manifest.icons.map(({ src }) => src)).toContain(icon.replace("icon.svg", "icon-maskable-512.png"));
  expect((await get("/favicon.ico")).headers.get("content-type")).toBe("image/x-icon");
  expect(await (await get("/favicon.svg")).text()).toContain("M0 0h240v60H0z");
  expect((await anonymous.get("/atom.xml")).text).toContain(`${light.replace(".svg", ".png")}</logo>`);
  const mail = composeMail("reauthentication", { code: "123456" } as never, app.settings.site());
  expect(mail.html).toContain(`${light.replace(".svg", ".png")}" alt="`);
  expect(Buffer.from(await (await get("/social.png")).arrayBuffer()).equals(Buffer.from(social))).toBe(false);
  const story = (await anonymous.get(`/story/${post.slug}`)).text;
  const shown = /og:image" content="[^"]*(\/social\/branded\.png\?v=\w+)"/.exec(story)?.[1] ?? "";
  expect((await get(shown)).headers.get("cache-control")).toContain("immutable");

  expect((await save({}, body.version)).status).toBe(200);
  expect((await anonymous.get(`/story/${post.slug}`)).text).toBe(before);
  // The history still names them.
  expect((await get(light)).status).toBe(200);
});

test.each([
  ["the unsubscribe page", "/unsubscribe?token=none", 404],
  ["the page of a preview link", `/preview/${"0".repeat(64)}`, 404],
  ["the maintenance page", "/", 503],
])("%s shows the logo of each theme in place of the name, or next to it", async (_, path, status) => {
  const light = await addressOf("logo", svgOf(DRAWING));
  const dark = await addressOf("logo", svgOf(DRAWING.replace("#00665b", "#7fd6c2")));
  const closed = JSON.stringify(status === 503 ? { maintenanceMode: true } : {});
  await app.context.db.updateTable("settings").set({ value: closed }).execute();
  await app.app.contentChanged();
  const page = async () => (await anonymous.get(path)).text;
  expect((await anonymous.get(path)).status).toBe(status);
  expect(await page()).toMatch(/<p class="brand"><svg class="brand-mark".*?>Skylark</s);
  const { body } = await save({ sign: "logo", logo: { light, dark } });
  const branded = await page();
  expect(branded).toContain(`class="logo logo-light" src="${light}" alt="Skylark"`);
  expect(branded).toContain(`class="logo logo-dark" src="${dark}" alt="Skylark"`);
  expect(branded).not.toMatch(/brand-mark|>Skylark</);
  await save({ sign: "symbol", logo: { light, dark: null } }, body.version);
  expect(await page()).toMatch(/<p class="brand"><img class="logo logo-symbol"[^>]* alt=""[^>]*>(<a [^>]*>|<span>)Skylark</);
  await app.context.db.updateTable("settings").set({ value: "{}" }).execute();
});

test("what a choice needs must be there", async () => {
  const missing = await save({ sign: "logo", hero: "picture" });
  expect([missing.status, missing.body.details?.map(({ field }) => field)]).toEqual([400, ["look.logo.light", "look.picture"]]);
  const gone = `/brand/${crypto.randomUUID()}/logo-640x160.svg`;
  expect((await save({ sign: "logo", logo: { light: gone, dark: null } })).body.details?.[0]).toEqual({
    field: "look.logo.light",
    rule: "This file is no longer here. Upload it again.",
  });
  const elsewhere = await save({ icon: "https://elsewhere.example/icon.svg" });
  expect([elsewhere.status, elsewhere.body.details?.[0]?.field]).toEqual([400, "look.icon"]);
});

test("the picture of Home is one of the library, which can't be deleted while a look of the history shows it", async () => {
  const file = { body: new Uint8Array(await jpeg(900, 600)) };
  const { body: photo } = await admin.send<{ id: string; url: string }>("POST", "/api/admin/media?name=hero.jpg", file);
  const { body } = await save({ hero: "picture", picture: photo.url });
  const home = (await anonymous.get("/")).text;
  expect(home).toContain('<picture class="hero-picture">');
  expect(home).not.toContain('class="horizon"');
  // It is cropped around its focal point, also in the preview.
  const shownImage = (html: string) => /<picture class="hero-picture">.*?(<img [^>]*>)/s.exec(html)?.[1];
  expect(shownImage(home)).not.toContain("focus");
  expect((await admin.patch(`/api/admin/media/${photo.id}`, { focus_x: 0.25, focus_y: 0.75 })).status).toBe(200);
  await app.app.contentChanged();
  expect(shownImage((await anonymous.get("/")).text)).toContain('class="focus fx-5 fy-15"');
  const pass = await admin.send("POST", "/api/admin/maintenance/pass");
  const cookie = pass.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  const look = JSON.stringify({ ...DEFAULT_LOOK, hero: "picture", picture: photo.url });
  const query = new URLSearchParams({ page: "/", theme: "light", look });
  const preview = await app.fetch(new Request(`http://localhost/look-preview?${query}`, { headers: { cookie } }));
  expect(shownImage(await preview.text())).toContain('class="focus fx-5 fy-15"');
  await save({}, body.version);
  const refused = await admin.delete<ErrorBody>(`/api/admin/media/${photo.id}`);
  expect([refused.status, refused.body.code]).toEqual([409, "in_use"]);
  expect(refused.body.message).toBe("This image can’t be deleted: the site’s look (Appearance) uses it");
  await app.context.db.deleteFrom("looks").execute();
  expect((await admin.delete(`/api/admin/media/${photo.id}`)).status).toBe(204);
});

test("an upload that no look names is deleted after a day", async () => {
  const kept = await addressOf("logo", svgOf(DRAWING));
  const left = await addressOf("logo", svgOf(DRAWING));
  const { body } = await save({ sign: "symbol", logo: { light: kept, dark: null } });
  await app.context.db
    .updateTable("brand_files")
    .set({ created_at: new Date(Date.now() - 2 * DAY_MS) })
    .execute();
  await save({ sign: "none", logo: { light: null, dark: null } }, body.version);
  expect((await get(left)).status).toBe(404);
  expect((await get(kept)).status).toBe(200);
});
