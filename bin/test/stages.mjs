import { mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { runChecks } from "../check/checks.mjs";
import { ensureBuilt } from "../setup/build.mjs";
import { root } from "../setup/node-version.mjs";
import { run } from "../setup/run.mjs";
import { SetupError } from "../setup/setup-error.mjs";
import { AGAIN, playwrightFailures, vitestFailures } from "./failures.mjs";
import { countAgain, countPlaywright, countVitest } from "./tally.mjs";

/** @typedef {import("./tally.mjs").Count} Count */

/** With more failed journeys than this, something is broken, and none runs again. */
const AGAIN_AT_MOST = 12;

const heading = (/** @type {string} */ title) => console.log(`\n── ${title} ──`);

const one = (/** @type {boolean} */ passed) => (passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

const build = async () => {
  try {
    await ensureBuilt(root, console.log);
    return one(true);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    return one(false);
  }
};

const runner = (/** @type {string[]} */ cli, /** @type {string[]} */ args, /** @type {NodeJS.ProcessEnv} */ env) =>
  run(process.execPath, [join(root, "node_modules", ...cli), ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });

/**
 * Runs the journeys, and those that failed once more, alone.
 * @param {{ reports: string, skipped: string[], env: NodeJS.ProcessEnv, failures: string[] }} options `failures`: is given what failed
 */
async function runJourneys({ reports, skipped, env, failures }) {
  const cli = ["@playwright", "test", "cli.js"];
  // Playwright empties test-results/ when it starts, so its report is read right after it wrote it.
  const report = join(reports, "playwright.json");
  const again = join(reports, "playwright-again.json");
  // A test's title begins with the name of its file.
  const without = skipped.filter((file) => file.endsWith(".e2e.ts")).map((file) => `\\b${basename(file)}\\b`);
  const args = ["test", "--reporter=list,json"];
  const chosen = without.length > 0 ? [`--grep-invert=${without.join("|")}`] : [];
  const status = await runner(cli, [...args, ...chosen], { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  const first = countPlaywright(report, status);
  if (first.failed === 0 || first.failed > AGAIN_AT_MOST) {
    failures.push(...playwrightFailures(report));
    return first;
  }
  heading("failed journeys once more, alone");
  const once = [
    "--last-failed",
    `--last-failed-file=${join(root, "test-results", ".last-run.json")}`,
    "--workers=1",
    "--trace=on",
  ];
  const secondStatus = await runner(cli, [...args, ...once, `--output=${join(root, AGAIN)}`], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: again,
  });
  failures.push(...playwrightFailures(report, again));
  return countAgain(first, countPlaywright(again, secondStatus));
}

/**
 * Runs what there is to pass, also after something failed: the checks, the build, Vitest, Playwright.
 * @param {string} browser the path of a Chromium
 * @param {{ folder: string, memory: string, skipped: string[] }} options where temporary files go, where databases go, and what is left out
 * @returns {Promise<Count & { lines: string[], failures: string[] }>} the sum, a line for each stage, and what failed
 */
export async function runStages(browser, { folder, memory, skipped }) {
  const reports = join(root, "test-results", "reports");
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const vitestReport = join(reports, "vitest.json");
  const strayErrors = join(reports, "stray-errors.json");
  const env = { CHROME_PATH: browser, NODE_ENV: "test", STRAY_ERRORS: strayErrors, TMPDIR: folder, TEST_MEMORY: memory };
  /** @type {string[]} */
  const failures = [];

  /** @type {{ name: string, count: Count & { flaky?: number }, seconds: number }[]} */
  const stages = [];
  const stage = async (/** @type {string} */ name, /** @type {() => Promise<Count & { flaky?: number }>} */ work) => {
    heading(name);
    const began = performance.now();
    const count = await work();
    stages.push({ name, count, seconds: (performance.now() - began) / 1000 });
  };

  heading("checks");
  for (const { name, passed, seconds } of await runChecks()) stages.push({ name, count: one(passed), seconds });
  await stage("build", build);
  await stage("unit and integration", async () => {
    const reporters = ["default", "json", "./bin/test/stray-errors.mjs"].map((name) => `--reporter=${name}`);
    const without = skipped.map((file) => `--exclude=${file}`);
    const args = ["run", ...reporters, `--outputFile.json=${vitestReport}`, ...without];
    const status = await runner(["vitest", "vitest.mjs"], args, env);
    failures.push(...vitestFailures(vitestReport, strayErrors));
    return countVitest(vitestReport, status);
  });
  await stage("end to end", () => runJourneys({ reports, skipped, env, failures }));

  const sum = (/** @type {keyof Count} */ key) => stages.reduce((total, { count }) => total + count[key], 0);
  const lines = stages.map(
    ({ name, count, seconds }) =>
      `${count.failed ? "✗" : "✓"} ${name}: ${count.passed} of ${count.passed + count.failed} (${seconds.toFixed(1)} s)${count.flaky ? `, flaky: ${count.flaky}` : ""}`,
  );
  return { passed: sum("passed"), failed: sum("failed"), lines, failures };
}
