import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditPage } from "../../../app/domain/audit/audit.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";

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
  await app.settings.reload();
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
