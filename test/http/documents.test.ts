import type { OpenAPIObject } from "openapi3-ts/oas31";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { operationsOf } from "./operations.ts";

let app: TestApp;
let document: OpenAPIObject;
/** The overview. */
let page: string;
/** The page of each part, by the name of its tag. */
const parts = new Map<string, string>();
const addressOf = (tag: string) => `/api/docs/${tag.toLowerCase().replaceAll(" ", "-")}`;
beforeAll(async () => {
  app = await createTestApp();
  document = (await app.actors.anonymous.get<OpenAPIObject>("/api/openapi.json")).body;
  page = (await app.actors.anonymous.get("/api/docs")).text;
  for (const { name } of document.tags ?? []) {
    const { status, text } = await app.actors.anonymous.get(addressOf(name));
    expect(status, name).toBe(200);
    parts.set(name, text);
  }
});
afterAll(() => app.close());

test("every operation is on the page of its part, with a heading that can be linked to, and on the overview", () => {
  for (const { method, path, operation } of operationsOf(document)) {
    const [tag = ""] = operation.tags ?? [];
    const part = parts.get(tag) ?? "";
    expect(part).toContain(`<article id="${operation.operationId}">`);
    expect(part).toContain(`<span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>`);
    expect(page).toContain(`href="${addressOf(tag)}#${operation.operationId}"`);
  }
});

test("it is set in the fonts of the look", async () => {
  const sheetsOf = (html: string) => [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, address]) => address);
  expect(sheetsOf(page)).toEqual(["/api/docs.css", expect.stringMatching(/fonts/)]);
  expect(sheetsOf(parts.get("Posts") ?? "")).toEqual(sheetsOf(page));
  expect((await app.actors.anonymous.get("/api/docs.css")).text).toContain("--serif: Newsreader, ");
});

test("a part that doesn't exist is not found", async () => {
  expect((await app.actors.anonymous.get("/api/docs/nothing")).status).toBe(404);
});

test("the contents name the parts in the document's order, and the open part's operations", () => {
  const posts = parts.get("Posts")?.match(/<nav.*?<\/nav>/s)?.[0] ?? "";
  const named = [...posts.matchAll(/href="\/api\/docs\/[^"]+"[^>]*>([^<]+)</g)].map(([, name]) => name);
  expect(named).toEqual((document.tags ?? []).map(({ name }) => name));
  expect(posts).toContain(`href="/api/docs/posts" aria-current="page"`);
  for (const id of ["listPosts", "readPost", "createPost"]) expect(posts).toContain(`href="#${id}"`);
  expect(posts).not.toContain('href="#listTags"');
});

test("it says who may call an operation", () => {
  const callersOf = (tag: string, id: string) =>
    parts
      .get(tag)
      ?.split(`<article id="${id}">`)[1]
      ?.match(/class="callers">([^<]+)</)?.[1];
  expect([callersOf("Posts", "listPosts"), callersOf("Account", "readAccount"), callersOf("Posts", "createPost")]).toEqual([
    "Everyone",
    "Signed-in users",
    "Admins",
  ]);
});

test("every shape lists its fields, including those it inherits", async () => {
  const pages = [...parts.values()].map((part) => part.split("</main>")[0] ?? "");
  const shapes = pages.flatMap((part) => part.split('<article id="schema-').slice(1));
  expect(shapes.length).toBeGreaterThan(5);
  for (const shape of shapes) expect(shape.match(/<th scope="row">/g)?.length, shape.slice(0, 40)).toBeGreaterThanOrEqual(1);
  const post = shapes.find((shape) => shape.startsWith('Post"'));
  for (const field of ["title", "content_html"]) expect(post).toContain(`<code>${field}</code>`);
});

test("no page needs a script or another site, and the policy allows everything that they have", () => {
  for (const text of [page, ...parts.values()]) {
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i);
    const targets = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, target]) => target ?? "");
    expect(targets.filter((target) => /^(https?:)?\/\//.test(target))).toEqual([]);
  }
});

test("every link to a place has a target, and no id occurs twice on a page", () => {
  const idsOf = (text: string) => [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  const pages = new Map([["/api/docs", page], ...[...parts].map(([tag, text]) => [addressOf(tag), text] as const)]);
  let links = 0;
  for (const [address, text] of pages) {
    const ids = idsOf(text);
    expect(new Set(ids).size, address).toBe(ids.length);
    expect(text).not.toMatch(/undefined|\[object|\bNaN\b/);
    for (const [, to = "", id] of text.matchAll(/href="(\/api\/docs[^"#]*)?#([^"]+)"/g)) {
      links += 1;
      expect(idsOf(pages.get(to || address) ?? ""), `${address} links to ${to}#${id}`).toContain(id);
    }
  }
  expect(links).toBeGreaterThan(400);
});

test("the stylesheet is served, for light and dark", async () => {
  const { status, headers, text } = await app.actors.anonymous.get("/api/docs.css");
  expect([status, headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
  expect(text).toContain("color-scheme: light dark");
});
