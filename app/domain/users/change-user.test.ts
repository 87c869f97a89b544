import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildUser } from "../../../test/builders.ts";
import { openTestContext } from "../../../test/context.ts";
import { hashPassword, storePassword } from "../auth/passwords.ts";
import { changeRole, deactivateUser, reactivateUser } from "./change-user.ts";
import { deleteAccount, deleteUser } from "./delete-user.ts";
import { LAST_ADMIN, OPERATOR } from "./user.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
let hash: string;
beforeAll(async () => {
  opened = await openTestContext();
  hash = await hashPassword("right");
});
afterAll(() => opened.close());
// Deletes users by TRUNCATE, because the rule keeps the last admin from being deleted.
const empty = () => sql`truncate users cascade`.execute(opened.db);
beforeEach(empty);

const admins = async (n: number) => {
  const made = await Promise.all(Array.from({ length: n }, () => buildUser(opened.db, { role: "admin" })));
  for (const { id } of made) await storePassword(opened.ctx, id, hash);
  return made.map(({ id }) => id);
};
const activeAdmins = async () =>
  (await opened.db.selectFrom("users").select("id").where("role", "=", "admin").where("is_active", "=", true).execute()).map(
    ({ id }) => id,
  );

/** Every way in which a user can stop being an admin. */
const WAYS: Record<string, (id: string) => Promise<unknown>> = {
  demote: (id) => changeRole(opened.ctx, OPERATOR, id, "user"),
  deactivate: (id) => deactivateUser(opened.ctx, OPERATOR, id),
  delete: (id) => deleteUser(opened.ctx, OPERATOR, id),
  "delete oneself": (id) => deleteAccount(opened.ctx, { id, email: "" }, { password: "right" }),
  "SQL by hand": (id) => opened.db.updateTable("users").set({ role: "user", is_active: false }).where("id", "=", id).execute(),
  "SQL by hand, deleting": (id) => opened.db.deleteFrom("users").where("id", "=", id).execute(),
};

test.each(Object.entries(WAYS))("the last active admin stays: %s", async (_, way) => {
  const [only = ""] = await admins(1);
  await buildUser(opened.db, { role: "admin", is_active: false });
  await buildUser(opened.db);
  await expect(way(only)).rejects.toThrow(/last active admin/);
  expect(await activeAdmins()).toEqual([only]);
});

test.each(Object.entries(WAYS))("another admin can go: %s", async (_, way) => {
  const [first = "", second = ""] = await admins(2);
  await way(first);
  expect(await activeAdmins()).toEqual([second]);
});

test("the refusal is a conflict with a message", async () => {
  const [only = ""] = await admins(1);
  await expect(changeRole(opened.ctx, OPERATOR, only, "user")).rejects.toMatchObject({
    kind: "conflict",
    code: "last_admin",
    message: LAST_ADMIN,
  });
});

test("of admins who all go at the same moment, in all ways, one stays", async () => {
  for (let round = 0; round < 8; round++) {
    await empty();
    const ids = await admins(9);
    const ways = Object.values(WAYS);
    const ended = await Promise.allSettled(ids.map((id, n) => ways[(n + round) % ways.length]?.(id)));
    const left = await activeAdmins();
    expect(left).toHaveLength(1);
    const refused = ended.filter((end) => end.status === "rejected");
    expect(refused.map(({ reason }) => (reason as Error).message)).toEqual([expect.stringMatching(/last active admin/)]);
  }
});

test("two admins who demote each other leave one", async () => {
  for (let round = 0; round < 10; round++) {
    await empty();
    const pair = await admins(2);
    const ended = await Promise.allSettled(pair.map((id) => changeRole(opened.ctx, OPERATOR, id, "user")));
    expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await activeAdmins()).toHaveLength(1);
  }
});

test("changes of nobody's role or activity need no admin and wait for no lock", async () => {
  const reader = await buildUser(opened.db);
  await opened.db.updateTable("users").set({ full_name: "Renamed" }).where("id", "=", reader.id).execute();
  await deactivateUser(opened.ctx, OPERATOR, reader.id);
  await reactivateUser(opened.ctx, OPERATOR, reader.id);
  await deleteUser(opened.ctx, OPERATOR, reader.id);
  expect(await activeAdmins()).toEqual([]);
});

test("only admins and the operator may change users", async () => {
  const { id, email } = await buildUser(opened.db);
  const reader = { kind: "user" as const, id, email, role: "user" as const, sessionId: id };
  for (const attempt of [
    changeRole(opened.ctx, reader, id, "admin"),
    deactivateUser(opened.ctx, reader, id),
    deleteUser(opened.ctx, { kind: "anonymous" }, id),
  ])
    await expect(attempt).rejects.toMatchObject({ kind: "forbidden" });
});
