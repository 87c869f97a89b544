import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestContext } from "../../../test/context.ts";
import { type ImportTools, openImportJob } from "./import-job.ts";
import { IMPORT_STATES, type ImportMove, type ImportState, noReport } from "./import-rules.ts";
import { findImport, insertImport, moveImport } from "./imports.sql.ts";
import { Notes } from "./report.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());

const tools: ImportTools = { folder: "/nowhere", media: undefined as never, ownHost: () => undefined };
async function buildImport(state: ImportState, values: { done?: number; report?: object } = {}): Promise<string> {
  const id = crypto.randomUUID();
  const { done = 0, report = {} } = values;
  await insertImport(opened.db, { id, name: "old.xml", bytes: 1, state, done, report: JSON.stringify(report) });
  return id;
}
const stored = async (id: string) => {
  const row = await findImport(opened.db, id);
  if (!row) throw new Error("there is no such import");
  return row;
};
const jobOf = async (id: string, more: Partial<ImportTools> = {}) => {
  const job = await openImportJob(opened.ctx, id, { ...tools, ...more });
  if (!job) throw new Error("it has nothing to do");
  return job;
};
const notesOf = (added: number, ...sentences: string[]) => {
  const notes = new Notes();
  notes.count("posts", "added", added);
  for (const sentence of sentences) notes.report("changed", "item 1", sentence);
  return notes;
};

/** Where each move leads from each state, by hand; from the other states nothing happens. */
const MOVES: [ImportMove, Partial<Record<ImportState, ImportState>>][] = [
  ["start", { checked: "importing", done: "importing", cancelled: "importing", failed: "importing", undone: "importing" }],
  [
    "choose",
    { checked: "checking", refused: "checking", cancelled: "checking", failed: "checking", done: "checking", undone: "checking" },
  ],
  ["cancel", { checking: "cancelled", importing: "cancelled", pictures: "cancelled" }],
  ["pass", { checking: "checked" }],
  ["retry", { done: "pictures", failed: "pictures", cancelled: "pictures" }],
  ["fetch", { importing: "pictures", pictures: "pictures" }],
  ["undo", { checked: "undoing", refused: "undoing", done: "undoing", cancelled: "undoing", failed: "undoing" }],
  ["finish", { pictures: "done", undoing: "undone" }],
  ["stop", { checking: "refused", importing: "failed", pictures: "failed", undoing: "failed" }],
  ["revive", { refused: "checking", failed: "importing" }],
];
test.each(MOVES)("%s leads on from the right states alone", async (move, expected) => {
  for (const state of IMPORT_STATES) {
    const id = await buildImport(state);
    const now = await moveImport(opened.db, id, move, { done: 7 });
    expect([state, now]).toEqual([state, expected[state]]);
    const row = await stored(id);
    expect([state, row.state, row.done]).toEqual([state, expected[state] ?? state, expected[state] ? 7 : 0]);
  }
});

describe("a job", () => {
  test("is opened for an import with something to do", async () => {
    const open = [];
    for (const state of IMPORT_STATES) if (await openImportJob(opened.ctx, await buildImport(state), tools)) open.push(state);
    expect(open).toEqual(["checking", "importing", "pictures", "undoing"]);
    expect(await openImportJob(opened.ctx, crypto.randomUUID(), tools)).toBeUndefined();
  });

  test("goes on with its report where a run was cut off, and counts a finding once", async () => {
    const { report } = { report: noReport() };
    report.counts.posts.added = 200;
    report.found.changed = 1;
    report.findings = [{ severity: "changed", place: "item 1", sentence: "It was a page." }];
    const job = await jobOf(await buildImport("importing", { done: 200, report }));
    expect([job.isResumed, job.isDry, job.resumeFrom]).toEqual([true, false, 200]);
    job.note(notesOf(50, "It was a page.", "It was private."));
    expect(job.report.counts.posts.added).toBe(250);
    expect([job.report.found.changed, job.report.findings.length]).toEqual([2, 2]);
  });

  test("begins again where a check was cut off: nothing is counted twice", async () => {
    const report = noReport();
    report.counts.posts.added = 200;
    const job = await jobOf(await buildImport("checking", { done: 200, report }));
    expect([job.isResumed, job.isDry, job.resumeFrom, job.report.counts.posts.added]).toEqual([false, true, 0, 0]);
  });

  test("stores how far it has come, and hears that it was cancelled", async () => {
    const heard: unknown[] = [];
    const id = await buildImport("importing");
    const job = await jobOf(id, { onProgress: (...all) => heard.push(all) });
    expect(await job.progress(0, 300)).toBe(true);
    job.note(notesOf(100));
    expect(await job.progress(100)).toBe(true);
    expect(await stored(id)).toMatchObject({ done: 100, total: 300, report: { counts: { posts: { added: 100 } } } });
    await moveImport(opened.db, id, "cancel", {});
    expect(await job.progress(200)).toBe(false);
    expect(await stored(id)).toMatchObject({ state: "cancelled", done: 100 });
    expect(heard).toEqual([
      ["importing", 0, 300],
      ["importing", 100, 300],
      ["importing", 200, 300],
    ]);
  });

  test("ends a step when the process stops, having stored it", async () => {
    const stopping = AbortSignal.abort();
    const id = await buildImport("importing");
    expect(await (await jobOf(id, { stopping })).progress(100, 300)).toBe(false);
    expect(await stored(id)).toMatchObject({ state: "importing", done: 100 });
  });

  test("goes from posts to pictures to its end, which the activity log names", async () => {
    const id = await buildImport("importing");
    const job = await jobOf(id);
    job.note(notesOf(3));
    expect(await job.fetchPictures(12)).toBe(true);
    expect([job.state, await stored(id)]).toMatchObject([
      "pictures",
      { state: "pictures", done: 0, total: 12, finished_at: null },
    ]);
    await job.finish();
    expect(await stored(id)).toMatchObject({ state: "done", finished_at: expect.any(Date) });
    await job.finish();
    const entries = await opened.db.selectFrom("audit_log").select(["action", "after"]).where("entity_id", "=", id).execute();
    expect(entries).toMatchObject([{ action: "finished", after: { posts: 3, comments: 0 } }]);
  });

  test.each([
    ["checking", "refused"],
    ["importing", "failed"],
    ["pictures", "failed"],
  ] as const)("that stops while %s is %s, with the place and the reason as the database can hold them", async (state, after) => {
    const id = await buildImport(state);
    await (await jobOf(id)).stop({ place: "a\0.md", sentence: "No \ud800." });
    const row = await stored(id);
    expect([row.state, row.report.refusal]).toEqual([after, { place: "a�.md", sentence: "No �." }]);
  });

  test("that was cancelled meanwhile stays cancelled", async () => {
    const id = await buildImport("importing");
    const job = await jobOf(id);
    await moveImport(opened.db, id, "cancel", {});
    expect(await job.fetchPictures(1)).toBe(false);
    await job.stop({ place: "x", sentence: "y" });
    expect((await stored(id)).state).toBe("cancelled");
  });
});
