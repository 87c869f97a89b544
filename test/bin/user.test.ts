// slow: app/boot/ app/domain/auth/ app/domain/users/ app/platform/ bin/ db/migrations/

import { join } from "node:path";
import { sql } from "kysely";
import { type TOTP, URI } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findAtWork } from "../../app/platform/postgres/postmaster.ts";
import { createActor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { createClient, createStorage } from "../auth/client.ts";
import { letterTo } from "../auth/mailbox.ts";
import { urlOf } from "../platform/database.ts";
import { hold } from "../platform/start-database.ts";
import { dataFolder, type Ran, runCommand } from "./commands.ts";

const ENTRY = "bin/user.mjs";
const COMMAND = "app/boot/user-command.ts";

const user = (env: NodeJS.ProcessEnv, args: string[], entry = COMMAND) => runCommand(entry, env, args);

const passwordIn = ({ out }: Ran) => /shown only now: (\S+)/.exec(out)?.[1] ?? "";

describe("on the database of DATABASE_URL", () => {
  let app: TestApp;
  let run: (...args: string[]) => Promise<Ran>;
  beforeAll(async () => {
    app = await createTestApp();
    const url = urlOf(app.database.config);
    run = (...args) => user({ DATABASE_URL: url }, args);
  });
  afterAll(() => app.close());

  type Session = { access_token: string; user: { user_metadata: { full_name?: string } } };
  const signInAs = (email: string, password: string) =>
    createActor(app.fetch).post<Session & { error_code: string }>("/auth/v1/token?grant_type=password", { email, password });
  const accountOf = (token: string) =>
    createActor(app.fetch).get<{ role: string }>("/api/account", { authorization: `Bearer ${token}` });

  test("an admin is created whose printed password signs in, and is promoted, demoted, deactivated and reactivated", {
    timeout: 180_000,
  }, async () => {
    expect(await run("list")).toEqual({ code: 0, out: "There are no accounts yet.\n", err: "" });
    const made = await run("create", "Ada@blog.example", "--admin", "--name", "Ada Lovelace");
    expect([made.code, made.err]).toEqual([0, ""]);
    expect(made.out).toContain("The admin Ada@blog.example was created.");
    const { status, body } = await signInAs("ada@blog.example", passwordIn(made));
    expect([status, body.user.user_metadata.full_name]).toEqual([200, "Ada Lovelace"]);
    expect((await accountOf(body.access_token)).body.role).toBe("admin");

    const refused = { code: 1, out: "", err: expect.stringContaining("The last active admin can’t be demoted") };
    expect(await run("demote", "ada@blog.example")).toEqual(refused);
    expect(await run("deactivate", "ada@blog.example")).toEqual(refused);

    const second = await run("create", "grace@blog.example");
    expect(second.out).toContain("The account grace@blog.example was created.");
    expect(await run("promote", "GRACE@blog.example")).toEqual({
      code: 0,
      out: "grace@blog.example is an admin now.\n",
      err: "",
    });
    expect((await run("promote", "grace@blog.example")).out).toContain("is already an admin. Nothing was changed.");
    expect((await run("demote", "ada@blog.example")).out).toBe("ada@blog.example is no longer an admin.\n");
    expect((await accountOf(body.access_token)).body.role).toBe("user");

    expect((await run("deactivate", "ada@blog.example")).out).toContain("is deactivated, and signed out everywhere.");
    expect((await accountOf(body.access_token)).status).toBe(401);
    expect((await signInAs("ada@blog.example", passwordIn(made))).status).toBe(400);
    const { out } = await run("list");
    expect(
      out
        .trimEnd()
        .split("\n")
        .map((line) => line.replace(/\s+/g, " ")),
    ).toEqual([
      expect.stringMatching(/^grace@blog\.example admin active since \d{4}-\d\d-\d\d last sign-in never$/),
      expect.stringMatching(/^ada@blog\.example reader deactivated since .* last sign-in \d{4}-\d\d-\d\d Ada Lovelace$/),
    ]);
    expect((await run("reactivate", "ada@blog.example")).out).toBe("ada@blog.example can sign in again.\n");
    expect((await signInAs("ada@blog.example", passwordIn(made))).status).toBe(200);
  });

  test("a new password replaces the old one and signs out everywhere", async () => {
    const made = await run("create", "lost@blog.example");
    const before = await signInAs("lost@blog.example", passwordIn(made));
    const changed = await run("password", "lost@blog.example");
    expect([changed.code, passwordIn(changed)]).toEqual([0, expect.stringMatching(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)]);
    expect(passwordIn(changed)).not.toBe(passwordIn(made));
    expect((await accountOf(before.body.access_token)).status).toBe(401);
    expect((await signInAs("lost@blog.example", passwordIn(made))).status).toBe(400);
    expect((await signInAs("lost@blog.example", passwordIn(changed))).status).toBe(200);
  });

  test("keys are rotated; signed-in users stay signed in", async () => {
    const made = await run("create", "keys@blog.example");
    const { body } = await signInAs("keys@blog.example", passwordIn(made));
    const kidsInForce = async () =>
      (await app.context.db.selectFrom("signing_keys").select("kid").where("retired_at", "is", null).execute()).map(
        ({ kid }) => kid,
      );
    const before = await kidsInForce();
    expect(await run("rotate-keys")).toMatchObject({ code: 0, out: expect.stringContaining("signed with a new key") });
    const after = await kidsInForce();
    expect([before.length, after.length]).toEqual([1, 1]);
    expect(after).not.toEqual(before);
    expect((await accountOf(body.access_token)).status).toBe(200);
  });

  test("what a user enters after the password is listed, and removed with an email", async () => {
    const made = await run("create", "phone@blog.example");
    const none = "phone@blog.example signs in with the password alone.";
    expect((await run("factors", "phone@blog.example")).out).toBe(`${none}\n`);
    expect((await run("factors", "phone@blog.example", "--reset")).out).toBe(`${none} Nothing was changed.\n`);
    const client = createClient(app, createStorage());
    await client.signInWithPassword({ email: "phone@blog.example", password: passwordIn(made) });
    const { data } = await client.mfa.enroll({ factorType: "totp", friendlyName: "My phone" });
    if (!data) throw new Error("no factor");
    const code = (URI.parse(data.totp.uri) as TOTP).generate();
    expect((await client.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull();
    expect((await run("factors", "phone@blog.example")).out).toMatch(
      /^authenticator app {2}My phone {2}since \d{4}-\d\d-\d\d\n$/,
    );
    await sql`insert into passkeys (user_id, credential_id, public_key, counter, user_handle, rp_id, friendly_name, created_at)
      select id, 'credential', 'key', 0, 'handle', 'blog.example', 'My laptop', '2026-01-02T12:00:00Z' from users
      where email = 'phone@blog.example'`.execute(app.context.db);
    const listed = (await run("factors", "phone@blog.example")).out.split("\n").map((line) => line.split("  ").slice(0, 2));
    expect(listed.slice(0, -1).sort()).toEqual([
      ["authenticator app", "My phone"],
      ["passkey", "My laptop"],
    ]);
    expect((await run("factors", "phone@blog.example", "--reset")).out).toContain("signs in with the password alone");
    const { rows } = await sql`select from passkeys`.execute(app.context.db);
    expect(rows).toEqual([]);
    expect((await client.mfa.listFactors()).data?.all).toEqual([]);
    await client.refreshSession();
    expect((await client.getClaims()).data?.claims.aal).toBe("aal1");
    expect((await letterTo(app, "phone@blog.example")).text).toContain("was reset");
  });

  test("a failure is one sentence and exit code 1", async () => {
    const missing = { code: 1, out: "", err: "There is no account with this email address.\n" };
    for (const verb of ["promote", "demote", "password", "deactivate", "reactivate", "factors"])
      expect(await run(verb, "nobody@blog.example")).toEqual(missing);
    await run("create", "twice@blog.example");
    expect(await run("create", "TWICE@blog.example")).toEqual({
      code: 1,
      out: "",
      err: "This email address already has an account. Nothing was changed.\n",
    });
    const unreachable = await user({ DATABASE_URL: "postgres://a:secret@127.0.0.1:1/x" }, ["list"]);
    expect([unreachable.code, unreachable.out]).toEqual([1, ""]);
    expect(unreachable.err).toBe("The database at 127.0.0.1:1 can't be used: nothing answers there (connection refused).\n");
    const wrong = await user({ DATABASE_URL: "mysql://x" }, ["list"]);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("DATABASE_URL is")]);
  });
});

test.each([
  [[], "The command is missing."],
  [["destroy"], "“destroy” is an unknown command."],
  [["create"], "create needs an email address."],
  [["create", "not an address"], "“not an address” is not an email address."],
  [["promote", "a@b.example", "c@d.example"], "“c@d.example” is unexpected."],
  [["promote", "a@b.example", "--reset"], "--reset belongs to factors, not to promote."],
  [["list", "extra"], "“extra” is unexpected."],
  [["demote", "a@b.example", "--admin"], "--admin and --name belong to create, not to demote."],
  [["create", "a@b.example", "--password", "x"], "Unknown option '--password'."],
])("invalid arguments (%s) print the usage, exit code 2", async (args, sentence) => {
  const { code, out, err } = await user({ DATA_DIR: "/nonexistent" }, args);
  expect([code, out, err.split("\n")[0]]).toEqual([2, "", sentence]);
  expect(err).toContain("npm run user -- create <email>");
});

test("--help prints the usage", async () => {
  for (const args of [["--help"], ["help"]]) {
    const { code, out, err } = await user({}, args);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("rotate-keys");
  }
});

test("while the site doesn't run, it starts the database itself and leaves nothing running", async () => {
  const DATA_DIR = await dataFolder();
  const made = await user({ DATA_DIR }, ["create", "first@blog.example", "--admin"], ENTRY);
  expect([made.err, made.code]).toEqual(["", 0]);
  expect(passwordIn(made)).not.toBe("");
  expect(await findAtWork(join(DATA_DIR, "postgres"))).toBe("nothing");
  // Several at once take turns, or share what the first one has started.
  const names = ["a", "b", "c"];
  const ran = await Promise.all(names.map((name) => user({ DATA_DIR }, ["create", `${name}@blog.example`])));
  expect(ran.map(({ code, err }) => [code, err])).toEqual(names.map(() => [0, ""]));
  const { out } = await user({ DATA_DIR }, ["list"]);
  for (const name of ["first", ...names]) expect(out).toContain(`${name}@blog.example`);
});

test("while the site runs, it works on the site's database and leaves that running", async () => {
  const DATA_DIR = await dataFolder();
  await user({ DATA_DIR }, ["create", "first@blog.example", "--admin"]);
  const site = await hold({ dataDir: join(DATA_DIR, "postgres") });
  try {
    const made = await user({ DATA_DIR }, ["create", "second@blog.example"]);
    expect([made.err, made.code]).toEqual(["", 0]);
    expect((await user({ DATA_DIR }, ["list"])).out).toMatch(/second@blog\.example.*\nfirst@blog\.example/);
    expect(await findAtWork(join(DATA_DIR, "postgres"))).toMatchObject({ connection: { user: "skylark" } });
  } finally {
    await site.stop();
  }
});
