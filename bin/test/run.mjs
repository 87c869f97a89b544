import { SetupError, withPlainErrors } from "../setup/setup-error.mjs";
import { findBrowser } from "./find-browser.mjs";
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
  const { passed, failed, lines, failures } = await runStages(browser);
  console.log(summary({ passed, failed }, lines, failures));
  process.exitCode = failed === 0 ? 0 : 1;
});
