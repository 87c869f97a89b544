import SwaggerParser from "@apidevtools/swagger-parser";
import type { MediaTypeObject, OpenAPIObject, OperationObject, ParameterObject } from "openapi3-ts/oas31";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { fieldsOf, operationsOf, operationsOfApi } from "./operations.ts";

let app: TestApp;
let document: OpenAPIObject;
beforeAll(async () => {
  app = await createTestApp();
  document = (await app.actors.anonymous.get<OpenAPIObject>("/api/openapi.json")).body;
});
afterAll(() => app.close());

test("the document is valid OpenAPI 3.1", async () => {
  expect(document.openapi).toBe("3.1.0");
  await SwaggerParser.validate(structuredClone(document) as never);
  expect(document.info.title).toBe(`${app.settings.site().name} API`);
});

const AUTH_ENDPOINTS = [
  "get /auth/v1/.well-known/jwks.json",
  "get /auth/v1/health",
  "get /auth/v1/reauthenticate",
  "get /auth/v1/settings",
  "get /auth/v1/user",
  "get /auth/v1/verify",
  "post /auth/v1/logout",
  "post /auth/v1/otp",
  "post /auth/v1/recover",
  "post /auth/v1/resend",
  "post /auth/v1/signup",
  "post /auth/v1/token",
  "post /auth/v1/verify",
  "put /auth/v1/user",
];

