import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { composeMail } from "../../../app/domain/mail/compose-mail.ts";
import { LANGUAGES } from "../../../app/domain/settings/language-rules.ts";
import { shippedText } from "../../../app/domain/words/read-words.ts";
import { partsIn } from "../../../app/domain/words/reader-texts.ts";
import type { WordsState } from "../../../app/domain/words/words.ts";
import { wordFault } from "../../../app/domain/words/words-rules.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import { WORDS } from "../../../app/texts/languages.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";

const PATH = "/api/admin/words";

let app: TestApp;
let admin: Actor;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
  const made = await signedInUser(app, { role: "admin" });
  admin = made.actor;
  token = made.token;
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.context.db.deleteFrom("translated_words").execute();
  await speak("en");
});

/** Makes it the site's language. */
async function speak(language: string): Promise<void> {
  const value = JSON.stringify({ language });
  await sql`insert into settings (value) values (${value}) on conflict (id) do update set value = ${value}::jsonb`.execute(
    app.context.db,
  );
  await app.app.contentChanged();
}
const read = async (language: string) => (await admin.get<WordsState>(`${PATH}?language=${language}`)).body;
const put = async (language: string, words: unknown, actor = admin) => {
  const answer = await actor.put<WordsState & ErrorBody>(PATH, { language, words });
  await app.app.contentChanged();
  return answer;
};
const page = async (path: string) => (await app.actors.anonymous.get(path)).text;
const partOf = ({ texts }: WordsState, key: string) => texts.flatMap(({ parts }) => parts).find((part) => part.key === key);
const countsOf = ({ languages }: WordsState, code: string) => languages.find(({ language }) => language === code);
/** Why a save is refused, by field. */
const refusal = async (language: string, words: unknown) => {
  const { status, body } = await put(language, words);
  return [status, body.details?.map(({ field, rule }) => `${field}: ${rule}`)];
};

test("they are for admins", async () => {
  const reader = (await signedInUser(app)).actor;
  for (const [actor, status] of [
    [app.actors.anonymous, 401],
    [reader, 403],
  ] as const) {
    expect((await actor.get(PATH)).status).toBe(status);
    expect((await put("nl", { "layout.signUp": "Aanmelden" }, actor)).status).toBe(status);
  }
  expect(countsOf(await read("nl"), "nl")).toEqual({ language: "nl", translated: 0, changed: 0 });
});

describe("a text is refused", () => {
  test.each([
    ["for a key that no text has", "layout.signOff", "Weg", "There is no text “layout.signOff” in this language"],
    [
      "for a form that the language doesn't have",
      "cards.likes.few",
      "{count}",
      "There is no text “cards.likes.few” in this language",
    ],
    ["without a placeholder", "cards.shareArticle", "Deel dit", "Text must contain {title}, as the English text does"],
    [
      "with a placeholder of its own",
      "layout.signUp",
      "{name}",
      "Text must not contain {name}, because the English text doesn’t",
    ],
    ["with a placeholder twice", "cards.shareArticle", "{title}, {title}", "Text must contain {title} only once"],
    ["without the number", "cards.likes.other", "veel likes", "Text must contain {count}, as the English text does"],
    ["if it is too long", "layout.signUp", "a".repeat(501), "Text must have at most 500 characters"],
    ["with a null byte", "layout.signUp", "a\0b", "Text must not have control characters or broken ones"],
    ["if it is a number", "layout.signUp", 7, "Text must be text, or null to remove it"],
  ])("%s", async (_, key, text, rule) => {
    expect(await refusal("nl", { [key]: text, "layout.login": "Inloggen" })).toEqual([400, [`words.${key}: ${rule}`]]);
    expect(countsOf(await read("nl"), "nl")?.changed).toBe(0);
  });

  test("in a language that the settings don't know, and ten thousand at once", async () => {
    expect(await refusal("tlh", {})).toEqual([400, [expect.stringMatching(/^language: Language must be one of en, ar, bg/)]]);
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`layout.text${n}`, "Text"]));
    expect(await refusal("nl", many)).toEqual([400, ["words: At most 500 texts can be saved at once"]]);
    expect((await admin.get(`${PATH}?language=tlh`)).status).toBe(400);
  });
});

test("every text that ships could be set", () => {
  for (const language of ["en", ...Object.keys(WORDS)]) {
    const parts = [...partsIn(language).values()];
    expect(parts.length).toBeGreaterThan(400);
    for (const { key, form, english, pattern } of parts) {
      const text = shippedText(language, key, english);
      expect([language, key, text]).not.toEqual([language, key, null]);
      expect([language, key, wordFault(text ?? "", pattern, form)]).toEqual([language, key, null]);
    }
  }
});

test("a text with a number has the plural forms of each language", async () => {
  const forms = async (language: string) =>
    (await read(language)).texts.find(({ key }) => key === "cards.likes")?.parts.map(({ form }) => form);
  expect(await forms("en")).toEqual(["one", "other"]);
  expect(await forms("ja")).toEqual(["other"]);
  expect(await forms("ar")).toEqual(["zero", "one", "two", "few", "many", "other"]);
  expect((await read("en")).languages.map(({ language }) => language)).toEqual([...LANGUAGES]);
});

test("without words of the owner, pages name the built file, and English ones none", async () => {
  expect(await page("/login")).not.toContain("words");
  await speak("nl");
  expect(await page("/login")).not.toContain("words.json");
  await speak("de");
  expect(await page("/login")).toMatch(/hreflang="de" href="[^"]*words-de[^"]*\.json"/);
});

