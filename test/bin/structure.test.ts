import { describe, expect, test } from "vitest";
import { checkStructure, report } from "../../bin/check/structure.mjs";
import { tree } from "./tree.ts";

const REACH = { posts: ["categories"], likes: ["posts"] };

type Violation = { path: string; line: number; what: string };

const violations = (files: Record<string, string>, reach: Record<string, string[]> = REACH): Violation[] =>
  checkStructure(tree(files), reach, {}).violations;

const lines = (count: number) => "export const a = 1;\n".repeat(count);

describe("an import that breaks a rule is named with its line and where it belongs", () => {
  test.each([
    [
      "app/platform/cache/cache.ts",
      "../../domain/posts/post-rules.ts",
      "platform may not import rules",
      "an adapter knows no word of blogs",
    ],
    ["app/platform/cache/cache.ts", "../../routes.ts", "platform may not import routes", "app/domain"],
    ["app/domain/posts/list-posts.ts", "../../http/api/posts.ts", "domain may not import http", "app/http or app/pages"],
    ["app/domain/posts/list-posts.ts", "../../ui/card.tsx", "domain may not import ui", "app/http or app/pages"],
    ["app/domain/posts/post-rules.ts", "./post.ts", "rules may not import schema", "capability of the noun"],
    ["app/domain/posts/post-rules.ts", "zod", "rules does without zod", "capability of the noun"],
    [
      "app/domain/posts/post-rules.ts",
      "./post.ts",
      "rules may not import schema except by `import type`",
      "capability of the noun",
    ],
    ["app/domain/categories/category.ts", "./list-categories.ts", "schema may not import domain", "capability of the noun"],
    ["app/pages/public/home/page.tsx", "../../../domain/posts/post.ts", "except by `import type`", "the noun's *-rules.ts"],
    ["app/domain/posts/list-posts.ts", "../tags/finding.ts", "the noun posts may not call tags", "domainReach.posts"],
    ["app/http/api/posts.ts", "../../pages/public/home/page.tsx", "http may not import public pages", "app/http/pages*.ts(x)"],
    ["app/http/api/posts.ts", "../../ui/card.tsx", "http may not import ui", "app/http/pages*.ts(x)"],
    [
      "app/pages/public/home/page.tsx",
      "../../../domain/posts/posts.sql.ts",
      "public pages may not import domain",
      "queries.ts next to it",
    ],
    [
      "app/pages/public/home/page.tsx",
      "../../../domain/posts/post.ts",
      "public pages may not import schema except by `import type`",
      "*-rules.ts",
    ],
    [
      "app/pages/public/home/page.tsx",
      "../../../http/api/posts.ts",
      "public pages may not import http except by `import type`",
      "API client",
    ],
    ["app/pages/public/home/page.tsx", "../../../admin-routes.ts", "public pages may not import admin routes", "queries.ts"],
    ["app/pages/public/home/page.tsx", "zod", "public pages does without zod", "*-rules.ts"],
    [
      "app/pages/public/home/page.tsx",
      "../../admin/posts/page.tsx",
      "public pages may not import pages",
      "queries.ts next to it",
    ],
    [
      "app/pages/admin/posts/page.tsx",
      "../../../domain/posts/publishing.ts",
      "pages may not import domain",
      "queries.ts next to it",
    ],
    ["app/pages/admin/posts/page.tsx", "../../../platform/log.ts", "pages may not import platform", "queries.ts next to it"],
    [
      "app/pages/public/home/page.tsx",
      "../../../platform/time/zone.ts",
      "public pages may not import time",
      "queries.ts next to it",
    ],
    ["app/ui/card.tsx", "../platform/time/zone.ts", "ui may not import time", "a screen in app/pages"],
    ["app/ui/card.tsx", "zod/mini", "ui does without zod", "a screen in app/pages"],
    ["app/ui/card.tsx", "../pages/public/home/queries.ts", "ui may not import public pages", "a screen in app/pages"],
    ["app/browser/hydrate.tsx", "../domain/posts/post.ts", "browser may not import schema", "*-rules.ts"],
    ["app/browser/hydrate.tsx", "../domain/posts/reading.ts", "browser may not import domain", "API client"],
    ["app/http/api/client.ts", "./posts.ts", "API client may not import http except by `import type`", "types from the server"],
    ["app/app.ts", "", "", ""],
    ["bin/x.mjs", "../app/app.ts", "bin may not import wiring", "app/platform"],
    ["app/domain/posts/list-posts.ts", "../../../test/actors.ts", "the product does not know its tests", "app/"],
    ["app/domain/posts/list-posts.ts", "../../app.ts", "domain may not import wiring", "app/http"],
  ])("%s ← %s", (path, specifier, what, where) => {
    const found = violations({ [path]: `const first = 1;\nimport { a } from "${specifier}";\nexport { a, first };\n` });
    if (!what) return expect(found).toEqual([]);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ path, line: 2 });
    expect(found[0]?.what).toContain(what);
    expect(found[0]?.what).toContain(where);
  });
});

