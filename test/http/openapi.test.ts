import SwaggerParser from "@apidevtools/swagger-parser";
import type { MediaTypeObject, OpenAPIObject, OperationObject, ParameterObject } from "openapi3-ts/oas31";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { AUTH_OPERATIONS } from "./auth-operations.ts";
import { OPERATIONS } from "./operation-table.ts";
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

test("it names every operation of the API", () => {
  const names = operationsOf(document).map(({ method, path }) => `${method} ${path}`);
  const expected = [...Object.values(OPERATIONS).map(({ at }) => at), ...Object.keys(AUTH_OPERATIONS)];
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
      if (
        !["uploadPicture", "uploadFile", "uploadImport", "uploadBrandFile", "uploadSubscribers"].includes(
          operation.operationId ?? "",
        )
      )
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
    "merge|release|block|refresh|pause|resume|resend",
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
