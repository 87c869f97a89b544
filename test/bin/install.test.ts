import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ensureInstalled, npmCommand } from "../../bin/setup/install.mjs";
import { isInstalled, lockStamp, sameInstall, stampFile } from "../../bin/setup/installed.mjs";
import { birthOf, describeProcess } from "../../bin/setup/process-birth.mjs";
import { SetupError } from "../../bin/setup/setup-error.mjs";
import { put, tree } from "./tree.ts";

const machine = { platform: "linux", arch: "x64" };
const lock = (packages: Record<string, object>) => JSON.stringify({ lockfileVersion: 3, packages: { "": {}, ...packages } });
const PACKAGES = { "node_modules/a": { version: "1.0.0", integrity: "sha512-a" } };

afterEach(() => vi.unstubAllEnvs());

/** A project after an install without a stamp, as `npm ci` leaves it. */
const installed = () =>
  tree({
    "package-lock.json": lock(PACKAGES),
    "node_modules/.package-lock.json": lock(PACKAGES),
    "node_modules/node/bin/node": "",
  });

describe("whether everything is installed", () => {
  test("no, in a fresh clone", () => {
    expect(isInstalled(tree({ "package-lock.json": lock(PACKAGES) }))).toBe(false);
  });

  test("yes, with a stamp, and no longer when the lock file changes", () => {
    const root = installed();
    rmSync(join(root, "node_modules/.package-lock.json"));
    writeFileSync(stampFile(root), lockStamp(root));
    expect(isInstalled(root)).toBe("noted");
    put(root, "package-lock.json", lock({ ...PACKAGES, "node_modules/b": { version: "1.0.0" } }));
    expect(isInstalled(root)).toBe(false);
  });

  test("yes, when npm was run by hand; a stamp is written for the next time, nothing is installed", async () => {
    const root = installed();
    expect(isInstalled(root)).toBe("same");
    const said: string[] = [];
    expect(await ensureInstalled(root, (line: string) => said.push(line))).toBe(false);
    expect(said).toEqual([]);
    expect(isInstalled(root)).toBe("noted");
  });

  test("no, when the stamp is of another kind of machine", () => {
    const root = installed();
    rmSync(join(root, "node_modules/.package-lock.json"));
    writeFileSync(stampFile(root), lockStamp(root).replace(process.platform, "plan9"));
    expect(isInstalled(root)).toBe(false);
  });

  test("no, without the pinned Node", () => {
    const root = installed();
    rmSync(join(root, "node_modules/node"), { recursive: true });
    expect(isInstalled(root)).toBe(false);
  });
});

describe("what npm installed is compared with what is wanted", () => {
  const entry = { version: "1.0.0", integrity: "sha512-a" };
  test.each([
    ["the same", { a: entry }, { a: entry }, true],
    ["more than wanted", { a: entry }, { a: entry, b: entry }, true],
    ["one missing", { a: entry, b: entry }, { a: entry }, false],
    ["an optional one missing", { a: entry, b: { ...entry, optional: true } }, { a: entry }, true],
    ["another version", { a: entry }, { a: { ...entry, version: "1.0.1" } }, false],
    ["another content", { a: entry }, { a: { ...entry, integrity: "sha512-b" } }, false],
    ["made for this machine", { a: entry }, { a: { ...entry, os: ["linux"], cpu: ["x64"] } }, true],
    ["made for another system", { a: entry }, { a: { ...entry, os: ["darwin"] } }, false],
    ["made for all but this system", { a: entry }, { a: { ...entry, os: ["!linux"] } }, false],
    ["made for another processor", { a: entry }, { a: { ...entry, cpu: ["arm64"] } }, false],
  ])("%s", (_what, wanted, present, same) => {
    expect(sameInstall(wanted, present, machine)).toBe(same);
  });
});

describe("npm is called", () => {
  test("as the npm that runs us, on the Node that npm was started with", () => {
    const root = tree({ "npm/npm-cli.js": "", "usr/node": "", "node_modules/node/bin/node": "" });
    const env = { npm_execpath: join(root, "npm/npm-cli.js"), npm_node_execpath: join(root, "usr/node"), PATH: "/bin" };
    expect(npmCommand(root, env, join(root, "node_modules/node/bin/node"))).toEqual({
      command: join(root, "usr/node"),
      args: [join(root, "npm/npm-cli.js")],
      path: "/bin",
      shell: false,
    });
  });

  test("never on the pinned Node, which the install replaces", () => {
    const root = tree({ "npm/npm-cli.js": "", "node_modules/node/bin/node": "" });
    const pinned = join(root, "node_modules/node/bin/node");
    const env = {
      npm_execpath: join(root, "npm/npm-cli.js"),
      npm_node_execpath: pinned,
      PATH: [join(root, "node_modules/.bin"), "/bin"].join(delimiter),
    };
    expect(npmCommand(root, env, pinned)).toMatchObject({ command: "node", path: "/bin" });
  });

  test.each(["/gone/npm-cli.js", "pnpm.cjs", undefined])("from the PATH when npm_execpath is %s", (execpath) => {
    const root = tree({ "pnpm.cjs": "" });
    const npm_execpath = execpath === "pnpm.cjs" ? join(root, execpath) : execpath;
    expect(npmCommand(root, { npm_execpath, PATH: "/bin" }, "/usr/bin/node").command).toMatch(/^npm(\.cmd)?$/);
  });
});

