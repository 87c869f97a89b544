import { runChecks } from "./checks.mjs";

const results = await runChecks();
process.exitCode = results.every((check) => check.passed) ? 0 : 1;