describe("an import that keeps the rules passes", () => {
  test.each([
    ["app/platform/cache/cache.ts", 'import { a } from "../log/log.ts";'],
    ["app/domain/posts/list-posts.ts", 'import { a } from "../tags/tag-rules.ts";'],
    ["app/domain/posts/list-posts.ts", 'import { a } from "../categories/listing.ts";'],
    ["app/domain/posts/list-posts.ts", 'import { a } from "../errors.ts";'],
    ["app/domain/posts/list-posts.ts", 'import type { a } from "../../../db/schema.gen.ts";'],
    ["app/domain/posts/list-posts.test.ts", 'import { a } from "../tags/finding.ts";'],
    ["app/http/api/posts.ts", 'import { a } from "../../domain/posts/reading.ts";'],
    ["app/http/pages.tsx", 'import { a } from "../pages/routes.tsx";'],
    ["app/http/pages/render.tsx", 'import { a } from "../../ui/card.tsx";'],
    ["app/pages/public/home/queries.ts", 'import type { a } from "../../../http/api/posts.ts";'],
    ["app/pages/public/home/queries.ts", 'import { type a } from "../../../http/api/posts.ts";'],
    ["app/pages/public/home/page.tsx", 'import { a } from "../../../domain/posts/post-rules.ts";'],
    ["app/pages/public/home/page.tsx", 'import type { a } from "../../../domain/posts/post.ts";'],
    ["app/pages/public/home/page.tsx", 'import { a } from "../../../domain/posts/post-rules.ts";'],
    ["app/ui/card.tsx", 'import type { a } from "../domain/posts/post.ts";'],
    ["app/domain/users/read-user.ts", 'import { a } from "../posts/post.ts";'],
    ["app/pages/admin/posts/page.tsx", 'import { a } from "../../../domain/posts/post.ts";'],
    ["app/browser/hydrate.tsx", 'import { a } from "../http/api/client.ts";'],
    ["app/ui/card.tsx", 'import { a } from "../routes.ts";'],
    ["app/ui/card.tsx", 'import { a } from "../platform/time/time-format.ts";'],
    ["app/pages/admin/posts/page.tsx", 'import { a } from "../../../platform/time/zone.ts";'],
    ["app/domain/posts/post-rules.ts", 'import { a } from "../../platform/time/day.ts";'],
    ["server.ts", 'import { a } from "./app/boot/boot.ts";'],
    ["test/journey.test.ts", 'import { a } from "../app/app.ts";'],
  ])("%s: %s", (path, line) => {
    expect(violations({ [path]: `${line}\nexport const b: a = 1;\n` })).toEqual([]);
  });
});

describe("every form of import is found, and nothing that only looks like one", () => {
  const path = "app/platform/cache/cache.ts";
  test.each([
    'import "../../routes.ts";',
    'import * as r from "../../routes.ts";',
    "import r, { a } from '../../routes.ts';",
    'import {\n  a,\n  b,\n} from "../../routes.ts";',
    'import type { a } from "../../routes.ts";',
    'export { a } from "../../routes.ts"; const x = 1;',
    'export * from "../../routes.ts"; const x = 1;',
    'const r = await import("../../routes.ts");',
    'type R = import("../../routes.ts").R;',
    'const before = /["`]/; import { a } from "../../routes.ts";',
    'const html = <p>don\'t</p>;\nimport { a } from "../../routes.ts";',
  ])("%s", (text) => {
    const found = violations({ [path]: `${text}\n` });
    expect(found.map(({ what }) => what)).toEqual([expect.stringContaining("app/routes.ts")]);
  });

  test.each([
    '// import { a } from "../../routes.ts";',
    '/* import("../../routes.ts") */',
    'const text = `\nimport { a } from "../../routes.ts";\n`;',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is in the source that is looked at
    "const text = `${`import('../../routes.ts')`}`;",
    "const text = 'import(\"../../routes.ts\")';",
  ])("not: %s", (text) => {
    expect(violations({ [path]: `${text}\nexport const a = 1;\n` })).toEqual([]);
  });
});