test("it names every operation of the API", () => {
  const names = operationsOf(document).map(({ method, path }) => `${method} ${path}`);
  const expected = [
    "delete /api/account",
    "delete /api/account/sessions/{id}",
    "delete /api/admin/analytics/rules/{id}",
    "delete /api/admin/backups/{id}",
    "delete /api/admin/categories/{id}",
    "delete /api/admin/comments/{id}",
    "delete /api/admin/demo-content",
    "delete /api/admin/edits/{id}",
    "delete /api/admin/imports/{id}",
    "delete /api/admin/media/trash",
    "delete /api/admin/media/{id}",
    "delete /api/admin/posts/{id}",
    "delete /api/admin/posts/{id}/edit",
    "delete /api/admin/posts/{id}/notes/{note}",
    "delete /api/admin/posts/{id}/previews/{preview}",
    "delete /api/admin/posts/{id}/schedule",
    "delete /api/admin/redirects/{id}",
    "delete /api/admin/tags/{id}",
    "delete /api/admin/trash/{kind}/{id}",
    "delete /api/admin/users/{id}",
    "delete /api/admin/users/{id}/invitation",
    "delete /api/comments/{id}",
    "delete /api/likes/{id}",
    "get /api/account",
    "get /api/account/export",
    "get /api/account/notices",
    "get /api/account/sessions",
    "get /api/admin/analytics/blog",
    "get /api/admin/analytics/blog/funnel",
    "get /api/admin/analytics/blog/posts",
    "get /api/admin/analytics/breakdown",
    "get /api/admin/analytics/live",
    "get /api/admin/analytics/missing",
    "get /api/admin/analytics/options",
    "get /api/admin/analytics/overview",
    "get /api/admin/analytics/pages",
    "get /api/admin/analytics/refresh",
    "get /api/admin/analytics/rejected",
    "get /api/admin/analytics/rules",
    "get /api/admin/analytics/searches",
    "get /api/admin/analytics/sessions",
    "get /api/admin/analytics/timeline",
    "get /api/admin/appearance",
    "get /api/admin/audit",
    "get /api/admin/backup-schedule",
    "get /api/admin/backups",
    "get /api/admin/backups/{id}",
    "get /api/admin/backups/{id}/file",
    "post /api/admin/backups/{id}/file",
    "get /api/admin/calendar",
    "get /api/admin/categories",
    "get /api/admin/comments",
    "get /api/admin/dashboard",
    "get /api/admin/demo-content",
    "get /api/admin/docs",
    "get /api/admin/docs/{name}",
    "get /api/admin/edits",
    "get /api/admin/edits/{id}",
    "get /api/admin/export.json",
    "get /api/admin/export.zip",
    "get /api/admin/featured-order",
    "get /api/admin/imports",
    "get /api/admin/imports/{id}",
    "get /api/admin/imports/{id}/findings",
    "get /api/admin/imports/{id}/pictures",
    "get /api/admin/media",
    "get /api/admin/media/{id}",
    "get /api/admin/media/{id}/thumbnail",
    "get /api/admin/old-addresses",
    "get /api/admin/navigation",
    "get /api/admin/outbox",
    "get /api/admin/pages",
    "get /api/admin/posts",
    "get /api/admin/posts/{id}",
    "get /api/admin/posts/{id}/edit",
    "get /api/admin/posts/{id}/notes",
    "get /api/admin/posts/{id}/previews",
    "get /api/admin/posts/{id}/revisions",
    "get /api/admin/posts/{id}/revisions/{revision}",
    "get /api/admin/redirects",
    "get /api/admin/settings",
    "get /api/admin/system",
    "get /api/admin/system/checks",
    "get /api/admin/tags",
    "get /api/admin/trash",
    "get /api/admin/users",
    "get /api/categories",
    "get /api/likes",
    "get /api/likes/stats",
    "get /api/posts",
    "get /api/posts/{slug}",
    "get /api/posts/{slug}/comments",
    "get /api/posts/{slug}/comments/own",
    "get /api/site",
    "get /api/site/about",
    "get /api/site/home",
    "get /api/site/privacy",
    "get /api/site/stored-keys",
    "get /api/tags",
    "get /api/users/{id}",
    "patch /api/account",
    "patch /api/admin/categories/{id}",
    "patch /api/admin/comments/{id}",
    "patch /api/admin/media/{id}",
    "patch /api/admin/posts/{id}",
    "patch /api/admin/posts/{id}/notes/{note}",
    "patch /api/admin/posts/{id}/options",
    "patch /api/admin/posts/{id}/revisions/{revision}",
    "patch /api/admin/tags/{id}",
    "patch /api/admin/users/{id}",
    "patch /api/comments/{id}",
    "patch /api/likes/{id}",
    "post /api/admin/analytics/refresh",
    "post /api/admin/analytics/rejected/block",
    "post /api/admin/analytics/rejected/release",
    "post /api/admin/analytics/rules",
    "post /api/admin/appearance/files",
    "post /api/admin/backups",
    "post /api/admin/backups/{id}/proof",
    "post /api/admin/categories",
    "post /api/admin/comments/bulk",
    "post /api/admin/comments/{id}/replies",
    "post /api/admin/imports",
    "post /api/admin/imports/{id}/cancel",
    "post /api/admin/imports/{id}/pictures",
    "post /api/admin/imports/{id}/start",
    "post /api/admin/imports/{id}/undo",
    "post /api/admin/maintenance/pass",
    "post /api/admin/media",
    "post /api/admin/media/bulk",
    "post /api/admin/media/bookmark",
    "post /api/admin/media/fetch",
    "post /api/admin/media/files",
    "post /api/admin/media/files/fetch",
    "post /api/admin/outbox/{id}/retry",
    "post /api/admin/posts",
    "post /api/admin/posts/bulk",
    "post /api/admin/posts/check",
    "post /api/admin/posts/preview",
    "post /api/admin/posts/{id}/previews",
    "post /api/admin/posts/{id}/revisions/{revision}/restore",
    "post /api/admin/redirects",
    "post /api/admin/system/jobs/{id}/retry",
    "post /api/admin/tags/{id}/merge",
    "post /api/admin/trash/empty",
    "post /api/admin/trash/restore",
    "post /api/admin/users",
    "post /api/admin/users/{id}/invitation",
    "post /api/comments/{id}/report",
    "post /api/invitations/check",
    "post /api/likes",
    "post /api/likes/toggle",
    "post /api/posts/{slug}/comments",
    "post /api/users",
    "post /api/views",
    "post /api/visits",
    "put /api/account/notices",
    "put /api/admin/analytics/options",
    "put /api/admin/appearance",
    "put /api/admin/backup-schedule",
    "put /api/admin/edits/{id}",
    "put /api/admin/featured-order",
    "put /api/admin/imports/{id}/options",
    "put /api/admin/navigation",
    "put /api/admin/posts/{id}/edit",
    "put /api/admin/posts/{id}/schedule",
    "put /api/admin/settings",
    ...AUTH_ENDPOINTS,
  ];
  expect(names.sort()).toEqual(expected.sort());
});

