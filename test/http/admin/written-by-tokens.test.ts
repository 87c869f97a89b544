import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminPost, AdminPostPage } from "../../../app/domain/posts/post-shapes.ts";
import type { Revision } from "../../../app/domain/posts/revisions/revision.ts";
import { buildToken } from "../../app/api-tokens.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory, buildPost } from "../../builders.ts";

let app: TestApp;
let category_id: string;
beforeAll(async () => {
  app = await createTestApp();
  category_id = (await buildCategory(app.context.db)).id;
});
afterAll(() => app.close());

const POSTS = "/api/admin/posts";

const newDraft = (author_id: string) =>
  buildPost(app.context.db, {
    status: "draft",
    published_at: null,
    category_id,
    content: "<p>Long enough to be published, and read by anybody.</p>",
    author_id,
  });

async function owner() {
  const { user, actor } = await signedInUser(app, { role: "admin", full_name: "Ada" });
  return { user, person: actor, program: await buildToken(app, user.id, { name: "Notes" }) };
}

const subjectsTo = async (recipient: string) => {
  const rows = await app.context.db.selectFrom("outbox").select("subject").where("recipient", "=", recipient).execute();
  return rows.map(({ subject }) => subject.replace(/ at .*/, ""));
};

test("the history and the filter show what a token wrote, and only that", async () => {
  const { user, person, program } = await owner();
  const [byProgram, byPerson] = [await newDraft(user.id), await newDraft(user.id)];
  expect((await program.actor.patch<AdminPost>(`${POSTS}/${byProgram.id}`, { title: "By a program", version: 1 })).status).toBe(
    200,
  );
  expect((await person.patch<AdminPost>(`${POSTS}/${byPerson.id}`, { title: "By a person", version: 1 })).status).toBe(200);
  const newest = async (id: string) =>
    (await person.get<{ items: Revision[] }>(`${POSTS}/${id}/revisions`)).body.items[0]?.token_name;
  expect([await newest(byProgram.id), await newest(byPerson.id)]).toEqual(["Notes", null]);
  const { body } = await person.get<AdminPostPage>(`${POSTS}?by=machines`);
  expect(body.items.map(({ title }) => title)).toEqual(["By a program"]);
  expect(body.counts.by_tokens).toBe(1);
});

test("its owner gets one email in ten minutes when it publishes or schedules, and none when it is switched off", async () => {
  const { user, person, program } = await owner();
  const [one, two, three, four] = [
    await newDraft(user.id),
    await newDraft(user.id),
    await newDraft(user.id),
    await newDraft(user.id),
  ];
  await person.post(`${POSTS}/bulk`, { ids: [one.id], action: "publish" });
  expect(await subjectsTo(user.email)).toEqual([]);
  await program.actor.patch(`${POSTS}/${two.id}`, { status: "published", version: 1 });
  await program.actor.post(`${POSTS}/bulk`, { ids: [three.id], action: "publish" });
  expect(await subjectsTo(user.email)).toEqual([`“${two.title}” was published by a token`]);
  await app.context.db.updateTable("api_tokens").set({ mailed_at: null }).where("id", "=", program.id).execute();
  const plan = { kind: "publish", at: new Date(Date.now() + 86_400_000).toISOString() };
  expect((await program.actor.put(`${POSTS}/${four.id}/schedule`, plan)).status).toBe(200);
  expect(await subjectsTo(user.email)).toContain(`“${four.title}” was scheduled by a token`);
  const off = { mails_publishing: false, mailed_at: null };
  await app.context.db.updateTable("api_tokens").set(off).where("id", "=", program.id).execute();
  await program.actor.post(`${POSTS}/bulk`, { ids: [four.id], action: "publish" });
  expect(await subjectsTo(user.email)).toHaveLength(2);
});
