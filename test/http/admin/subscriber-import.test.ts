import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SubscriberImport } from "../../../app/domain/subscribers/imports/import.ts";
import { deleteOldLists, importLines } from "../../../app/domain/subscribers/imports/run-import.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildSubscriber } from "../../builders.ts";
import { zipOf } from "../../imports/importer.ts";

const PATH = "/api/admin/newsletter/import";
const STATEMENT = "They subscribed to the letter on larks.example.";

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.context;
  for (const table of ["subscriber_imports", "subscribers", "erased_subscribers"] as const) await db.deleteFrom(table).execute();
});

type Refusable = SubscriberImport & ErrorBody;

const upload = (body: string | Uint8Array, name = "list.csv") =>
  admin.send<Refusable>("POST", `${PATH}?name=${encodeURIComponent(name)}`, { body: new Uint8Array(Buffer.from(body)) });

const counted = ({ counts }: SubscriberImport) => Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

async function run(): Promise<SubscriberImport | null> {
  const { status, body } = await admin.post<SubscriberImport>(`${PATH}/start`, { statement: STATEMENT });
  expect(status).toBe(200);
  for (let part = 0; part < 5; part += 1) await importLines(app.context, body.id, toolsOf(app));
  return (await admin.get<{ import: SubscriberImport | null }>(PATH)).body.import;
}

const toolsOf = ({ settings }: TestApp) => ({ site: settings.site(), settings: settings.get() });

const all = () =>
  app.context.db.selectFrom("subscribers").select(["email", "state", "source", "consent_text"]).orderBy("email").execute();

describe("refuses", () => {
  test("everybody but admins", async () => {
    const reader = (await signedInUser(app)).actor;
    for (const actor of [app.actors.anonymous, reader]) {
      expect([401, 403]).toContain((await actor.send("POST", `${PATH}?name=x.csv`, { body: "email\na@b.example" })).status);
      expect([401, 403]).toContain((await actor.post(`${PATH}/start`, { statement: STATEMENT })).status);
      expect([401, 403]).toContain((await actor.get(`${PATH}/left-out.csv`)).status);
      expect([401, 403]).toContain((await actor.delete(PATH)).status);
    }
    expect((await admin.get<{ import: null }>(PATH)).body).toEqual({ import: null });
  });

  test.each([
    ["nothing", "", "is empty"],
    ["a table without addresses", "name,age\nAda,36\n", "has no column with email addresses. Name that column “email”"],
    ["only a header", "email,name\n", "has no lines"],
    [
      "an open quotation mark",
      'email,name\nada@blog.example,Ada\n"grace@blog.example,Grace\nx@y.example,X\n',
      "line 3: a quotation mark isn’t closed. Correct it, then upload the file again",
    ],
    ["a broken zip", "PK\u0003\u0004 and nothing", "the archive"],
  ])("%s", async (_, file, rule) => {
    const { status, body } = await upload(file);
    expect([status, body.details?.[0]?.field]).toEqual([400, "file"]);
    expect(body.details?.[0]?.rule).toContain(rule);
    expect(await app.context.db.selectFrom("subscriber_imports").selectAll().execute()).toEqual([]);
  });

  test("a start without a list, without a statement, and twice", async () => {
    expect((await admin.post(`${PATH}/start`, { statement: STATEMENT })).status).toBe(404);
    await upload("email\nada@blog.example");
    expect((await admin.post(`${PATH}/start`, { statement: " " })).status).toBe(400);
    expect((await admin.post(`${PATH}/start`, { statement: STATEMENT })).status).toBe(200);
    const again = await admin.post<ErrorBody>(`${PATH}/start`, { statement: STATEMENT });
    expect([again.status, again.body.code]).toEqual([409, "wrong_state"]);
    const other = await upload("email\ngrace@blog.example");
    expect([other.status, other.body.code]).toEqual([409, "wrong_state"]);
  });
});

