import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GRANTS } from "../../app/domain/users/grants/grant-rules.ts";
import { signedInUser } from "../app/signed-in.ts";
import { createFixture, type Fixture } from "./operation-fixture.ts";
import { OPERATIONS } from "./operation-table.ts";
import { addressOf, findOperation, soundCall } from "./operations.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
  const { app, db, post, admin } = fixture;
  // Without a name, an email address is what would be shown.
  const { actor } = await signedInUser(app, { full_name: null });
  for (const content of ["Where do herons sleep?", "And larks?"])
    await actor.post(`/api/posts/${post.slug}/comments`, { content });
  const comments = await db.selectFrom("comments").select("id").execute();
  for (const { id } of comments.slice(0, 2)) await actor.post(`/api/comments/${id}/report`, { reason: "Rude" });
  await admin.delete(`/api/admin/comments/${comments.at(-1)?.id}`);
});
afterAll(() => fixture.close());

/** Those of readers. */
async function knownAddresses(): Promise<string[]> {
  const { db } = fixture;
  const readers = await db
    .selectFrom("users")
    .leftJoin("grants", "grants.user_id", "users.id")
    .select("users.email")
    .where("users.role", "=", "user")
    .where("grants.user_id", "is", null)
    .execute();
  const subscribers = await db.selectFrom("subscribers").select("email").execute();
  return [...readers, ...subscribers].map(({ email }) => email.toLowerCase());
}

const ofTeam = Object.entries(OPERATIONS).filter(([, { who }]) => !["everyone", "users", "admins"].includes(who));

const TEAM = [...GRANTS.map((grant) => ({ grants: [grant] })), { grants: [...GRANTS] }];

describe.each(TEAM)("with $grants", ({ grants }) => {
  test.each(ofTeam)("%s answers without a reader's email address", async (operationId, row) => {
    const { app, db, document } = fixture;
    const { user, actor } = await signedInUser(app, { grants });
    const { id, path, query, body, file } = (await row.call?.(fixture)) ?? {};
    // All articles are theirs, so that they see as much as they ever could.
    await db.updateTable("posts").set({ author_id: user.id }).execute();
    const operation = findOperation(document, operationId);
    const call = soundCall(operation);
    Object.assign(call.path, id && { id }, path);
    if (query) call.query = query;
    const json = body ?? call.body;
    const sent = file ? new Uint8Array(file) : json === undefined ? undefined : JSON.stringify(json);
    const headers = { "content-type": file ? "application/octet-stream" : "application/json" };
    const { status, text } = await actor.send(
      call.method,
      addressOf(operation.path, call),
      sent === undefined ? {} : { body: sent, headers },
    );
    expect(status).toBeLessThan(500);
    const known = await knownAddresses();
    expect(known.length).toBeGreaterThan(2);
    expect(known.filter((address) => text.toLowerCase().includes(address))).toEqual([]);
  });
});
