import type { OpenAPIObject } from "openapi3-ts/oas31";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { operationsOf } from "./operations.ts";

let app: TestApp;
let page: string;
beforeAll(async () => {
  app = await createTestApp();
  page = (await app.actors.anonymous.get("/api/docs")).text;
});
afterAll(() => app.close());

test("the documentation page shows every operation, each with a heading that can be linked to", async () => {
  const { body } = await app.actors.anonymous.get<OpenAPIObject>("/api/openapi.json");
  for (const { method, path, operation } of operationsOf(body)) {
    expect(page).toContain(`<article id="${operation.operationId}">`);
    expect(page).toContain(`<span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>`);
  }
});

test("its contents name the groups in the document's order, each with its operations", async () => {
  const { body } = await app.actors.anonymous.get<OpenAPIObject>("/api/openapi.json");
  const groups = [...page.matchAll(/<details><summary><h2>([^<]+)<\/h2>.*?<\/details>/gs)];
  expect(groups.map(([, name]) => name)).toEqual([...(body.tags ?? []).map(({ name }) => name), "Shapes"]);
  const posts = groups.find(([, name]) => name === "Posts")?.[0] ?? "";
  for (const id of ["listPosts", "readPost", "createPost"]) expect(posts).toContain(`href="#${id}"`);
  expect(posts).not.toContain('href="#listTags"');
});

test("it says who may call an operation", () => {
  const callersOf = (id: string) => page.split(`<article id="${id}">`)[1]?.match(/class="callers">([^<]+)</)?.[1];
  expect([callersOf("listPosts"), callersOf("readAccount"), callersOf("createPost")]).toEqual([
    "Everybody",
    "Signed-in users",
    "Admins",
  ]);
});

test("every shape lists its fields, including those it inherits", async () => {
  const shapes = page.split('<article id="schema-').slice(1);
  expect(shapes.length).toBeGreaterThan(5);
  for (const shape of shapes) expect(shape.match(/<th scope="row">/g)?.length, shape.slice(0, 40)).toBeGreaterThanOrEqual(1);
  const post = shapes.find((shape) => shape.startsWith('Post"'));
  for (const field of ["title", "content_html"]) expect(post).toContain(`<code>${field}</code>`);
});

test("it needs no script and no other site, and its policy allows everything that it has", () => {
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i);
  expect(
    [...page.matchAll(/(?:src|href)="([^"]*)"/g)]
      .map(([, target]) => target)
      .filter((target) => /^(https?:)?\/\//.test(target ?? "")),
  ).toEqual([]);
});

test("every link inside has a target, and no id occurs twice", () => {
  const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
  expect(anchors.length).toBeGreaterThan(20);
  expect(anchors.filter((target) => !ids.includes(target))).toEqual([]);
  expect(page).not.toMatch(/undefined|\[object|\bNaN\b/);
});

test("the stylesheet is served, for light and dark", async () => {
  const { status, headers, text } = await app.actors.anonymous.get("/api/docs.css");
  expect([status, headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
  expect(text).toContain("color-scheme: light dark");
});
