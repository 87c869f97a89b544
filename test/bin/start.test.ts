// slow: app/boot/ bin/ server.ts

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transformWithOxc } from "vite";
import { describe, expect, test } from "vitest";
import { complaintAbout, pinnedNode } from "../../bin/setup/node-version.mjs";
import { exitStatus } from "../../bin/setup/run.mjs";
import { put, tree } from "./tree.ts";

const bin = join(import.meta.dirname, "..", "..", "bin");

describe("a Node that is too old", () => {
  test.each(["18.20.1", "19.9.0", "16.0.0", "8.1.2"])("%s prints one sentence", (version) => {
    expect(complaintAbout(version)).toBe(
      `Skylark needs Node.js 20 or newer, and this is ${version}: install a current one from https://nodejs.org and try again.`,
    );
  });

  test.each(["20.0.0", "22.1.0", "24.21.0", "100.0.0"])("%s prints nothing", (version) => {
    expect(complaintAbout(version)).toBeUndefined();
  });

  const entries = [...readdirSync(bin).filter((name) => name.endsWith(".mjs")), "setup/node-version.mjs", "setup/run.mjs"];
  test.each(entries)("can read bin/%s", async (name) => {
    const text = readFileSync(join(bin, name), "utf8");
    // Nothing to compile to an older language: all its syntax is old already.
    const translate = async (target: string) =>
      (await transformWithOxc(text, name, { target, sourcemap: false, lang: "js" })).code;
    expect(await translate("es2019")).toBe(await translate("esnext"));
    expect(text).not.toMatch(/^\s*await\b/m);
  });

  test("the test above recognizes new syntax", async () => {
    const translate = async (target: string) =>
      (await transformWithOxc("f(a?.b ?? c);", "a.mjs", { target, sourcemap: false, lang: "js" })).code;
    expect(await translate("es2019")).not.toBe(await translate("esnext"));
  });

  const copyOfBin = () => {
    const root = tree({
      "bin/setup/command.mjs": 'export const start = () => console.log("modern code ran on", process.versions.node);\n',
    });
    for (const name of ["start.mjs", "setup/node-version.mjs", "setup/run.mjs"])
      put(root, `bin/${name}`, readFileSync(join(bin, name), "utf8"));
    const oldNode = put(root, "old.cjs", 'Object.defineProperty(process.versions, "node", { value: "18.1.0" });\n');
    return {
      root,
      run: () =>
        spawnSync(process.execPath, ["--require", oldNode, join(root, "bin", "start.mjs"), "--flag"], { encoding: "utf8" }),
    };
  };

  test("prints the sentence and exits with 1, without loading the rest", () => {
    const { status, stdout, stderr } = copyOfBin().run();
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr.trim().split("\n")).toEqual([complaintAbout("18.1.0")]);
  });

  test("hands over to the pinned one if that is installed", () => {
    const { root, run } = copyOfBin();
    put(root, "node_modules/node/bin/node", '#!/bin/sh\necho "pinned: $@"; exit 7\n', 0o755);
    const { status, stdout } = run();
    expect(status).toBe(7);
    expect(stdout).toBe(`pinned: ${join(root, "bin", "start.mjs")} --flag\n`);
  });
});