test("a check says what would come of each line, and adds nobody", async () => {
  const { db } = app.context;
  const ended = { ended_at: new Date() };
  await buildSubscriber(db, { email: "Known@blog.example" });
  await buildSubscriber(db, { email: "left@blog.example", state: "left", ...ended });
  await buildSubscriber(db, { email: "again@blog.example", state: "pending", ...ended });
  await buildSubscriber(db, { email: "bounced@blog.example", state: "suppressed", suppressed_for: "hard bounce", ...ended });
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("erased@blog.example"));
  await db
    .insertInto("erased_subscribers")
    .values({ email_hash: Buffer.from(hash) })
    .execute();
  const lines = [
    "Email,Name",
    "ada+news@blog.example,<b>Ada</b>",
    "ADA+NEWS@BLOG.example,twice",
    "jürgen@müller.example,\u202eJ",
    "jürgen@xn--mller-kva.example,the same",
    "known@blog.example,",
    "LEFT@blog.example,",
    "again@blog.example,",
    "bounced@blog.example,",
    "erased@blog.example,",
    "=cmd|'/c calc'!A1,",
    "nul\0@blog.example,",
    ",",
  ];
  const { status, body } = await upload(`\ufeff${lines.join("\r\n")}\r\n`);
  expect([status, body.source, body.state]).toEqual([201, "table", "checked"]);
  expect(counted(body)).toEqual({ new: 2, duplicate: 2, known: 1, left: 2, suppressed: 1, erased: 1, invalid: 3 });
  expect(await all()).toHaveLength(4);
  const { text } = await admin.get(`${PATH}/left-out.csv`);
  expect(text).toContain("file,line,email,reason\r\n");
  expect(text).toContain(",7,LEFT@blog.example,left\r\n");
  expect(text).toContain(",11,'=cmd|'/c calc'!A1,invalid\r\n");
  expect(text).not.toContain("ada+news@blog.example");

  expect(await run()).toMatchObject({ state: "done", done: 2, added: 2 });
  const added = (await all()).filter(({ source }) => source === "import");
  expect(added.map(({ email, state }) => [email, state])).toEqual([
    ["ada+news@blog.example", "confirmed"],
    ["jürgen@xn--mller-kva.example", "confirmed"],
  ]);
  expect(added[0]?.consent_text).toBe(`${STATEMENT}\nImported from a table (list.csv).`);
});

describe("encodings and forms", () => {
  test.each([
    ["Latin-1", Buffer.from("email;name\nada@m\xfcller.example;J\xfcrgen\n", "latin1"), "ada@xn--mller-kva.example"],
    ["UTF-16 with tabs", Buffer.from("\ufeffemail\tname\nada@blog.example\tAda\n", "utf16le"), "ada@blog.example"],
    ["semicolons", Buffer.from('"Name";"E-Mail"\n"Lovelace; Ada";"ada@blog.example"\n'), "ada@blog.example"],
    ["a list without a header", Buffer.from("ada@blog.example\n"), "ada@blog.example"],
    ["names before addresses", Buffer.from("email\nAda Lovelace <ada@blog.example>\n"), "ada@blog.example"],
    ["our own apostrophe", Buffer.from("email\n'+ada@blog.example\n"), "+ada@blog.example"],
    ["stray quotation marks", Buffer.from('email,name\nada@blog.example,5" disk\n'), "ada@blog.example"],
    ["old line ends", Buffer.from("email,name\rada@blog.example,Ada\r"), "ada@blog.example"],
  ])("takes %s", async (_, file, email) => {
    expect(counted((await upload(file)).body)).toEqual({ new: 1 });
    await run();
    expect((await all()).map((one) => one.email)).toEqual([email]);
  });
});

const MAILCHIMP = "Email Address,First Name,MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME";

