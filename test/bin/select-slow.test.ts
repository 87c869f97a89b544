import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { changedFiles, notePassed, skippable } from "../../bin/test/select-slow.mjs";
import { SLOW } from "../../bin/test/slow-tests.mjs";
import { put, tree } from "./tree.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const names = (slow: { what: string }[]) => slow.map(({ what }) => what);

test("every slow test and everything it covers exist", () => {
  const texts = globSync("e2e/*.e2e.ts", { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), "utf8"));
  for (const { what, files = [], journeys = [], tag, about } of SLOW) {
    for (const path of [...files, ...journeys, ...about]) expect(existsSync(join(ROOT, path)), `${what}: ${path}`).toBe(true);
    expect(files.length + journeys.length > 0 || texts.some((text) => text.includes(`"${tag}"`)), what).toBe(true);
  }
});

describe("of the slow tests", () => {
  test("all can be skipped when nothing they cover has changed", () => {
    expect(skippable(["bench/README.md", "docs/STYLE.md"])).toEqual(SLOW);
  });

  test("those run that cover a change, or have changed themselves", () => {
    const skipped = names(skippable(["app/platform/postgres/start.ts", "test/bin/start.test.ts"]));
    expect(skipped).not.toContain("PostgreSQL clusters");
    expect(skipped).not.toContain("npm start and its signals");
    expect(skipped).toContain("uploads that are killed");
  });

  test("none is skipped when a package has changed, or when the changes are unknown", () => {
    expect(skippable(["package-lock.json"])).toEqual([]);
    expect(skippable(undefined)).toEqual([]);
  });
});

describe("the changes", () => {
  const repository = () => {
    const root = tree({ "a.txt": "a", "b.txt": "b", ".gitignore": ".cache/\n" });
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], { cwd: root, stdio: "ignore" });
    const commit = (message: string) => {
      git("add", "-A");
      git("commit", "-m", message);
    };
    git("init", "-b", "main");
    commit("first");
    return { root, git, commit };
  };

  test("are counted from where the branch left main, including uncommitted ones", () => {
    const { root, git, commit } = repository();
    git("switch", "-c", "topic");
    put(root, "a.txt", "changed");
    commit("second");
    put(root, "b.txt", "changed");
    put(root, "c.txt", "new");
    expect(changedFiles(root)).toEqual(["a.txt", "b.txt", "c.txt"]);
  });

  test("in a clone are counted from the main branch of its origin, which CI has tested", () => {
    const { root, git, commit } = repository();
    git("update-ref", "refs/remotes/origin/main", "HEAD");
    expect(changedFiles(root)).toEqual([]);
    put(root, "a.txt", "changed");
    commit("second");
    put(root, "b.txt", "changed");
    expect(changedFiles(root)).toEqual(["a.txt", "b.txt"]);
  });

  test("are unknown on main before everything has passed there, and without git", () => {
    expect(changedFiles(repository().root)).toBeUndefined();
    expect(changedFiles(tree({ "a.txt": "a" }))).toBeUndefined();
  });

  test("are counted from the last commit at which everything passed", () => {
    const { root, commit } = repository();
    notePassed(root);
    expect(changedFiles(root)).toEqual([]);
    put(root, "a.txt", "changed");
    notePassed(root);
    expect(changedFiles(root)).toEqual(["a.txt"]);
    commit("second");
    notePassed(root);
    expect(changedFiles(root)).toEqual([]);
  });
});