test.each(["c# blog", "why?", 'the "best" blog', "$HOME", "a`b"])(
  "a folder called %s is refused before anything is installed, with the sign",
  (name) => {
    const root = tree({ [`${name}/package.json`]: "{}" });
    cpSync(bin, join(root, name, "bin"), { recursive: true });
    const sign = /[#?"$`]/.exec(name)?.[0];
    for (const command of ["start", "build", "doctor"]) {
      const run = spawnSync(process.execPath, [join(root, name, "bin", `${command}.mjs`)], { encoding: "utf8" });
      const sentence = `Skylark can't be installed, built or started in ${join(root, name)} because of the ${sign} in this path: rename the folder, or move Skylark to another one.\n`;
      expect([run.status, run.stdout, run.stderr]).toEqual([1, "", sentence]);
    }
  },
);

test("the pinned Node has another name on Windows", () => {
  expect(pinnedNode("/x", "linux")).toBe(join("/x", "node_modules", "node", "bin", "node"));
  expect(pinnedNode("/x", "win32")).toBe(join("/x", "node_modules", "node", "bin", "node.exe"));
});

test("an exit status is what a shell would give", () => {
  expect(exitStatus(3, null)).toBe(3);
  expect(exitStatus(null, "SIGTERM")).toBe(143);
  expect(exitStatus(null, null)).toBe(1);
});

/** A project with `server` as its server; everything is installed and built, so that a start runs it at once. */
const project = (server: string, waitOnChild: boolean, how: { underNpm?: boolean; inShell?: boolean } = {}) => {
  const root = tree({ "build/server/server.js": server });
  for (const name of ["hand-over.mjs", "run.mjs", "follow-parent.mjs"])
    put(root, `setup/${name}`, readFileSync(join(bin, "setup", name), "utf8"));
  const entry = put(
    root,
    "start.mjs",
    `import { handOver } from "./setup/hand-over.mjs";
     ${waitOnChild ? "process.execve = undefined;" : ""}
     const args = ["--import", ${JSON.stringify(`file://${root}/setup/follow-parent.mjs`)}, ${JSON.stringify(join(root, "build/server/server.js"))}];
     await handOver(process.execPath, args, process.env, { follows: true });`,
  );
  const env = { ...process.env, npm_lifecycle_event: how.underNpm ? "start" : "" };
  const stdio: ["ignore", "pipe", "inherit"] = ["ignore", "pipe", "inherit"];
  const child =
    how.underNpm || how.inShell
      ? spawn("sh", ["-c", `"${process.execPath}" "${entry}"; exit $?`], { env, stdio })
      : spawn(process.execPath, [entry], { env, stdio });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const said = async (pattern: RegExp) => {
    await expect.poll(() => output).toMatch(pattern);
    return pattern.exec(output)?.[1] ?? "";
  };
  return { child, said, output: () => output };
};

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe.each([
  ["as the same process", false],
  ["as a child", true],
])("the server runs %s", (_how, waitOnChild) => {
  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("and receives %s once; its exit status is ours", async (signal) => {
    const server = `let heard = 0;
      process.on("${signal}", () => { heard++; setTimeout(() => { console.log("heard " + heard); process.exit(5); }, 200); });
      setInterval(() => {}, 1000); console.log("pid " + process.pid + " ready");`;
    const { child, said } = project(server, waitOnChild);
    const pid = Number(await said(/pid (\d+) ready/));
    expect(pid === child.pid).toBe(!waitOnChild);
    child.kill(signal);
    const [code] = await once(child, "exit");
    await said(/heard 1\n/);
    expect(code).toBe(5);
    expect(isAlive(pid)).toBe(false);
  });

  test("and its exit status is ours without a signal too", async () => {
    const { child } = project("process.exit(3);", waitOnChild);
    expect(await once(child, "exit")).toEqual([3, null]);
  });
});

const PATIENT = `process.on("SIGTERM", () => { console.log("told to stop"); process.exit(0); });
  setInterval(() => {}, 1000); console.log("pid " + process.pid + " ready " + (process.env.SKYLARK_PARENT ?? "clean"));`;

const gone = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false);

test("a server that runs as a child stops as if by a signal when its parent is killed", async () => {
  const { child, said } = project(PATIENT, true);
  const pid = Number(await said(/pid (\d+) ready clean/));
  child.kill("SIGKILL");
  await said(/told to stop/);
  await gone(pid);
});

test.each([
  ["the same process", false],
  ["a child", true],
])("a server that npm's shell leaves behind stops as if by a signal: %s", async (_how, waitOnChild) => {
  const { child, said } = project(PATIENT, waitOnChild, { underNpm: true });
  const pid = Number(await said(/pid (\d+) ready clean/));
  child.kill("SIGTERM");
  await said(/told to stop/);
  await gone(pid);
});

test("a server whose shell has ended stays, when npm isn't involved", async () => {
  const { child, said } = project(PATIENT, false, { inShell: true });
  const pid = Number(await said(/pid (\d+) ready clean/));
  child.kill("SIGTERM");
  await once(child, "exit");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(isAlive(pid)).toBe(true);
  process.kill(pid, "SIGTERM");
  await gone(pid);
});

test("a server that has finished is not kept alive by watching its parent", async () => {
  const { child, said } = project('setTimeout(() => console.log("done"), 50);', true);
  expect(await once(child, "exit")).toEqual([0, null]);
  await said(/done/);
});
