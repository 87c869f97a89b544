import { html } from "hono/html";
import type { OpenAPIObject, OperationObject, ParameterObject, ReferenceObject, SchemaObject } from "openapi3-ts/oas31";

function resolve<T extends object>(document: OpenAPIObject, value: T | ReferenceObject): T {
  if (!("$ref" in value) || typeof value.$ref !== "string") return value as T;
  const found = value.$ref
    .slice("#/".length)
    .split("/")
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], document);
  return found as T;
}

/** Including those of its parts. */
function fieldsOf(
  document: OpenAPIObject,
  schema: SchemaObject | ReferenceObject,
): Pick<SchemaObject, "properties" | "required"> {
  const { properties = {}, required = [], allOf = [] } = resolve<SchemaObject>(document, schema);
  const parts = allOf.map((part) => fieldsOf(document, part));
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties), properties),
    required: [...parts.flatMap((part) => part.required ?? []), ...required],
  };
}

/** `code` in backticks. */
export function inlineCode(text: string): Markup[] {
  return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

const choices = (schema: SchemaObject): string => (schema.enum ?? []).map((value) => JSON.stringify(value)).join(" | ");

function limits({ minimum, maximum, maxLength, pattern, format }: SchemaObject): string {
  const said: string[] = [];
  if (format) said.push(format);
  if (minimum !== undefined && maximum !== undefined) said.push(`${minimum} to ${maximum}`);
  if (maxLength !== undefined) said.push(`at most ${maxLength} characters`);
  if (pattern) said.push(`matches ${pattern}`);
  return said.length > 0 ? ` (${said.join(", ")})` : "";
}

/** Writes the type in a few words, with links to its shapes. */
function typeOf(document: OpenAPIObject, schema: SchemaObject | ReferenceObject): Markup {
  if ("$ref" in schema && typeof schema.$ref === "string") {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const plain = schema as SchemaObject;
  const parts = plain.anyOf ?? plain.oneOf ?? plain.allOf;
  if (parts) return html`${parts.map((part, index) => html`${index > 0 ? " or " : ""}${typeOf(document, part)}`)}`;
  if (plain.enum) return html`<code>${choices(plain)}</code>`;
  if (plain.type === "array" && plain.items) return html`list of ${typeOf(document, plain.items)}`;
  if (typeof plain.additionalProperties === "object") return html`map to ${typeOf(document, plain.additionalProperties)}`;
  return html`${[plain.type ?? "any"].flat().join(" or ")}${limits(plain)}`;
}

export type Markup = ReturnType<typeof html>;

/** `method` in small letters. */
export type Operation = { method: string; path: string; operation: OperationObject };

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

export function operationsOf(document: OpenAPIObject): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item?.[method] ? [{ method, path, operation: item[method] }] : [])),
  );
}

const example = (value: unknown): Markup | string =>
  value === undefined ? "" : html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;

function row(
  document: OpenAPIObject,
  name: string,
  place: string,
  required: boolean,
  schema: SchemaObject,
  text?: string,
): Markup {
  return html`<tr><th scope="row"><code>${name}</code></th><td>${place}</td><td>${typeOf(document, schema)}</td>
<td>${required ? "required" : "optional"}</td><td>${inlineCode(text ?? resolve(document, schema).description ?? "")}</td></tr>`;
}

function table(caption: string, rows: Markup[]): Markup | string {
  if (rows.length === 0) return "";
  return html`<div class="wide" tabindex="0" role="group" aria-label="${caption}"><table><caption>${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Given</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function propertyRows(document: OpenAPIObject, schema: SchemaObject): Markup[] {
  const { properties = {}, required = [] } = fieldsOf(document, schema);
  return Object.entries(properties).map(([name, of]) => row(document, name, "body", required.includes(name), of as SchemaObject));
}

function inputOf(document: OpenAPIObject, operation: OperationObject): Markup {
  const parameters = (operation.parameters ?? []) as ParameterObject[];
  const rows = parameters.map((p) => row(document, p.name, p.in, p.required === true, p.schema as SchemaObject, p.description));
  const body = operation.requestBody && resolve(document, operation.requestBody).content["application/json"];
  const fields = body?.schema ? propertyRows(document, body.schema as SchemaObject) : [];
  return html`${table("Parameters", [...rows, ...fields])}${body ? html`<p>A body, for example:</p>${example(body.example)}` : ""}`;
}

function answersOf(document: OpenAPIObject, operation: OperationObject): Markup[] {
  return Object.entries(operation.responses ?? {}).map(([status, answer]) => {
    const { description, content } = resolve(document, answer);
    const summary = html`<span class="status s${status[0]}">${status}</span> ${inlineCode(description)}`;
    const body = content?.["application/json"];
    if (!body) return html`<p class="answer">${summary}</p>`;
    return html`<details${status.startsWith("2") ? " open" : ""}><summary>${summary}</summary>
<p>${body.schema ? typeOf(document, body.schema as SchemaObject) : ""}</p>${example(body.example)}</details>`;
  });
}

function callersOf({ path, operation }: Operation): string {
  if (!operation.security) return "Everyone";
  return path.startsWith("/api/admin/") ? "Admins" : "Signed-in users";
}

export function operationSection(document: OpenAPIObject, one: Operation): Markup {
  const { method, path, operation } = one;
  const id = operation.operationId ?? `${method}-${path}`;
  return html`<article id="${id}"><h3><a href="#${id}">${operation.summary}</a></h3>
<p class="address"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>
<span class="callers">${callersOf(one)}</span></p>
<p>${inlineCode(operation.description ?? "")}</p>${inputOf(document, operation)}<h4>Answers</h4>${answersOf(document, operation)}</article>`;
}

export function shapeSection(document: OpenAPIObject, name: string, schema: SchemaObject): Markup {
  return html`<article id="schema-${name}"><h3><a href="#schema-${name}">${name}</a></h3>
<p>${inlineCode(schema.description ?? "")}</p>${table(`Fields of ${name}`, propertyRows(document, schema))}</article>`;
}
