import { readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number }} Count */

/** A report; undefined when it isn't there or can't be read: then the suite ran nothing. */
export const readReport = (/** @type {string} */ file) => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
};

/** A suite that ended badly without naming a failed test, or ran none, has failed all the same. */
const honest = (/** @type {Count} */ { passed, failed }, /** @type {number} */ status) => {
  if (failed === 0 && (status !== 0 || passed === 0)) return { passed, failed: 1 };
  return { passed, failed };
};

/**
 * Counts a run of Vitest. A file that could not be loaded counts as one failure.
 * @param {string} file its JSON report
 * @param {number} status its exit status
 * @returns {Count}
 */
export function countVitest(file, status) {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const broken = (report.testResults ?? []).filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ result) =>
      result.status === "failed" && result.assertionResults.length === 0,
  );
  return honest({ passed: report.numPassedTests ?? 0, failed: (report.numFailedTests ?? 0) + broken.length }, status);
}

/**
 * Counts a run of Playwright. An error outside of tests counts as a failure.
 * @param {string} file its JSON report
 * @param {number} status its exit status
 * @returns {Count}
 */
export function countPlaywright(file, status) {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const { expected = 0, unexpected = 0 } = report.stats ?? {};
  return honest({ passed: expected, failed: unexpected + (report.errors ?? []).length }, status);
}

/** How many journeys may pass only when they run once more, alone. */
const FLAKY_AT_MOST = 2;

/**
 * Counts journeys of which those that failed ran once more, alone. What passes then is flaky, and counts as passed unless there are more
 * than `FLAKY_AT_MOST` of them.
 * @param {Count} first
 * @param {Count} again
 * @returns {Count & { flaky: number }}
 */
export function countAgain(first, again) {
  const flaky = again.passed;
  if (flaky > FLAKY_AT_MOST) return { ...first, flaky };
  return { passed: first.passed + flaky, failed: Math.max(first.failed - flaky, again.failed), flaky };
}

/**
 * What a run prints at its end: each failure once more, each stage, then the sum as the last line.
 * @param {Count} total
 * @param {string[]} lines
 * @param {string[]} [failures]
 * @returns {string}
 */
export const summary = (total, lines, failures = []) =>
  ["", ...failures, "", ...lines, "", `${total.passed} passed, ${total.failed} failed`].join("\n");
