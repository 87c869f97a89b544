import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { changedFiles, notePassed, skippable, slowTests } from "../../bin/test/select-slow.mjs";
import { put, tree } from "./tree.ts";

const ROOT = join(import.meta.dirname, "..", "..");

test("everything that slow tests cover exists", () => {
  const slow: { file: string; covers: string[] }[] = slowTests(ROOT);
  expect(slow.map(({ file }) => file)).toContain("test/bin/start.test.ts");
  expect(slow.map(({ file }) => file)).toContain("e2e/tracker.e2e.ts");
  for (const { file, covers } of slow) {
    for (const path of covers) expect(existsSync(join(ROOT, path)), `${file}: ${path}`).toBe(true);
  }
});

describe("of the slow tests", () => {
  const slow = [
    { file: "test/bin/start.test.ts", covers: ["bin/", "server.ts"] },
    { file: "test/media/killed.test.ts", covers: ["app/domain/media/"] },
    { file: "e2e/tracker.e2e.ts", covers: ["app/browser/"] },
  ];

  test("all can be skipped when nothing they cover has changed", () => {
    expect(skippable(slow, ["bench/README.md", "docs/STYLE.md"])).toEqual(slow.map(({ file }) => file));
  });

  test("those run that cover a change, have changed themselves, or use a changed file beside them", () => {
    expect(skippable(slow, ["server.ts"])).toEqual(["test/media/killed.test.ts", "e2e/tracker.e2e.ts"]);
    expect(skippable(slow, ["app/domain/media/media.ts", "e2e/tracker.e2e.ts"])).toEqual(["test/bin/start.test.ts"]);
    expect(skippable(slow, ["e2e/visitor.ts"])).not.toContain("e2e/tracker.e2e.ts");
    expect(skippable(slow, ["e2e/likes.e2e.ts"])).toContain("e2e/tracker.e2e.ts");
  });

  test("none is skipped when a package has changed, or when the changes are unknown", () => {
    expect(skippable(slow, ["package-lock.json"])).toEqual([]);
    expect(skippable(slow, undefined)).toEqual([]);
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
