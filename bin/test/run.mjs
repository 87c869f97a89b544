import { root } from "../setup/node-version.mjs";
import { SetupError, withPlainErrors } from "../setup/setup-error.mjs";
import { findBrowser } from "./find-browser.mjs";
import { openRunFolder } from "./open-run-folder.mjs";
import { changedFiles, notePassed, skippable, slowTests } from "./select-slow.mjs";
import { runStages } from "./stages.mjs";
import { summary } from "./tally.mjs";

await withPlainErrors(async () => {
  const browser = await findBrowser();
  if (!browser) {
    throw new SetupError(
      "The tests need a browser, and none could be found or installed: install Chromium, Chrome or Edge, or name one in CHROME_PATH.",
    );
  }
  console.log(`Browser: ${browser}`);
  const all = Boolean(process.env.CI) || process.argv.includes("--all");
  const skipped = all ? [] : skippable(slowTests(root), changedFiles(root));
  const { folder, memory, clear } = openRunFolder();
  const { passed, failed, lines, failures } = await runStages(browser, { folder, memory, skipped }).finally(clear);
  if (skipped.length > 0) {
    lines.push("Skipped, because nothing they cover has changed (npm run test:all runs them):");
    lines.push(...skipped.map((file) => `  ${file}`));
  }
  console.log(summary({ passed, failed }, lines, failures));
  if (failed === 0) notePassed(root);
  process.exitCode = failed === 0 ? 0 : 1;
});
