import { parseDocument } from "htmlparser2";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unsubscribePath } from "../../app/domain/comments/comment-tokens.ts";
import { composeMail } from "../../app/domain/mail/compose-mail.ts";
import type { MailKind, Mails } from "../../app/domain/mail/mail.ts";
import type { MadePreview } from "../../app/domain/previews/preview.ts";
import type { Settings } from "../../app/domain/settings/settings.ts";
import { ENGLISH_TEXTS } from "../../app/texts/english.ts";
import { WORDS } from "../../app/texts/languages.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildCategory, buildPost, buildTag } from "../builders.ts";
import { addSubscriber, sendForm, ticketFrom } from "../http/newsletter/newsletter-site.ts";
import { flatten } from "./flatten.ts";

/** What nobody reads, and what a program writes. */
const UNREAD = new Set(["script", "style", "code", "template"]);
const READ_ATTRIBUTES = ["alt", "aria-label", "content", "placeholder", "title", "value"];

type Node = { type: string; name?: string; data?: string; attribs?: Record<string, string>; children?: Node[] };

/** All that a page says outside `lang="en"`, with single spaces. */
function said(html: string): string {
  const words: string[] = [];
  const visit = ({ name = "", data, attribs = {}, children = [], type }: Node) => {
    if (UNREAD.has(name) || attribs.lang === "en") return;
    if (type === "text") words.push(data ?? "");
    for (const attribute of READ_ATTRIBUTES) if (attribs[attribute]) words.push(` | ${attribs[attribute]} | `);
    children.forEach(visit);
  };
  for (const node of parseDocument(html).children) visit(node as unknown as Node);
  return words.join("").replace(/\s+/g, " ");
}

/** English texts of more than two words, cut at their holes. */
const SENTENCES = flatten(ENGLISH_TEXTS)
  .flatMap(([, text]) => text.split(/\{\w+\}/).map((part) => part.trim()))
  .filter((part) => part.split(" ").length > 2);

const englishIn = (text: string) => SENTENCES.filter((sentence) => text.includes(sentence));

const PAGES = [
  "/",
  "/view-all",
  "/view-all?page=2",
  "/view-all?page=9",
  "/view-all?category=gehen",
  "/view-all?tag=berge",
  "/view-all?search=hügel",
  "/view-all?search=nichts-davon",
  "/view-all?search=h",
  "/story/auf-den-berg",
  "/story/ohne-text",
  "/story/fehlt",
  "/fehlt",
  "/about",
  "/privacy",
  "/privacy/storage",
  "/terms",
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/confirm",
  "/account",
  "/admin/login",
  "/preview/fehlt",
  "/unsubscribe?token=fehlt",
];

/** Pages that change with the settings, each with those that it is shown with. */
const STATES: [settings: Partial<Settings>, path: string][] = [
  [{ allowRegistration: false }, "/register"],
  [{ allowComments: false }, "/story/auf-den-berg"],
  [{ livePrivacy: true }, "/privacy"],
  [{ livePrivacy: true, allowRegistration: false, allowComments: false, moderateComments: false }, "/privacy"],
  [{ enableAnalytics: false }, "/privacy"],
  [{ maintenanceMode: true }, "/"],
  [{ newsletter: true }, "/"],
  [{ newsletter: true }, "/newsletter"],
  [{ newsletter: true, newsletterDigest: false }, "/newsletter"],
  [{ newsletter: true }, "/story/auf-den-berg"],
  [{ newsletter: true, livePrivacy: true }, "/privacy"],
];

const once = { token: "a".repeat(64), code: "123456" };
const MAILS: { [Kind in MailKind]?: Mails[Kind] } = {
  confirm: once,
  recovery: once,
  magiclink: once,
  invite: once,
  email_change: once,
  email_change_notice: { newEmail: "neu@blog.example" },
  email_change_taken: {},
  reauthentication: { code: "123456" },
  password_changed: {},
  factor_changed: { change: "code_used", left: 3 },
  passkey_changed: { change: "added" },
  wrong_passwords: { failures: 12, network: null },
  new_browser: {
    at: new Date("2026-11-27T21:54:00Z"),
    timeZone: "UTC",
    browser: null,
    network: null,
    isLast: true,
    path: "/account",
  },
  account_exists: {},
  newsletter_confirm: { path: "/newsletter/confirm?token=x", byOwner: true },
  thread_comment: {
    who: "Ada",
    article: "Berg",
    text: "Ja.",
    path: "/story/auf-den-berg",
    unsubscribe: "/unsubscribe?token=x",
    isGuest: true,
  },
  guest_comment: { article: "Berg", path: "/guest/confirm?token=x" },
  guest_follow: { article: "Berg", path: "/guest/confirm?token=x" },
  guest_account: { article: "Berg", path: "/story/berg", follows: true },
  guest_erase: { path: "/guest/erase?token=x" },
  comment_reply: {
    who: "Ada",
    article: "Berg",
    text: "Ja.",
    path: "/story/auf-den-berg",
    unsubscribe: "/unsubscribe?token=x",
    isGuest: false,
  },
};

