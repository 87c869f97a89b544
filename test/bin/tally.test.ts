import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { table } from "../../bin/bench/table.mjs";
import { playwrightFailures, vitestFailures } from "../../bin/test/failures.mjs";
import { countAgain, countPlaywright, countVitest, summary } from "../../bin/test/tally.mjs";
import { tree } from "./tree.ts";

const file = (report: unknown) =>
  join(tree({ "report.json": typeof report === "string" ? report : JSON.stringify(report) }), "report.json");

describe("Vitest's report", () => {
  const suite = (status: string, tests: number) => ({ status, assertionResults: Array.from({ length: tests }, () => ({})) });
  test.each([
    ["all passed", { numPassedTests: 5, numFailedTests: 0, testResults: [suite("passed", 5)] }, 0, { passed: 5, failed: 0 }],
    ["one failed", { numPassedTests: 4, numFailedTests: 1, testResults: [suite("failed", 5)] }, 1, { passed: 4, failed: 1 }],
    [
      "a file that can't be loaded",
      { numPassedTests: 4, numFailedTests: 0, testResults: [suite("failed", 0)] },
      1,
      { passed: 4, failed: 1 },
    ],
    [
      "an error outside of tests",
      { numPassedTests: 4, numFailedTests: 0, testResults: [suite("passed", 4)] },
      1,
      { passed: 4, failed: 1 },
    ],
    ["nothing ran", { numPassedTests: 0, numFailedTests: 0, testResults: [] }, 0, { passed: 0, failed: 1 }],
    ["not JSON", "{", 0, { passed: 0, failed: 1 }],
  ])("%s", (_what, report, status, count) => {
    expect(countVitest(file(report), status)).toEqual(count);
  });

  test("that is missing counts as a failure", () => {
    expect(countVitest(join(tree({}), "gone.json"), 0)).toEqual({ passed: 0, failed: 1 });
  });
});

describe("Playwright's report", () => {
  test.each([
    ["all passed", { stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] }, 0, { passed: 5, failed: 0 }],
    ["one failed", { stats: { expected: 5, unexpected: 1, flaky: 0 }, errors: [] }, 1, { passed: 5, failed: 1 }],
    [
      "the server didn't start",
      { stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: [{ message: "x" }] },
      1,
      { passed: 0, failed: 1 },
    ],
    [
      "everything was skipped",
      { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 4 }, errors: [] },
      0,
      { passed: 0, failed: 1 },
    ],
    ["it died", { stats: { expected: 3, unexpected: 0, flaky: 0 }, errors: [] }, 137, { passed: 3, failed: 1 }],
  ])("%s", (_what, report, status, count) => {
    expect(countPlaywright(file(report), status)).toEqual(count);
  });
});

test.each([
  ["two pass alone", { passed: 5, failed: 2 }, { passed: 2, failed: 0 }, { passed: 7, failed: 0, flaky: 2 }],
  ["one of two passes alone", { passed: 5, failed: 2 }, { passed: 1, failed: 1 }, { passed: 6, failed: 1, flaky: 1 }],
  [
    "three pass alone, which are too many",
    { passed: 5, failed: 3 },
    { passed: 3, failed: 0 },
    { passed: 5, failed: 3, flaky: 3 },
  ],
  ["the second run doesn't start", { passed: 5, failed: 2 }, { passed: 0, failed: 1 }, { passed: 5, failed: 2, flaky: 0 }],
  ["the second run ends badly", { passed: 5, failed: 1 }, { passed: 1, failed: 1 }, { passed: 6, failed: 1, flaky: 1 }],
  [
    "the site stopped badly in the first run",
    { passed: 5, failed: 2 },
    { passed: 1, failed: 0 },
    { passed: 6, failed: 1, flaky: 1 },
  ],
])("of failed journeys, %s", (_what, first, again, count) => {
  expect(countAgain(first, again)).toEqual(count);
});

describe("failures are repeated at the end", () => {
  test("by Vitest: tests, files that can't be loaded, and what happened outside of any test", () => {
    const report = {
      testResults: [
        {
          name: "a.test.ts",
          status: "failed",
          assertionResults: [
            { status: "passed", fullName: "sums" },
            { status: "failed", fullName: "rounds", failureMessages: ["\u001b[31mexpected 2\u001b[39m\n    at a.test.ts:1"] },
          ],
        },
        { name: "b.test.ts", status: "failed", message: "Unexpected token", assertionResults: [] },
      ],
    };
    const stray = [{ title: "Error: Connection lost", file: "c.test.ts", stack: "at c.test.ts:9" }];
    expect(vitestFailures(file(report), file(stray))).toEqual([
      "✗ a.test.ts › rounds\n    expected 2\n        at a.test.ts:1",
      "✗ b.test.ts\n    Unexpected token",
      "✗ outside of any test (c.test.ts): Error: Connection lost\n    at c.test.ts:9",
    ]);
  });

  test("by Playwright: journeys, however deeply nested, and errors outside of them", () => {
    const spec = (title: string, ok: boolean) => ({
      title,
      file: "reading.e2e.ts",
      ok,
      tests: [{ results: [{ error: { message: "Timeout" } }] }],
    });
    const report = {
      suites: [{ specs: [spec("reads", true)], suites: [{ specs: [spec("pages", false)] }] }],
      errors: [{ message: "no server" }],
    };
    expect(playwrightFailures(file(report))).toEqual([
      "✗ reading.e2e.ts › pages\n    Timeout",
      "✗ outside of any journey\n    no server",
    ]);
  });

  test("by Playwright: a journey that passed alone is called flaky", () => {
    const spec = (ok: boolean) => ({
      title: "reads",
      file: "reading.e2e.ts",
      ok,
      tests: [{ results: [{ error: { message: "Timeout" } }] }],
    });
    const run = (ok: boolean) => file({ suites: [{ specs: [spec(ok)] }], errors: [] });
    expect(playwrightFailures(run(false), run(true))).toEqual([
      "✗ reading.e2e.ts › reads (flaky: passed alone; its trace is in test-results/again)\n    Timeout",
    ]);
    expect(playwrightFailures(run(false), run(false))).toEqual(["✗ reading.e2e.ts › reads\n    Timeout"]);
  });

  test("a run without a report says nothing", () => {
    const gone = join(tree({}), "gone.json");
    expect([...vitestFailures(gone, gone), ...playwrightFailures(gone)]).toEqual([]);
  });
});

test("the sum is the last line, and the only one of its kind", () => {
  const lines = summary({ passed: 12, failed: 1 }, ["✓ types: 1 of 1 (2.0 s)"]).split("\n");
  expect(lines.at(-1)).toBe("12 passed, 1 failed");
  expect(lines.filter((line: string) => /\d+ passed, \d+ failed/.test(line))).toHaveLength(1);
});

test("a table of measurements aligns its figures and leaves out empty columns", () => {
  const rows = [
    { measure: "p95", value: 8.25, unit: "ms", target: "≤ 10" },
    { measure: "requests", value: 12345.6, unit: "/s" },
  ];
  expect(table(rows).split("\n")).toEqual([
    "measure    value  unit  target",
    "────────  ──────  ────  ──────",
    "p95         8.25  ms    ≤ 10",
    "requests  12,346  /s",
  ]);
});
