import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { builtProgram, ensureBuilt, isBuilt, rebuild } from "../../bin/setup/build.mjs";
import { compareSources, listSources, takeFingerprint } from "../../bin/setup/fingerprint.mjs";
import { describeProcess } from "../../bin/setup/process-birth.mjs";
import { put, tree } from "./tree.ts";

const SOURCES = {
  "app/app.ts": "one",
  "db/migrations/1.sql": "two",
  "server.ts": "three",
  "package-lock.json": "{}",
  "README.md": "x",
};
const longAgo = new Date(1_000_000_000_000);

describe("the sources of a build", () => {
  test("are what it is made from: no tests, no documents", () => {
    const root = tree({ ...SOURCES, "app/app.test.ts": "test", "docs/a.md": "x", "build/x.js": "x" });
    expect([...listSources(root).keys()].sort()).toEqual(["app/app.ts", "db/migrations/1.sql", "package-lock.json", "server.ts"]);
  });

  test.each([
    ["nothing", () => {}, "same"],
    ["a time alone, as by a checkout", (root: string) => utimesSync(join(root, "server.ts"), longAgo, longAgo), "touched"],
    ["a content of the same size", (root: string) => put(root, "app/app.ts", "eno"), "changed"],
    ["a size", (root: string) => put(root, "app/app.ts", "longer"), "changed"],
    ["a new file", (root: string) => put(root, "public/a.svg", "a"), "changed"],
    ["a file that is gone", (root: string) => rmSync(join(root, "app/app.ts")), "changed"],
    ["a test", (root: string) => put(root, "app/app.test.ts", "test"), "same"],
    ["a document", (root: string) => put(root, "README.md", "y"), "same"],
  ])("when %s changes", (_what, change, expected) => {
    const root = tree(SOURCES);
    for (const path of Object.keys(SOURCES))
      utimesSync(join(root, path), new Date(1_100_000_000_000), new Date(1_100_000_000_000));
    const before = takeFingerprint(root);
    change(root);
    expect(compareSources(root, before)).toBe(expected);
  });
});