let app: TestApp;
let preview = "";
let unsubscribe = "";
beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.context;
  const category = await buildCategory(db, { slug: "gehen", name: "Gehen", description: "Wege." });
  const tag = await buildTag(db, { slug: "berge", name: "Berge" });
  for (let n = 0; n < 8; n += 1)
    await buildPost(db, {
      slug: n === 0 ? "auf-den-berg" : n === 1 ? "ohne-text" : `hügel-${n}`.replace("ü", "ue"),
      title: `Hügel ${n}`,
      description: "Oben.",
      category_id: n === 2 ? null : category.id,
      tags: [tag.id],
      ...(n === 1 && { content_html: "", content_text: "" }),
    });
  const admin = await signedInUser(app, { role: "admin" });
  const draft = await buildPost(db, { status: "draft", published_at: null, title: "Noch nicht", slug: "noch-nicht" });
  const { body } = await admin.actor.post<MadePreview>(`/api/admin/posts/${draft.id}/previews`, { lasts: "7d", may_note: true });
  preview = new URL(body.url).pathname;
  unsubscribe = await unsubscribePath(app.context, { kind: "user", id: admin.session.user.id });
});
afterAll(() => app.close());

/** These and no others. */
async function set(settings: Partial<Settings>): Promise<void> {
  const value = JSON.stringify(settings);
  await sql`insert into settings (value) values (${value}) on conflict (id) do update set value = ${value}::jsonb`.execute(
    app.context.db,
  );
  await app.settings.renew();
  await app.app.contentChanged();
}

const page = async (path: string) => (await app.actors.anonymous.get(path)).text;

describe.each(Object.keys(WORDS))("a site in %s", (language) => {
  const settings = { language, siteName: "Lerche", siteDescription: "Kurz." } as Partial<Settings>;
  beforeAll(() => set(settings));

  test("says nothing in English on any page", async () => {
    for (const path of [...PAGES, preview, `${preview}?noted`, unsubscribe]) {
      const html = await page(path);
      expect([path, /<html lang="([^"]*)"/.exec(html)?.[1]]).toEqual([path, language]);
      expect([path, englishIn(said(html))]).toEqual([path, []]);
    }
  });

  test("says nothing in English in any state", async () => {
    for (const [state, path] of STATES) {
      await set({ ...settings, ...state });
      expect([state, englishIn(said(await page(path)))]).toEqual([state, []]);
    }
    await set(settings);
  });

  test("says nothing in English in emails to readers", () => {
    for (const sendsMail of [true, false])
      for (const [kind, data] of Object.entries(MAILS)) {
        const { subject, text, html } = composeMail(kind as MailKind, data, { ...app.settings.site(), sendsMail });
        expect([kind, englishIn(`${subject} | ${text.replace(/\s+/g, " ")} | ${said(html)}`)]).toEqual([kind, []]);
        expect(html).toContain(`<html lang="${language}"`);
      }
  });

  test("tells programs its language", async () => {
    const html = await page("/story/auf-den-berg");
    expect(html).toContain(`"inLanguage":"${language}"`);
    expect(html).toContain(`property="og:locale" content="${language.slice(0, 2)}_`);
    expect(/<html[^>]*dir="rtl"/.test(html)).toBe(language === "ar");
  });
});

describe.each(Object.keys(WORDS))("links of the newsletter in %s", (language) => {
  const settings = { language, newsletter: true, siteName: "Lerche", siteDescription: "Kurz." } as Partial<Settings>;
  beforeAll(() => set(settings));

  test("say nothing in English in any state", async () => {
    const { anonymous } = app.actors;
    const answers: [string, string][] = [];
    const look = async (path: string) => answers.push([path, await page(path)]);
    const send = async (path: string, fields: [string, string][]) =>
      answers.push([`${path} ${fields.flat().join(" ")}`, (await sendForm(anonymous, path, fields)).text]);
    for (const state of ["pending", "confirmed", "left"] as const) {
      const { confirm, choices, leave, token } = await addSubscriber(app, `${state}-${language}@blog.example`, state);
      for (const path of [confirm, choices, leave, `${choices}&erase=1`]) await look(path);
      if (state !== "confirmed") continue;
      for (const frequency of ["weekly", "hourly"]) await send(choices, [["frequency", frequency]]);
      await set({ ...settings, newsletterDigest: false });
      await look(choices);
      await set(settings);
      await send(`/newsletter/unsubscribe?token=${token}`, []);
      await send(choices, [["action", "erase"]]);
    }
    await look("/newsletter/choices?token=fehlt");
    for (const email of ["ada@blog.example", "ada"]) await send("/newsletter", [["email", email]]);
    await send("/newsletter", [
      ["email", `neu-${language}@blog.example`],
      ["ticket", await ticketFrom(app)],
    ]);
    for (const [where, html] of answers) expect([where, englishIn(said(html))]).toEqual([where, []]);
    expect(answers.length).toBeGreaterThan(15);
  });
});

test("the crawl finds a text that is left in English", async () => {
  await set({ language: "en" });
  for (const path of PAGES) {
    const html = (await page(path)).replace('<html lang="en"', "<html");
    expect([path, englishIn(said(html)).length > 0]).toEqual([path, true]);
  }
  const { text } = composeMail("confirm", once, app.settings.site());
  expect(englishIn(text)).not.toEqual([]);
});

test("a language that doesn’t ship keeps the texts in English, and says so", async () => {
  await set({ language: "nl" });
  const html = await page("/story/auf-den-berg");
  expect(html).toContain('<html lang="en"');
  expect(html).toContain('lang="nl"');
  expect(html).toContain("Related Articles");
});