describe("a table is written by one noun", () => {
  const OWN = "await db.insertInto('posts').execute();\nawait db.updateTable('posts').execute();\n";
  const SHARED = { posts: { tags: "a renamed tag changes the version of its posts" } };
  const written = (files: Record<string, string>, shared: Record<string, Record<string, string>> = {}): Violation[] =>
    checkStructure(tree({ "app/domain/posts/create-post.ts": OWN, ...files }), REACH, shared).violations;

  test.each([
    'await db.insertInto("posts").execute();',
    'await db.updateTable("posts").execute();',
    'await db.deleteFrom("posts as p").execute();',
    "await sql`\n  with x as (select 1) insert into posts (id) select 1`.execute(db);",
    "await sql<{ id: string }>`UPDATE posts p set version = 1`.execute(db);",
    "await sql`delete from posts where id = 1`.execute(db);",
    "await sql`truncate table posts`.execute(db);",
    "const one = isNew ? sql`insert into posts default values` : sql`select`;",
  ])("refused: %s", (text) => {
    const found = written({ "app/domain/tags/rename-tag.ts": `const first = 1;\n${text}\n` });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ path: "app/domain/tags/rename-tag.ts", line: text.includes("\n") ? 3 : 2 });
    expect(found[0]?.what).toContain("writes posts, which is posts's: call a capability of posts");
    expect(found[0]?.what).toContain("SHARED_TABLES");
  });

  test("refused outside of the domain, too", () => {
    const found = written({ "app/http/api/posts.ts": 'await db.deleteFrom("posts").execute();\n' });
    expect(found.map(({ what }) => what)).toEqual([expect.stringContaining("why app/http writes it")]);
  });

  test.each([
    'await db.selectFrom("posts").execute();',
    "await sql`select id from posts where id = 1 for update of posts`.execute(db);",
    "await sql`select from posts for no key update`.execute(db);",
    "await sql`insert into tags (id) values (1) on conflict (id) do update set id = 2`.execute(db);",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is in the source that is looked at
    "await sql`insert into ${table} default values`.execute(db);",
    "const text = `update posts`;",
    "// update posts",
  ])("fine: %s", (text) => {
    expect(written({ "app/domain/tags/rename-tag.ts": `${text}\n` })).toEqual([]);
  });

  test("the demo content, imports, tests and named exceptions are left out", () => {
    const text = 'await db.updateTable("posts").execute();\n';
    const left = ["app/domain/demo/seed.ts", "app/domain/imports/store.ts", "app/domain/tags/tags.test.ts", "test/builders.ts"];
    for (const path of left) expect(written({ [path]: text })).toEqual([]);
    expect(written({ "app/domain/tags/rename-tag.ts": text }, SHARED)).toEqual([]);
  });

  test("an exception that nobody needs is refused", () => {
    expect(written({}, SHARED).map(({ what }) => what)).toEqual([
      expect.stringContaining("SHARED_TABLES.posts names tags, which doesn't write it"),
    ]);
  });
});

test("the list of nouns that may import each other has no circles", () => {
  const found = violations({}, { posts: ["tags"], tags: ["users"], users: ["posts"], likes: ["posts"] });
  expect(found).toHaveLength(3);
  expect(found[0]?.what).toContain("posts → tags → users → posts");
});

describe("files don't import each other in a circle", () => {
  test.each([
    ['import { b } from "./b.ts";', 'import { a } from "./a.ts";'],
    ['import type { b } from "./b.ts";', 'import { a } from "./a.ts";'],
    ['type B = import("./b.ts").B;', 'import type { a } from "./a.ts";'],
    ['const b = await import("./b.ts");', 'import { a } from "./a.ts";'],
  ])("%s %s", (first, second) => {
    const found = violations({
      "app/domain/posts/a.ts": `${first}\nexport const x = 1;\n`,
      "app/domain/posts/b.ts": `export const y = 1;\n${second}\n`,
      "app/domain/posts/c.ts": 'import { a } from "./a.ts";\nimport { b } from "./b.ts";\nexport const z = a + b;\n',
    });
    expect(found.map(({ path, line }) => `${path}:${line}`)).toEqual(["app/domain/posts/b.ts:2"]);
    expect(found[0]?.what).toContain("app/domain/posts/a.ts → app/domain/posts/b.ts → app/domain/posts/a.ts");
    expect(found[0]?.what).toContain("a file of its own");
  });

  test("a longer circle counts, two paths to the same file don't", () => {
    const file = (...names: string[]) => `${names.map((name) => `import "./${name}.ts";`).join("\n")}\nexport const x = 1;\n`;
    const round = { "app/platform/a.ts": file("b"), "app/platform/b.ts": file("c"), "app/platform/c.ts": file("a") };
    expect(violations(round).map(({ path }) => path)).toEqual(["app/platform/c.ts"]);
    expect(violations({ ...round, "app/platform/a.ts": file("b", "c"), "app/platform/c.ts": file() })).toEqual([]);
  });
});

