import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installedBrowser } from "../../bin/test/find-browser.mjs";
import { put, tree } from "./tree.ts";

/** A machine with these programs; those whose text is "broken" don't run. */
const machine = (programs: Record<string, string>) => {
  const root = tree({});
  for (const [path, text] of Object.entries(programs))
    put(root, path, `#!/bin/sh\n${text === "broken" ? "exit 1" : "echo Chromium 1.2"}\n`, 0o755);
  const works = (file: string) => spawnSync(file, ["--version"]).status === 0;
  const said: string[] = [];
  const find = (env: Record<string, string>, withWindows = false) => {
    const found = installedBrowser(
      { env: { PATH: `${root}/one:${root}/two`, ...env }, platform: "freebsd", works, withWindows },
      (line: string) => said.push(line),
    );
    return found?.slice(root.length + 1);
  };
  return { root, said, find };
};

test("the environment comes first, in the order of its variables", () => {
  const { root, find } = machine({ "one/chromium": "", "my/a": "", "my/b": "", "my/c": "" });
  const [a, b, c] = ["a", "b", "c"].map((name) => join(root, "my", name)) as [string, string, string];
  expect(find({ CHROME_PATH: a, PLAYWRIGHT_CHROMIUM_PATH: b, BROWSER_PATH: c })).toBe("my/a");
  expect(find({ PLAYWRIGHT_CHROMIUM_PATH: b, BROWSER_PATH: c })).toBe("my/b");
  expect(find({ BROWSER_PATH: c })).toBe("my/c");
});

test("a variable that names no browser is reported, and the search continues", () => {
  const { root, said, find } = machine({ "two/google-chrome": "", "my/broken": "broken" });
  expect(find({ CHROME_PATH: `${root}/gone`, BROWSER_PATH: `${root}/my/broken` })).toBe("two/google-chrome");
  expect(said).toEqual([
    `CHROME_PATH names ${root}/gone, which is no browser that runs here; looking further.`,
    `BROWSER_PATH names ${root}/my/broken, which is no browser that runs here; looking further.`,
  ]);
});

test("Chromium comes before Chrome before Edge, wherever on the PATH they are", () => {
  expect(machine({ "one/microsoft-edge": "", "one/google-chrome": "", "two/chromium": "" }).find({})).toBe("two/chromium");
  expect(machine({ "one/microsoft-edge": "", "two/google-chrome-stable": "" }).find({})).toBe("two/google-chrome-stable");
  expect(machine({ "two/microsoft-edge-stable": "" }).find({})).toBe("two/microsoft-edge-stable");
});

test("a headless Chromium comes before one with windows, unless a full browser is required", () => {
  const { find } = machine({ "one/chromium": "", "two/chromium-headless-shell": "" });
  expect(find({})).toBe("two/chromium-headless-shell");
  expect(find({}, true)).toBe("one/chromium");
});

test("a placeholder that only asks for another package is skipped", () => {
  expect(machine({ "one/chromium-browser": "broken", "two/google-chrome": "" }).find({})).toBe("two/google-chrome");
});

test("without a browser there is no result", () => {
  const { said, find } = machine({ "one/firefox": "" });
  expect(find({})).toBeUndefined();
  expect(said).toEqual([]);
});
