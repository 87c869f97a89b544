import type { OpenAPIObject, OperationObject, ParameterObject, SchemaObject } from "openapi3-ts/oas31";
import { session } from "../app/session.ts";

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

export type Operation = { method: (typeof METHODS)[number]; path: string; operation: OperationObject };

/** Every operation of an OpenAPI document. */
export function operationsOf(document: OpenAPIObject): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [{ method, path, operation: item[method] }] : [])),
  );
}

/** An operation by its id. */
export function findOperation(document: OpenAPIObject, operationId: string): Operation {
  const found = operationsOf(document).find(({ operation }) => operation.operationId === operationId);
  if (!found) throw new Error(`There is no operation ${operationId}`);
  return found;
}

/** The operations under /api. The auth service uses GoTrue's form of requests and refusals, so it has other tests. */
export const operationsOfApi = (document: OpenAPIObject): Operation[] =>
  operationsOf(document).filter(({ path }) => path.startsWith("/api/"));

/** A request to one operation, in parts that a test can break one by one. */
export type Call = {
  method: string;
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
};

const bodyOf = ({ requestBody }: OperationObject) =>
  requestBody && "content" in requestBody ? requestBody.content["application/json"] : undefined;

/** The fields of an operation's JSON body. */
export const fieldsOf = (operation: OperationObject): [string, SchemaObject][] =>
  Object.entries(((bodyOf(operation)?.schema as SchemaObject | undefined)?.properties ?? {}) as Record<string, SchemaObject>);

const parametersOf = (operation: OperationObject) => (operation.parameters ?? []) as ParameterObject[];

/** The names of an operation's parameters in one place. */
export const namesIn = (operation: OperationObject, place: ParameterObject["in"]) =>
  parametersOf(operation)
    .filter((parameter) => parameter.in === place)
    .map(({ name }) => name);

/** A valid request to the operation, made of the document's own examples, without optional query parameters. */
export function soundCall({ method, operation }: Operation): Call {
  const call: Call = {
    method: method.toUpperCase(),
    path: {},
    query: {},
    headers: { "x-session-id": session("a") },
    body: bodyOf(operation)?.example,
  };
  for (const parameter of parametersOf(operation)) {
    const example = [(parameter.schema as SchemaObject).example ?? parameter.example].flat().join(",");
    if (parameter.in === "path") call.path[parameter.name] = example;
    if (parameter.in === "query" && parameter.required) call.query[parameter.name] = example;
  }
  return call;
}

/** The path of a call: `/api/likes/{id}` with its id, and the query. Path values go in as they are. */
export function addressOf(template: string, { path, query }: Call): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name) => path[name] ?? "");
  const search = new URLSearchParams(query).toString();
  return search ? `${filled}?${search}` : filled;
}