test("a source file has 400 lines at most, a test 600", () => {
  const found = violations({
    "app/a.ts": lines(401),
    "app/b.test.ts": lines(601),
    "app/c.ts": lines(400),
    "test/d.ts": lines(600),
  });
  expect(found.map(({ path, line }) => `${path}:${line}`)).toEqual(["app/a.ts:401", "app/b.test.ts:601"]);
});

test("a function has 60 lines of code at most; blank lines, comments and tests don't count", () => {
  const code = (count: number) => "  a += 1;\n".repeat(count);
  const rest = "\n  // why\n".repeat(30);
  const found = violations({
    "app/a.ts": `let a = 0;\nexport function long() {\n${code(59)}}\n`,
    "app/b.ts": `let a = 0;\nexport function short() {\n${code(30)}${rest}${code(28)}}\n`,
    "app/c.ts": `let a = 0;\nexport const outer = () => {\n  const inner = () => {\n${code(60)}  };\n  return inner;\n};\n`,
    "app/d.ts": `export const long = class {\n  run(a = 0) {\n${code(61)}  }\n};\n`,
    "app/e.test.ts": `let a = 0;\nexport function test() {\n${code(90)}}\n`,
  });
  expect(found.map(({ path, line }) => `${path}:${line}`)).toEqual(["app/a.ts:2", "app/c.ts:2", "app/c.ts:3", "app/d.ts:2"]);
  expect(found[0]?.what).toMatch(/61 lines of code, 60 at most/);
});

describe("conventions", () => {
  test.each([
    ["app/domain/utils/dates.ts", "export const a = 1;", '"utils" says nothing'],
    ["app/http/helpers.ts", "export const a = 1;", '"helpers" says nothing'],
    ["test/lib/x.ts", "export const a = 1;", '"lib" says nothing'],
    ["app/ui/index.ts", 'export { Card } from "./card.tsx";\nexport * from "./button.tsx";', "only passes on"],
    ["app/ui/all.ts", '// everything\nexport type { Card } from "./card.tsx";', "only passes on"],
    ["app/ui/card.tsx", "export default function Card() {}", "default export"],
    ["app/ui/card.tsx", "const a = 1;\nexport { a as default };", "default export"],
    ["app/ui/card.tsx", "export const a: any = 1;", "`any` without a reason"],
    ["app/ui/card.tsx", "export const a = (b: any[]) => b as any;", "`any` without a reason"],
    ["app/ui/card.tsx", "export const a: Record<string, any> = {};", "`any` without a reason"],
    ["app/ui/card.tsx", "// @ts-ignore\nexport const a = 1;", "@ts-ignore without a reason"],
    ["app/ui/card.tsx", "// @ts-expect-error\nexport const a = 1;", "@ts-expect-error without a reason"],
    ["app/ui/card.tsx", "// biome-ignore lint/a11y/useAltText: <explanation>\nexport const a = 1;", "without a reason"],
  ])("%s: %s", (path, text, what) => {
    const found = violations({ [path]: `${text}\n` });
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]?.what).toContain(what);
  });

  test.each([
    ["vite.config.ts", "export default {};"],
    ["app/ui/card.tsx", "// biome-ignore lint/a11y/useAltText: the picture is decoration\nexport const a = 1;"],
    ["app/ui/card.tsx", "// The package has no types of its own.\nexport const a: any = 1;"],
    ["app/ui/card.tsx", "export const a = <p>Choose: any of them</p>;"],
    ["app/ui/card.tsx", 'export const company = { any: 1, has: "x: any" };'],
    ["app/ui/card.tsx", 'export const text = "export default 1";'],
    ["app/ui/shape.ts", 'import { b } from "./b.ts";\nexport const a = b;'],
    ["db/schema.gen.ts", "export const a: any = 1;"],
  ])("fine: %s: %s", (path, text) => {
    expect(violations({ [path]: `${text}\n` })).toEqual([]);
  });
});

test("the report says file, line and what, then the sum", () => {
  const text = report([{ path: "app/a.ts", line: 3, what: "is wrong" }], 12);
  expect(text).toBe("app/a.ts:3  is wrong\n12 files, 1 violation");
});
