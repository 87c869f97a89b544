import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ensureBuilt, isBuilt } from "../../bin/setup/build.mjs";
import { compareSources, listSources, takeFingerprint } from "../../bin/setup/fingerprint.mjs";
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
       fs.appendFileSync("called", process.env.NODE_ENV + " " + args.join(" ") + "\\n");
       const out = args.includes("--ssr") ? "build/server" : "build/client";
       fs.mkdirSync(out, { recursive: true }); fs.writeFileSync(out + "/server.js", "");
       ${vite}`,
    );
    const said: string[] = [];
    const calls = () => (existsSync(join(root, "called")) ? readFileSync(join(root, "called"), "utf8").trim().split("\n") : []);
    return { root, said, calls, build: () => ensureBuilt(root, (line: string) => said.push(line)) };
  };

  test("builds the browser's part, then the server's, and nothing the second time", async () => {
    const { root, said, calls, build } = project();
    expect(isBuilt(root)).toBe(false);
    expect(await build()).toBe(true);
    expect(calls()).toEqual([
      "production build --mode production --logLevel warn",
      "production build --ssr --mode production --logLevel warn",
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

  test("runs again when it was interrupted between its parts", async () => {
    const { root, build } = project('if (args.includes("--ssr") && !fs.existsSync("mended")) process.exit(9);');
    await expect(build()).rejects.toThrow("The server's part could not be built");
    // An interrupted build looks finished; only the stamp tells the difference.
    put(root, "build/server/server.js", "");
    expect(isBuilt(root)).toBe(false);
    put(root, "mended", "");
    expect(await build()).toBe(true);
    expect(isBuilt(root)).toBe(true);
  });

  test("over a finished one counts as none until it is finished", async () => {
    const { root, build } = project('if (fs.existsSync("broken")) process.exit(9);');
    await build();
    put(root, "server.ts", "other");
    put(root, "broken", "");
    await expect(build()).rejects.toThrow("The browser's part could not be built");
    writeFileSync(join(root, "server.ts"), "three");
    expect(isBuilt(root)).toBe(false);
  });

  test("leaves changes during the build to the next one", async () => {
    const { root, build } = project('fs.writeFileSync("app/app.ts", "changed meanwhile");');
    await build();
    expect(isBuilt(root)).toBe(false);
  });

  test.each(["build/server/server.js", "build/client", "build/.stamp"])("runs again when %s is gone", async (path) => {
    const { root, build } = project();
    await build();
    rmSync(join(root, path), { recursive: true });
    expect(isBuilt(root)).toBe(false);
    expect(await build()).toBe(true);
  });
});
