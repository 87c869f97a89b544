import { writeFileSync } from "node:fs";

/** Notes what went wrong outside of any test: Vitest's own reports only print it. Writes to the file named in STRAY_ERRORS. */
export default class StrayErrors {
  /**
   * @param {unknown} _modules
   * @param {readonly { name?: string, message?: string, stack?: string, VITEST_TEST_PATH?: string }[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const noted = errors.map(({ name = "Error", message = "", stack = "", VITEST_TEST_PATH: file = "" }) => ({
      title: `${name}: ${message}`,
      file,
      stack,
    }));
    writeFileSync(process.env.STRAY_ERRORS ?? "stray-errors.json", JSON.stringify(noted));
  }
}