describe.skipIf(process.platform === "win32")("an installation", () => {
  /** A project with a program of ours in place of npm. It records how it was called and runs `then`. */
  const withNpm = (then: string) => {
    const root = tree({ "package-lock.json": lock(PACKAGES), "outside/keep": "" });
    put(root, "outside/npm", `#!/bin/sh\necho "$NODE_ENV $@" >> called\n${then}\n`, 0o755);
    vi.stubEnv("npm_execpath", "");
    vi.stubEnv("PATH", `${join(root, "outside")}${delimiter}/usr/bin${delimiter}/bin`);
    const said: string[] = [];
    return { root, said, install: () => ensureInstalled(root, (line: string) => said.push(line)) };
  };
  const SUCCEED = "mkdir -p node_modules/node/bin && touch node_modules/node/bin/node";

  test("asks npm for everything, including development packages, and says so once", async () => {
    vi.stubEnv("NODE_ENV", "production");
    const { root, said, install } = withNpm(SUCCEED);
    expect(await install()).toBe(true);
    expect(said).toEqual(["Installing packages (first start only) …"]);
    expect(readFileSync(join(root, "called"), "utf8")).toMatch(/^production ci --include=dev --include=optional /);
    expect(await install()).toBe(false);
    expect(said).toHaveLength(1);
  });

  test("runs again when the lock file has changed", async () => {
    const { root, said, install } = withNpm(SUCCEED);
    await install();
    put(root, "package-lock.json", lock({}));
    expect(await install()).toBe(true);
    expect(said.at(-1)).toBe("Installing changed packages …");
  });

  test("leaves no stamp when it fails, and is tried again", async () => {
    const { root, install } = withNpm(`${SUCCEED}; exit 3`);
    await expect(install()).rejects.toThrow(SetupError);
    await expect(install()).rejects.toThrow("npm failed with exit status 3");
    expect(existsSync(stampFile(root))).toBe(false);
    expect(readFileSync(join(root, "called"), "utf8").trim().split("\n")).toHaveLength(2);
    expect(existsSync(join(root, ".cache/setup.lock"))).toBe(false);
  });

  test("doesn't wait for a process that has the number of one that was killed, or that hasn't been heard of", async () => {
    const { root, said, install } = withNpm(SUCCEED);
    const stranger = String(process.ppid);
    put(root, ".cache/setup.lock", describeProcess().replace(/^\d+/, stranger));
    expect(await install()).toBe(true);
    rmSync(join(root, "node_modules"), { recursive: true });
    const file = put(root, ".cache/setup.lock", stranger);
    utimesSync(file, new Date(), new Date(Date.now() - 60_000));
    expect(await install()).toBe(true);
    expect(said.join()).not.toContain("Waiting");
  });

  test("waits for one that is at it", async () => {
    const { root, said, install } = withNpm(SUCCEED);
    const { space, born } = birthOf(process.ppid);
    const file = put(root, ".cache/setup.lock", `${process.ppid} ${space} ${born}`);
    utimesSync(file, new Date(), new Date(Date.now() - 60_000));
    const installing = install();
    await expect.poll(() => said).toEqual([`Waiting for process ${process.ppid}, which is installing or building here …`]);
    rmSync(file);
    expect(await installing).toBe(true);
  });

  test("uses the lock file's packages when `npm ci` refuses it, and leaves the file alone", async () => {
    const { root, install } = withNpm(`[ "$1" = ci ] && { echo "npm error code EUSAGE" >&2; exit 1; }; ${SUCCEED}`);
    expect(await install()).toBe(true);
    const calls = readFileSync(join(root, "called"), "utf8").trim().split("\n");
    expect(calls.map((call) => call.split(" ").slice(1, 4).join(" "))).toEqual([
      "ci --include=dev --include=optional",
      "install --no-save --include=dev",
    ]);
    expect(readFileSync(join(root, "package-lock.json"), "utf8")).toBe(lock(PACKAGES));
  });

  test("says so when install scripts were not allowed to run", async () => {
    const { install } = withNpm("mkdir -p node_modules");
    await expect(install()).rejects.toThrow(/must be allowed to run its install script/);
  });

  test("says so when there is no npm", async () => {
    const { root, install } = withNpm(SUCCEED);
    vi.stubEnv("PATH", join(root, "nowhere"));
    await expect(install()).rejects.toThrow(/npm can't be started .*has to be on the PATH/);
  });

  test("runs once for two at once; the second waits", async () => {
    const { root, said, install } = withNpm(`sleep 0.5; ${SUCCEED}`);
    mkdirSync(join(root, ".cache"));
    // A lock whose holder can't release it any more belongs to nobody.
    writeFileSync(join(root, ".cache/setup.lock"), "999999999");
    expect(await install()).toBe(true);
    const holder = join(root, ".cache/setup.lock");
    rmSync(join(root, "node_modules"), { recursive: true });
    copyFileSync("/dev/null", join(root, "called"));
    writeFileSync(holder, String(process.ppid));
    const second = install();
    await expect.poll(() => said.at(-1)).toBe(`Waiting for process ${process.ppid}, which is installing or building here …`);
    put(root, "node_modules/node/bin/node", "");
    writeFileSync(stampFile(root), lockStamp(root));
    rmSync(holder);
    expect(await second).toBe(false);
    expect(readFileSync(join(root, "called"), "utf8")).toBe("");
  });
});
