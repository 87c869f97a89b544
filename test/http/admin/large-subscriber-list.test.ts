// slow: app/domain/subscribers/imports/

import { afterAll, beforeAll, expect, test } from "vitest";
import type { SubscriberImport } from "../../../app/domain/subscribers/imports/import.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";

const LINES = 1_000_000;

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());

const upload = (body: Uint8Array<ArrayBuffer>) =>
  admin.send<SubscriberImport & ErrorBody>("POST", "/api/admin/newsletter/import?name=list.csv", { body });

test("a list of a million lines and more than 50 MB is checked, and one line more is refused", async () => {
  const lines = Array.from({ length: LINES }, (_, n) => `reader-${n}@blog.example;Larks;${"sing at dawn ".repeat(2)}`);
  lines[1] = "READER-0@blog.example;;";
  lines[2] = "no address;;";
  const list = Buffer.from(`email;name;note\n${lines.join("\n")}\n`);
  expect(list.byteLength).toBeGreaterThan(50_000_000);
  const checked = await upload(list);
  expect(checked.status).toBe(201);
  expect(checked.body.counts).toMatchObject({ new: LINES - 2, duplicate: 1, invalid: 1 });

  const refused = await upload(Buffer.concat([list, Buffer.from("one@more.example\n")]));
  expect([refused.status, refused.body.details?.[0]]).toEqual([
    400,
    { field: "file", rule: "has more than 1,000,000 lines. Split it" },
  ]);
  const { body } = await admin.get<{ import: SubscriberImport }>("/api/admin/newsletter/import");
  expect(body.import.id).toBe(checked.body.id);
});
