import { readReport } from "./tally.mjs";

/** How much of what a failed test says is repeated: the rest is printed where it failed. */
const LINES = 12;

/** Where the second run of failed journeys leaves its traces. */
export const AGAIN = "test-results/again";

// biome-ignore lint/suspicious/noControlCharactersInRegex: the colors of a terminal begin with one
const COLOR = /\u001b\[[0-9;]*m/g;

/** One failure as it is repeated at the end of a run: what failed, and the start of its message. */
const describeFailure = (/** @type {string} */ what, /** @type {string} */ message) => {
  const lines = message.replace(COLOR, "").split("\n").slice(0, LINES);
  return [`✗ ${what}`, ...lines.map((line) => `    ${line}`)].join("\n");
};

/**
 * What failed in a run of Vitest.
 * @param {string} file its JSON report
 * @param {string} strayFile what stray-errors.mjs noted
 * @returns {string[]}
 */
export function vitestFailures(file, strayFile) {
  /** @typedef {{ status: string, fullName: string, failureMessages?: string[] }} Test */
  /** @type {{ name: string, status: string, message?: string, assertionResults: Test[] }[]} */
  const files = readReport(file)?.testResults ?? [];
  const failed = files.flatMap(({ name, status, message = "", assertionResults }) => {
    if (status === "failed" && assertionResults.length === 0) return [describeFailure(name, message)];
    const tests = assertionResults.filter((test) => test.status === "failed");
    return tests.map(({ fullName, failureMessages = [] }) =>
      describeFailure(`${name} › ${fullName}`, failureMessages.join("\n")),
    );
  });
  /** @type {{ title: string, file: string, stack: string }[]} */
  const stray = readReport(strayFile) ?? [];
  return [
    ...failed,
    ...stray.map(({ title, file: at, stack }) => describeFailure(`outside of any test (${at}): ${title}`, stack)),
  ];
}

/**
 * What failed in a run of Playwright, and what passed when the failed journeys ran once more.
 * @param {string} file its JSON report
 * @param {string} [againFile] the JSON report of the second run
 * @returns {string[]}
 */
export function playwrightFailures(file, againFile) {
  /** @typedef {{ title: string, file: string, ok: boolean, tests: { results: { error?: { message?: string } }[] }[] }} Spec */
  /** @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite */
  /** @type {(suite: Suite) => Spec[]} */
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
  /** @returns {Spec[]} */
  const specsIn = (/** @type {{ suites?: Suite[] } | undefined} */ report) => (report?.suites ?? []).flatMap(specsOf);
  const name = (/** @type {Spec} */ spec) => `${spec.file} › ${spec.title}`;
  const messages = (/** @type {Spec} */ { tests }) =>
    tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ""));
  const report = readReport(file);
  const again = againFile ? specsIn(readReport(againFile)) : [];
  const passedAgain = new Set(again.filter(({ ok }) => ok).map(name));
  const failed = specsIn(report)
    .filter(({ ok }) => !ok)
    .map((spec) => {
      const what = passedAgain.has(name(spec)) ? `${name(spec)} (flaky: passed alone; its trace is in ${AGAIN})` : name(spec);
      return describeFailure(what, messages(spec).join("\n"));
    });
  /** @type {{ message?: string }[]} */
  const errors = report?.errors ?? [];
  return [...failed, ...errors.map(({ message = "" }) => describeFailure("outside of any journey", message))];
}
