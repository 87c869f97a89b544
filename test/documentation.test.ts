import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

test("every section of the specification that a comment cites exists", () => {
  const specification = readFileSync("docs/SPECIFICATION.md", "utf8");
  const sections = [...specification.matchAll(/^## (\d)\. /gm)].map((found) => found[1] ?? "");
  expect(sections).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  const cited = globSync("{app,bench,bin,db,e2e,test}/**/*.{ts,tsx,mjs,sql,css}")
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/specification,\s[*\s]*sections? ([\d, and]+)/g)])
    .flatMap((found) => found[1]?.match(/\d+/g) ?? []);
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter((section) => !sections.includes(section))).toEqual([]);
});

test.each(globSync(["*.md", "docs/**/*.md"]))("%s names only files and folders that exist", (document) => {
  const text = readFileSync(document, "utf8");
  const paths = [...text.matchAll(/`((?:app|bench|bin|db|docs|e2e|public|test)\/[\w./-]*)`/g)].map((found) => found[1] ?? "");
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  const links = [...text.matchAll(/\]\(([^)#\s]+)/g)].map((found) => found[1] ?? "").filter((link) => !/^[a-z]+:/.test(link));
  expect(links.filter((link) => !existsSync(join(dirname(document), link)))).toEqual([]);
});
