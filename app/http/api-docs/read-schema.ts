import { html } from "hono/html";
import type { OpenAPIObject, ReferenceObject, SchemaObject } from "openapi3-ts/oas31";

type Markup = ReturnType<typeof html>;

/** What `value` is, where it is a reference to a part of `document`; else itself. */
export function resolve<T extends object>(document: OpenAPIObject, value: T | ReferenceObject): T {
  if (!("$ref" in value) || typeof value.$ref !== "string") return value as T;
  const found = value.$ref
    .slice("#/".length)
    .split("/")
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], document);
  return found as T;
}

/** The fields of an object's schema, of everything that it is made of. */
export function fieldsOf(
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

/** Text with `code` in back-ticks to markup. */
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

/** The type of a schema in a few words, with links to the shapes it is made of. */
export function typeOf(document: OpenAPIObject, schema: SchemaObject | ReferenceObject): Markup {
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
