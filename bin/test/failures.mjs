import { readReport } from "./tally.mjs";

/** How much of what a failed test says is repeated: the rest is printed where it failed. */
const LINES = 12;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one
const COLOUR = /\u001b\[[0-9;]*m/g;

/** One failure as it is repeated at the end of a run: what failed, and the start of what it said. */
const told = (/** @type {string} */ what, /** @type {string} */ message) => {
  const lines = message.replace(COLOUR, "").split("\n").slice(0, LINES);
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
    if (status === "failed" && assertionResults.length === 0) return [told(name, message)];
    const tests = assertionResults.filter((test) => test.status === "failed");
    return tests.map(({ fullName, failureMessages = [] }) => told(`${name} › ${fullName}`, failureMessages.join("\n")));
  });
  /** @type {{ title: string, file: string, stack: string }[]} */
  const stray = readReport(strayFile) ?? [];
  return [...failed, ...stray.map(({ title, file: at, stack }) => told(`outside of any test (${at}): ${title}`, stack))];
}

/**
 * What failed in a run of Playwright.
 * @param {string} file its JSON report
 * @returns {string[]}
 */
export function playwrightFailures(file) {
  /** @typedef {{ title: string, file: string, ok: boolean, tests: { results: { error?: { message?: string } }[] }[] }} Spec */
  /** @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite */
  const report = readReport(file);
  /** @type {(suite: Suite) => Spec[]} */
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
  /** @type {Spec[]} */
  const specs = (report?.suites ?? []).flatMap(specsOf);
  const said = (/** @type {Spec} */ { tests }) =>
    tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ""));
  const failed = specs.filter(({ ok }) => !ok).map((spec) => told(`${spec.file} › ${spec.title}`, said(spec).join("\n")));
  /** @type {{ message?: string }[]} */
  const errors = report?.errors ?? [];
  return [...failed, ...errors.map(({ message = "" }) => told("outside of any journey", message))];
}