test("a language that doesn't ship is what the owner says, and English where nothing is said", async () => {
  await speak("nl");
  expect(await page("/about")).toContain('<html lang="en"');
  const { status, body } = await put("nl", {
    "layout.login": " Inloggen ",
    "cards.likes.one": "een like",
    "mail.recovery.subject": "Nieuw wachtwoord voor {site}",
  });
  expect(status).toBe(200);
  expect(partOf(body, "layout.login")).toMatchObject({ english: "Login", shipped: null, own: "Inloggen" });
  expect(countsOf(body, "nl")).toEqual({ language: "nl", translated: 2, changed: 3 });
  const html = await page("/about");
  expect(html).toContain('<html lang="nl"');
  expect(html).toMatch(/Inloggen/);
  expect(html).toContain("Sign Up");
  const mail = composeMail("recovery", { token: "a".repeat(64), code: "123456" }, app.settings.site());
  expect(mail.subject).toMatch(/^Nieuw wachtwoord voor /);
  expect(mail.text).toContain("Choose a new password");
});

test("scripts get the same words from an address that changes with them", async () => {
  await speak("de");
  await put("de", { "layout.login": "Einloggen", "mail.code": "Dein Code lautet:" });
  const addressIn = (html: string) => /hreflang="de" href="([^"]*)"/.exec(html)?.[1] ?? "";
  const first = addressIn(await page("/about"));
  expect(first).toMatch(/^\/words\.json\?v=[\w-]{8}$/);
  const file = await app.fetch(new Request(`http://localhost${first}`));
  expect(file.headers.get("cache-control")).toContain("immutable");
  const words = (await file.json()) as Record<string, Record<string, unknown>>;
  expect(words.layout).toEqual({ ...WORDS.de?.layout, login: "Einloggen" });
  expect(words.mail).toBeUndefined();
  await put("de", { "layout.login": "Hereinspaziert" });
  const second = addressIn(await page("/about"));
  expect(second).not.toBe(first);
  const old = await app.fetch(new Request(`http://localhost${first}`));
  expect(old.headers.get("cache-control")).not.toContain("immutable");
  await put("de", { "layout.login": null, "mail.code": "" });
  expect(addressIn(await page("/about"))).toMatch(/words-de/);
});

test("English can be changed too, and what equals the original isn't kept", async () => {
  const { body } = await put("en", { "layout.login": "Come in", "layout.signUp": "Sign Up" });
  expect(countsOf(body, "en")).toMatchObject({ changed: 1 });
  const html = await page("/about");
  expect(html).toContain('<html lang="en"');
  expect(html).toContain("Come in");
  expect(html).toMatch(/hreflang="en" href="\/words\.json/);
});

test("a text is plain text on pages and in emails", async () => {
  await put("en", { "layout.login": "<b>In</b>", "mail.recovery.lead": `<script>alert("{site}")</script>` });
  expect(await page("/about")).not.toContain("<b>In</b>");
  expect(await page("/about")).toContain("&lt;b&gt;In&lt;/b&gt;");
  const { html } = composeMail("recovery", { token: "a".repeat(64), code: "123456" }, app.settings.site());
  expect(html).not.toContain("<script>");
});

test("what another release has stored is ignored if it has no place here", async () => {
  await speak("nl");
  const at = { language: "nl", updated_at: new Date() };
  await app.context.db
    .insertInto("translated_words")
    .values([
      { ...at, key: "layout.gone", text: "Weg" },
      { ...at, key: "cards.shareArticle", text: "Zonder titel" },
    ])
    .execute();
  await app.app.contentChanged();
  expect(await page("/about")).toContain('<html lang="en"');
});

test("an admin sees pages in a language before it is the site's, with words that aren't saved", async () => {
  await put("nl", { "layout.login": "Inloggen" });
  const pass = await app.fetch(
    new Request("http://localhost/api/admin/maintenance/pass", { method: "POST", headers: { authorization: `Bearer ${token}` } }),
  );
  const cookie = pass.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  const shown = async (words: unknown, headers: Record<string, string>, path = "/about") => {
    const query = new URLSearchParams({ page: path, theme: "light", words: JSON.stringify(words) });
    const answer = await app.fetch(new Request(`http://localhost/look-preview?${query}`, { headers }));
    return { status: answer.status, text: await answer.text() };
  };
  const wanted = { language: "nl", words: { "layout.signUp": "Meedoen", "cards.shareArticle": "Zonder titel" } };
  expect((await shown(wanted, {})).status).toBe(403);
  expect((await shown({ language: "tlh", words: {} }, { cookie })).status).toBe(400);
  const { status, text } = await shown(wanted, { cookie });
  expect([status, text.includes("Inloggen"), text.includes("Meedoen"), text.includes("Zonder titel")]).toEqual([
    200,
    true,
    true,
    false,
  ]);
  expect(text).toContain('<html lang="nl"');
  expect((await shown({ language: "ar", words: { "layout.login": "دخول" } }, { cookie })).text).toContain('lang="ar" dir="rtl"');
  expect((await shown({ language: "de", words: {} }, { cookie }, "/privacy/storage")).text).toContain("lokaler Speicher");
  expect(await page("/about")).not.toContain("Meedoen");
});

test("a save is logged with what changed", async () => {
  await put("nl", { "layout.login": "Inloggen" });
  await put("nl", { "layout.login": "Inloggen" });
  const rows = await app.context.db
    .selectFrom("audit_log")
    .selectAll()
    .where("entity", "=", "words")
    .orderBy("id", "desc")
    .execute();
  expect(rows[0]).toMatchObject({
    label: "Dutch (Nederlands)",
    before: { "layout.login": null },
    after: { "layout.login": "Inloggen" },
  });
});
