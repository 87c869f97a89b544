// slow: app/boot/ app/platform/ db/migrations/

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataFolder } from "../bin/commands.ts";
import { openTestContext } from "../context.ts";
import { startS3 } from "../media/s3-server.ts";
import { bootInstance, signInAdmin } from "./boot-instance.ts";
import { startPassThrough } from "./pass-through.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());

test("instances with a data folder each import what either of them received", async () => {
  const s3 = await startS3();
  const DATABASE_URL = (await startPassThrough(opened.config)).urlOf(opened.config);
  const folders = [await dataFolder(), await dataFolder()];
  const instances = [];
  for (const DATA_DIR of folders) instances.push(await bootInstance({ DATABASE_URL, DATA_DIR, S3_URL: s3.url }));
  const [admin = expect.fail(), other = expect.fail()] = await Promise.all(instances.map(signInAdmin));
  type Row = { id: string; state: string };
  const states = async (ids: string[]) =>
    Promise.all(ids.map(async (id) => (await admin<Row>("GET", `/api/admin/imports/${id}`)).state));
  const upload = (n: number) =>
    admin<Row>(
      "POST",
      `/api/admin/imports?name=${n}.md`,
      Buffer.from(`---\ntitle: Letter ${n}\ndate: 2024-05-0${n}\n---\n\nA text.\n`),
    );
  // Which instance takes a job is chance.
  const ids: string[] = [];
  for (let n = 1; n <= 6; n++) ids.push((await upload(n)).id);
  await expect.poll(() => states(ids)).toEqual(ids.map(() => "checked"));
  for (const id of ids) await other("POST", `/api/admin/imports/${id}/start`);
  await expect.poll(() => states(ids)).toEqual(ids.map(() => "done"));
  const { count } = await opened.db
    .selectFrom("posts")
    .select((s) => s.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(6);

  // An instance keeps no copy of what another one received; deleting an import removes its file from the bucket.
  const importFiles = (folder = "") => readdir(join(folder, "imports")).catch(() => []);
  expect((await importFiles(folders[0])).sort()).toEqual(ids.toSorted());
  await expect.poll(() => importFiles(folders[1])).toEqual([]);
  const shared = () => s3.keys().then((keys) => keys.filter((key) => key.startsWith("imports/")).sort());
  expect(await shared()).toEqual(ids.map((id) => `imports/${id}`).sort());
  for (const id of ids) await other("DELETE", `/api/admin/imports/${id}`);
  expect(await shared()).toEqual([]);
  for (const { stop } of instances) await stop();
  await s3.stop();
});