describe.skipIf(process.platform === "win32")("a build", () => {
  /** A project whose Vite records how it was called and writes the files of a build. */
  const project = (vite = "") => {
    const root = tree(SOURCES);
    put(root, "node_modules/node/bin/node", `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, 0o755);
    put(
      root,
      "node_modules/vite/bin/vite.js",
      `const fs = require("fs"); const args = process.argv.slice(2);
       const out = args[args.indexOf("--outDir") + 1];
       fs.appendFileSync("called", process.env.NODE_ENV + " " + args.map((arg) => arg === out ? "OUT" : arg).join(" ") + "\\n");
       fs.mkdirSync(out, { recursive: true }); fs.writeFileSync(out + "/server.js", fs.readFileSync("server.ts"));
       ${vite}`,
    );
    const said: string[] = [];
    const calls = () => (existsSync(join(root, "called")) ? readFileSync(join(root, "called"), "utf8").trim().split("\n") : []);
    /** The releases, the current one, and what its server was built from. */
    const releases = () => readdirSync(join(root, "build")).filter((name) => name !== "current");
    const current = () => readFileSync(join(root, "build/current/server/server.js"), "utf8");
    return { root, said, calls, releases, current, build: () => ensureBuilt(root, (line: string) => said.push(line)) };
  };

  test("builds the browser's part, then the server's, and nothing the second time", async () => {
    const { root, said, calls, build } = project();
    expect(isBuilt(root)).toBe(false);
    expect(await build()).toBe(true);
    expect(calls()).toEqual([
      "production build --outDir OUT --mode production --logLevel warn",
      "production build --ssr --outDir OUT --mode production --logLevel warn",
    ]);
    expect(await build()).toBe(false);
    expect(said).toEqual(["Building …"]);
    expect(isBuilt(root)).toBe(true);
  });

  test("runs again after a change, not after a checkout that only touched files", async () => {
    const { root, calls, build } = project();
    await build();
    utimesSync(join(root, "server.ts"), longAgo, longAgo);
    expect(await build()).toBe(false);
    put(root, "server.ts", "other");
    expect(await build()).toBe(true);
    expect(calls()).toHaveLength(4);
  });

  test("runs again when it was interrupted between its parts, and leaves nothing half done", async () => {
    const { root, releases, build } = project('if (args.includes("--ssr") && !fs.existsSync("fixed")) process.exit(9);');
    await expect(build()).rejects.toThrow("The server's part could not be built");
    expect(isBuilt(root)).toBe(false);
    expect(releases()).toEqual([]);
    // What a killed build leaves behind is cleared away by the next.
    put(root, `build/.0123456789ab.${2 ** 22 + 1}/client/x.js`, "");
    put(root, "fixed", "");
    expect(await build()).toBe(true);
    expect(isBuilt(root)).toBe(true);
    expect(releases()).toHaveLength(1);
  });

  test("that fails leaves the release before it alone", async () => {
    const { root, current, build } = project('if (fs.existsSync("broken")) process.exit(9);');
    await build();
    put(root, "server.ts", "other");
    put(root, "broken", "");
    await expect(build()).rejects.toThrow("The browser's part could not be built");
    expect([isBuilt(root), current()]).toEqual([false, "three"]);
    writeFileSync(join(root, "server.ts"), "three");
    expect(isBuilt(root)).toBe(true);
  });

  test("leaves changes during the build to the next one", async () => {
    const { root, build } = project('fs.writeFileSync("app/app.ts", "changed meanwhile");');
    await build();
    expect(isBuilt(root)).toBe(false);
  });

  test.each(["server/server.js", "client", ".stamp"])("runs again when %s is gone", async (path) => {
    const { root, build } = project();
    await build();
    rmSync(join(root, "build/current", path), { recursive: true });
    expect(isBuilt(root)).toBe(false);
    expect(await build()).toBe(true);
    expect(isBuilt(root)).toBe(true);
  });

  test("keeps two releases, those that servers run from, and goes back to one without building", async () => {
    const { root, calls, releases, current, build } = project();
    const release = async (text: string) => {
      put(root, "server.ts", text);
      await build();
      return realpathSync(join(root, "build/current"));
    };
    const first = await release("first");
    put(first, `.running/${process.pid}`, describeProcess());
    const second = await release("second");
    put(second, `.running/${2 ** 22 + 1}`, "");
    // Its number belongs to another process now.
    put(second, `.running/${process.ppid}`, describeProcess().replace(/^\d+/, String(process.ppid)));
    expect(await release("first")).toBe(first);
    expect([calls().length, current(), releases().length]).toEqual([4, "first", 2]);
    await release("second");
    const third = await release("third");
    const fourth = await release("fourth");
    expect(
      releases()
        .map((name) => join(root, "build", name))
        .sort(),
    ).toEqual([first, third, fourth].sort());
    rmSync(join(first, ".running"), { recursive: true });
    const fifth = await release("fifth");
    expect(
      releases()
        .map((name) => join(root, "build", name))
        .sort(),
    ).toEqual([fourth, fifth].sort());
  });

  test("by command is a new release even of the same sources, and replaces no file of the other", async () => {
    const { root, build, releases, current } = project();
    await build();
    const before = realpathSync(join(root, "build/current"));
    const { ino } = statSync(join(before, "server/server.js"));
    await rebuild(root, () => {});
    expect([releases().length, current(), isBuilt(root)]).toEqual([2, "three", true]);
    expect(realpathSync(join(root, "build/current"))).toBe(`${before}-2`);
    expect(statSync(join(before, "server/server.js")).ino).toBe(ino);
  });

  test("holds the packages that the server needs, also when an install takes them away", async () => {
    const { root, build } = project();
    put(root, "node_modules/needed/index.js", "needed");
    put(root, "node_modules/needed/node_modules/inner/index.js", "inner");
    put(root, "node_modules/needed/index.d.ts", "types");
    put(root, "node_modules/tool/index.js", "tool");
    mkdirSync(join(root, "docs"));
    const packages = {
      "": {},
      "node_modules/needed": {},
      "node_modules/needed/node_modules/inner": {},
      "node_modules/tool": { dev: true },
      "node_modules/node": { dev: true },
      "node_modules/absent": { optional: true },
    };
    put(root, "node_modules/.package-lock.json", JSON.stringify({ packages }));
    await build();
    rmSync(join(root, "node_modules"), { recursive: true });
    const modules = join(root, "build/current/node_modules");
    const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name, parentPath }) => join(parentPath, name).slice(modules.length + 1)).sort()).toEqual([
      "needed/index.js",
      "needed/node_modules/inner/index.js",
      "node/bin/node",
    ]);
    expect(readFileSync(join(root, "build/current/db/migrations/1.sql"), "utf8")).toBe("two");
    expect(statSync(join(root, "build/current/docs")).isDirectory()).toBe(true);
    const { node, server } = builtProgram(root);
    expect([node, server]).toEqual([
      join(realpathSync(modules), "node/bin/node"),
      join(realpathSync(modules), "../server/server.js"),
    ]);
  });
});