test("every operation is described in full: texts, tag, parameters, responses with examples, refusals", () => {
  const tags = document.tags?.map(({ name }) => name);
  const ids = new Set<string>();
  for (const { method, path, operation } of operationsOf(document)) {
    const where = `${method} ${path}`;
    expect(operation.summary, where).toBeTruthy();
    expect(operation.description?.length, where).toBeGreaterThan(20);
    expect(tags, where).toContain(operation.tags?.[0]);
    ids.add(operation.operationId ?? "");
    for (const parameter of parametersOf(operation)) {
      const { description = (parameter.schema as { description?: string }).description } = parameter;
      expect(description, `${where} ${parameter.name}`).toBeTruthy();
    }
    expect(Object.keys(operation.responses ?? {}), where).toEqual(expect.arrayContaining(["400", "500", "503"]));
    const [good] = Object.entries(operation.responses ?? {}).filter(([status]) => status.startsWith("2"));
    // A link responds with a redirect, which has no body.
    if (!good) expect([operation.operationId, "303" in (operation.responses ?? {})]).toEqual(["openOneTimeLink", true]);
    else if (good[0] !== "204") expect(Object.values<MediaTypeObject>(good[1].content)[0]?.example, where).toBeTruthy();
    // Endpoints of the auth service name nothing that could be missing, and sign-out isn't limited.
    if (method !== "get" && path.startsWith("/auth/v1/"))
      expect(Object.keys(operation.responses ?? {}), where).toEqual(
        expect.arrayContaining(path.endsWith("/logout") ? ["403"] : ["403", "429"]),
      );
    else if (method !== "get")
      expect(Object.keys(operation.responses ?? {}), where).toEqual(expect.arrayContaining(["403", "404", "429"]));
    if (operation.requestBody) {
      expect(Object.keys(operation.responses ?? {}), where).toEqual(expect.arrayContaining(["413", "415"]));
      // A file is its own example.
      if (!["uploadPicture", "uploadFile", "uploadImport", "uploadBrandFile"].includes(operation.operationId ?? ""))
        expect(bodyExample(operation), where).toBeTruthy();
    }
  }
  expect(ids.size).toBe(operationsOf(document).length);
});

test("operations are grouped by resource: one tag each, described in the document, none of them too large", () => {
  const used = operationsOf(document).map(({ method, path, operation }) => {
    expect(operation.tags, `${method} ${path}`).toHaveLength(1);
    return operation.tags?.[0] ?? "";
  });
  const described = document.tags ?? [];
  expect(new Set(described.map(({ name }) => name)).size).toBe(described.length);
  expect([...new Set(used)].sort()).toEqual(described.map(({ name }) => name).sort());
  for (const { name, description } of described) {
    expect(description, name).toMatch(/^\S.{10,}\.$/);
    expect(used.filter((tag) => tag === name).length, name).toBeLessThanOrEqual(20);
  }
  // Public operations come first.
  expect(described.slice(0, 3).map(({ name }) => name)).toEqual(["Posts", "Categories", "Tags"]);
});

/** The verbs that an operation's id begins with, by method. POST also has verbs for actions of single resources. */
const VERBS: Record<string, string> = {
  get: "list|read|export",
  put: "update",
  patch: "update",
  delete: "delete|empty",
  post:
    "create|upload|fetch|restore|bulkUpdate|bulkRestore|empty|retry|record|toggle|report|preview|check|invite|renew|start|undo|cancel|" +
    "merge|release|block|refresh",
};

test("every field of the auth service's bodies is described", () => {
  for (const { path, operation } of operationsOf(document).filter((one) => one.path.startsWith("/auth/v1/")))
    for (const [name, { description }] of fieldsOf(operation)) expect(description, `${path} ${name}`).toBeTruthy();
});

test("ids begin with the same verbs everywhere", () => {
  // The auth service has GoTrue's own verbs: sign up, sign out, verify.
  const others = operationsOfApi(document).filter(
    ({ method, operation }) => !new RegExp(`^(${VERBS[method]})[A-Z]`).test(operation.operationId ?? ""),
  );
  expect(others.map(({ method, path, operation }) => `${operation.operationId}: ${method} ${path}`)).toEqual([]);
});

test("bulk operations are named alike", () => {
  const bulk = operationsOf(document).filter(({ path }) => path.endsWith("/bulk"));
  expect(bulk.map(({ operation }) => operation.operationId).sort()).toEqual([
    "bulkUpdateComments",
    "bulkUpdatePictures",
    "bulkUpdatePosts",
  ]);
});

const parametersOf = (operation: OperationObject) => (operation.parameters ?? []) as ParameterObject[];
const bodyExample = ({ requestBody }: OperationObject) =>
  requestBody && "content" in requestBody ? requestBody.content["application/json"]?.example : undefined;