describe("exports of", () => {
  test.each([
    [
      "substack",
      "email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at\nada@blog.example,false,,other,false,2024-03-10T12:00:00.000Z,\nb@blog.example,false,,other,true,2024-01-01,\n",
      { new: 1, "left elsewhere": 1 },
    ],
    [
      "ghost",
      "id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers\n1,ada@blog.example,Ada,,true,false,,2024-03-10T12:00:00.000Z,,,\n2,b@blog.example,,,false,false,,,,,\n",
      { new: 1, "left elsewhere": 1 },
    ],
    [
      "mailchimp",
      `${MAILCHIMP},CLEAN_TIME\nada@blog.example,Ada,2,2024-03-10 12:00:00,2024-03-10 12:00:05,\nb@blog.example,,1,,,2023-01-01\n`,
      { new: 1, "bounced elsewhere": 1 },
    ],
    [
      "buttondown",
      "email,notes,metadata,tags,subscriber_type,creation_date\nada@blog.example,,{},,regular,2024-03-10T12:00:00Z\nb@blog.example,,{},,unsubscribed,\nc@blog.example,,{},,unactivated,\nd@blog.example,,{},,undeliverable,\n",
      { new: 1, "left elsewhere": 1, "never confirmed elsewhere": 1, "bounced elsewhere": 1 },
    ],
    [
      "listmonk",
      'uuid,email,name,attributes,status,created_at,updated_at\nu,ada@blog.example,Ada,"{""city"": ""x""}",enabled,2024-03-10T12:00:00Z,\nv,b@blog.example,,{},blocklisted,,\n',
      { new: 1, "left elsewhere": 1 },
    ],
  ])("%s are recognized by their columns", async (source, file, counts) => {
    const { body } = await upload(file);
    expect([body.source, counted(body)]).toEqual([source, counts]);
    await run();
    const [ada, ...others] = await all();
    expect(others).toEqual([]);
    expect(ada?.consent_text).toContain("They signed up there on 2024-03-10.");
  });

  test("our own keep out who left, and come back", async () => {
    await buildSubscriber(app.context.db, { email: "ada@blog.example" });
    await buildSubscriber(app.context.db, { email: "left@blog.example", state: "left", ended_at: new Date() });
    const { text } = await admin.get("/api/admin/newsletter/subscribers.csv");
    await app.context.db.deleteFrom("subscribers").execute();
    const { body } = await upload(text);
    expect([body.source, counted(body)]).toEqual(["skylark", { new: 1, "left elsewhere": 1 }]);
  });

  test("Mailchimp’s zip hold back whoever ended in any of its files", async () => {
    const file = await zipOf({
      "subscribed_email_audience_export_1.csv": `${MAILCHIMP}\nada@blog.example,,,,\nboth@blog.example,,,,\n`,
      "unsubscribed_email_audience_export_1.csv": `${MAILCHIMP},UNSUB_TIME\nBoth@blog.example,,,,,2024-01-01\n`,
      "cleaned_email_audience_export_1.csv": `${MAILCHIMP},CLEAN_TIME\nc@blog.example,,,,,2024-01-01\n`,
      "nonsubscribed_email_audience_export_1.csv": `${MAILCHIMP}\nd@blog.example,,,,\n`,
      "readme.txt": "Thank you for your stay.",
    });
    const { body } = await upload(file, "audience.zip");
    expect(counted(body)).toEqual({ new: 1, "left elsewhere": 2, "bounced elsewhere": 1, "never confirmed elsewhere": 1 });
  });

  test("Substack’s zip is read beside its posts", async () => {
    const file = await zipOf({
      "posts.csv": "post_id,post_date,title\n1.first,2024-01-01,First\n",
      "posts/1.first.html": "<p>Hello</p>",
      "email_list.larks.csv": "email,active_subscription,expiry\nada@blog.example,false,\n",
    });
    const { body } = await upload(file, "larks.zip");
    expect([body.source, counted(body)]).toEqual(["substack", { new: 1 }]);
  });
});

test("who left or was erased after the check stays out", async () => {
  await upload("email\nada@blog.example\ngrace@blog.example\n");
  await buildSubscriber(app.context.db, { email: "ada@blog.example", state: "left", ended_at: new Date() });
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("grace@blog.example"));
  await app.context.db
    .insertInto("erased_subscribers")
    .values({ email_hash: Buffer.from(hash) })
    .execute();
  expect(await run()).toMatchObject({ state: "done", done: 2, added: 0 });
  expect((await all()).map(({ email, state }) => [email, state])).toEqual([["ada@blog.example", "left"]]);
});

test("a list is imported in parts, each once, and can be stopped", async () => {
  const emails = Array.from({ length: 4500 }, (_, n) => `reader-${n}@blog.example`);
  const { body } = await upload(`email\n${emails.join("\n")}`);
  await admin.post(`${PATH}/start`, { statement: STATEMENT });
  await Promise.all([importLines(app.context, body.id, toolsOf(app)), importLines(app.context, body.id, toolsOf(app))]);
  expect((await admin.get<{ import: SubscriberImport }>(PATH)).body.import).toMatchObject({ state: "running", added: 4000 });
  expect((await admin.delete(PATH)).status).toBe(204);
  await importLines(app.context, body.id, toolsOf(app));
  expect(await all()).toHaveLength(4000);
});

test("a list is deleted after thirty days", async () => {
  await upload("email\nada@blog.example");
  const later = new Date(Date.now() + 31 * 86_400_000);
  await deleteOldLists({ ...app.context, clock: { now: () => later } });
  expect((await admin.get<{ import: null }>(PATH)).body.import).toBeNull();
});
