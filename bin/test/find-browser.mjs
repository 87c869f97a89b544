import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "../setup/node-version.mjs";
import { run } from "../setup/run.mjs";

/** Environment variables that may name a browser, the first first. */
const VARIABLES = ["CHROME_PATH", "PLAYWRIGHT_CHROMIUM_PATH", "BROWSER_PATH"];

/** Chromium without anything that draws windows, which costs a little less processor time. */
const SHELL = "chromium-headless-shell";

const COMMANDS = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "microsoft-edge",
  "microsoft-edge-stable",
];

const APPLICATIONS = {
  darwin: [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [
    "Chromium\\Application\\chrome.exe",
    "Google\\Chrome\\Application\\chrome.exe",
    "Microsoft\\Edge\\Application\\msedge.exe",
  ],
};

/**
 * `withWindows`: not the Chromium that draws none.
 * @typedef {{ env: NodeJS.ProcessEnv, platform: string, works: (file: string) => boolean, withWindows?: boolean }} Machine
 */

/** The browsers that the environment names and those installed where browsers usually are, in this order. */
function* candidates(/** @type {Machine} */ { env, platform, withWindows }) {
  for (const name of VARIABLES) if (env[name]) yield { file: env[name], variable: name };
  for (const command of withWindows ? COMMANDS : [SHELL, ...COMMANDS]) {
    for (const folder of (env.PATH ?? "").split(delimiter)) if (folder) yield { file: join(folder, command) };
  }
  if (platform === "darwin") for (const file of APPLICATIONS.darwin) yield { file };
  if (platform === "win32") {
    const bases = [env.ProgramFiles, env["ProgramFiles(x86)"], env.LOCALAPPDATA];
    for (const file of APPLICATIONS.win32) for (const base of bases) if (base) yield { file: join(base, file) };
  }
  if (platform === "linux") for (const file of ["/opt/google/chrome/chrome", "/snap/bin/chromium"]) yield { file };
}

/**
 * A browser that is here already: named by the environment, else found where browsers usually are.
 * @param {Machine} machine
 * @param {(line: string) => void} [say] called with a variable that names none
 * @returns {string | undefined} the path of its program
 */
export function installedBrowser(machine, say = () => {}) {
  for (const { file, variable } of candidates(machine)) {
    if (existsSync(file) && machine.works(file)) return file;
    if (variable) say(`${variable} names ${file}, which is no browser that runs here; looking further.`);
  }
  return undefined;
}

/** Distributions put stand-ins on the PATH that only ask for another package; a real browser knows its version. */
const works = (/** @type {string} */ file) => {
  // On Windows the question would open a window.
  if (process.platform === "win32") return true;
  const { status, stdout } = spawnSync(file, ["--version"], {
    timeout: 20_000,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 && /\d+\.\d+/.test(stdout);
};

const playwrightsBrowser = async () => {
  const { chromium } = await import("@playwright/test");
  const file = chromium.executablePath();
  if (existsSync(file) && works(file)) return file;
  console.log("Installing Chromium with Playwright …");
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  await run(process.execPath, [cli, "install", "chromium"], {
    cwd: root,
    timeout: 300_000,
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "15000", ...process.env },
  });
  return existsSync(file) && works(file) ? file : undefined;
};

const debiansBrowser = async (/** @type {boolean} */ withWindows) => {
  const has = (/** @type {string} */ command, /** @type {string[]} */ ...args) =>
    spawnSync(command, args, { stdio: "ignore" }).status === 0;
  if (process.platform !== "linux" || !has("apt-get", "--version")) return undefined;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !has("sudo", "-n", "true")) return undefined;
  console.log("Installing Debian's Chromium …");
  const command = isRoot ? ["env"] : ["sudo", "-n", "env"];
  const aptGet = async (/** @type {string[]} */ ...args) => {
    const [program = "", ...rest] = [...command, "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", ...args];
    return (await run(program, rest, { stdio: ["ignore", "inherit", "inherit"] })) === 0;
  };
  if (!(await aptGet("update"))) return undefined;
  // Older releases have no package of the shell alone.
  for (const name of withWindows ? ["chromium"] : [SHELL, "chromium"]) {
    if (!(await aptGet("install", "-y", "--no-install-recommends", name))) continue;
    const found = installedBrowser({ env: { PATH: process.env.PATH }, platform: process.platform, works, withWindows });
    if (found) return found;
  }
  return undefined;
};

/**
 * A Chromium to test with: the environment's, the system's, Playwright's own, Debian's package, in this order. The last two
 * are installed.
 * @param {{ withWindows?: boolean }} [which] whether it has to be a browser as people have it, for what is measured in it
 * @returns {Promise<string | undefined>} the path of its program; nothing when there is none to be had
 */
export async function findBrowser({ withWindows = false } = {}) {
  const here = installedBrowser({ env: process.env, platform: process.platform, works, withWindows }, console.log);
  return here ?? (await playwrightsBrowser()) ?? (await debiansBrowser(withWindows));
}
