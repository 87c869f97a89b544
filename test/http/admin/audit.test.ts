import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditPage } from "../../../app/domain/audit/audit.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";

const PATH = "/api/admin/audit";

let app: TestApp;
let admin: Actor;
let email: string;
beforeAll(async () => {
  app = await createTestApp();
  const one = await signedInUser(app, { role: "admin" });
  [admin, email] = [one.actor, one.user.email];
});
afterAll(() => app.close());

test("it requires an admin", async () => {
  const nobody = await app.actors.anonymous.get<ErrorBody>(PATH);
  expect([nobody.status, nobody.body.code]).toEqual([401, "no_authorization"]);
  const { actor } = await signedInUser(app);
  expect((await actor.get(PATH)).status).toBe(403);
});

test("an empty log is an empty page, which is never cached", async () => {
  const { status, body, headers } = await admin.get<AuditPage>(PATH);
  const filters = { who: [], actions: [] };
  expect([status, body]).toEqual([200, { items: [], total: 0, total_is_capped: false, page: 1, pages: 0, limit: 20, filters }]);
  expect(headers.get("cache-control")).toBe("no-store");
});

test("a write of the back office is found by actor, entity, day and name, with the values before and after it", async () => {
  const made = await admin.post<{ id: string }>("/api/admin/categories", { name: "Birds", description: "", color: "#3b82f6" });
  expect(made.status, made.text).toBe(201);
  expect((await admin.patch(`/api/admin/categories/${made.body.id}`, { name: "Larks" })).status).toBe(200);
  const today = new Date().toISOString().slice(0, 10);
  const query = new URLSearchParams({
    who: email,
    entity: "category",
    action: "updated",
    search: "lark",
    from: today,
    to: today,
  });
  const { body } = await admin.get<AuditPage>(`${PATH}?${query}`);
  expect(body).toMatchObject({ total: 1, filters: { who: [email], actions: ["created", "updated"] } });
  const [entry] = body.items;
  expect(entry).toMatchObject({ actor_email: email, entity_id: made.body.id, label: "Larks" });
  expect([entry?.before?.name, entry?.after?.name]).toEqual(["Birds", "Larks"]);
});

test("days are those of the owner's timezone", async () => {
  await app.context.db
    .updateTable("audit_log")
    .set({ at: new Date("2026-03-14T23:30:00Z") })
    .execute();
  const found = async () => (await admin.get<AuditPage>(`${PATH}?from=2026-03-15&to=2026-03-15`)).body.total;
  expect(await found()).toBe(0);
  const tokyo = JSON.stringify({ timezone: "Tokyo" });
  await app.context.db.updateTable("settings").set({ value: tokyo }).execute();
  await app.settings.renew();
  expect(await found()).toBe(2);
});

test.each([
  ["from=2026-02-30", "from", "must be a day such as 2026-01-31"],
  ["to=yesterday", "to", "must be a day such as 2026-01-31"],
  ["from=+002026-01-01", "from", "must be a day such as 2026-01-31"],
  ["entity=weather", "entity", expect.stringContaining("must be one of post; category")],
  ["search=ab", "search", "must have 3 to 200 characters"],
  ["limit=101", "limit", "must be a whole number from 1 to 100"],
])("%s is refused", async (query, field, rule) => {
  const { status, body } = await admin.get<ErrorBody>(`${PATH}?${query}`);
  expect([status, body.details]).toEqual([400, [{ field, rule }]]);
});

const outside = ["😀", "𠮷", "𝗯", "👨‍👩‍👧‍👦", "e\u0301"];
const longText = (letter: string, before: number) => `${"a".repeat(before)}${letter}${" and so on".repeat(20)}`;

test.each(outside)("a text with %s where the log cuts it is saved, published, changed and deleted", async (letter) => {
  const category = { description: "", intro: longText(letter, 498), color: "#3b82f6" };
  const made = await admin.post<{ id: string }>("/api/admin/categories", { name: crypto.randomUUID(), ...category });
  expect(made.status, made.text).toBe(201);
  for (const [field, before] of [
    ["content", 498],
    ["content", 497],
    ["description", 498],
    ["excerpt", 498],
  ] as const) {
    const values = {
      title: `Dawn ${letter}`,
      slug: `dawn-${crypto.randomUUID()}`,
      description: "How the day begins.",
      content: longText("b", 99),
    };
    const whole = { ...values, [field]: longText(letter, before), category_id: made.body.id };
    const post = await admin.post<{ id: string; version: number }>("/api/admin/posts", { ...whole, status: "published" });
    expect(post.status, post.text).toBe(201);
    const changed = await admin.patch(`/api/admin/posts/${post.body.id}`, {
      version: post.body.version,
      [field]: longText("b", 600),
    });
    expect(changed.status, changed.text).toBe(200);
  }
  // As an import stores it: the log has no entry of the post yet.
  const { id } = await buildPost(app.context.db, { content: longText(letter, 498) });
  const { version } = (await admin.get<{ version: number }>(`/api/admin/posts/${id}`)).body;
  expect((await admin.patch(`/api/admin/posts/${id}`, { version, content: longText("b", 600) })).status).toBe(200);
  const stored = await buildPost(app.context.db, { content: longText(letter, 498) });
  expect((await admin.delete(`/api/admin/posts/${stored.id}`)).status).toBe(204);
  const { body } = await admin.get<AuditPage>(`${PATH}?entity=post&limit=100`);
  expect(JSON.stringify(body).isWellFormed() && !JSON.stringify(body).includes("\ufffd")).toBe(true);
});
