import { html } from "hono/html";
import type { OpenAPIObject, SchemaObject } from "openapi3-ts/oas31";
import { pathTo } from "../../base-path.ts";
import { routes } from "../../routes.ts";
import { inlineCode, type Markup, type Operation, operationSection, operationsOf, shapeSection } from "./render-operation.ts";

/** `slug`: its name in the path. */
type Part = { name: string; description: string; slug: string; operations: Operation[] };

const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z]+/g, "-");
const addressOf = ({ slug }: Part): string => pathTo(routes.apiDocs(slug));

function partsOf(document: OpenAPIObject): Part[] {
  const operations = operationsOf(document);
  return (document.tags ?? []).map(({ name, description = "" }) => ({
    name,
    description,
    slug: slugOf(name),
    operations: operations.filter(({ operation }) => operation.tags?.includes(name)),
  }));
}

/** Includes the shapes that these refer to. */
function shapesIn(document: OpenAPIObject, value: unknown, found = new Set<string>()): Set<string> {
  for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    shapesIn(document, document.components?.schemas?.[name], found);
  }
  return found;
}

const count = (members: number): Markup => html`<span class="count">${members}</span>`;

/** Below the open part its operations. On phones they are shown while the link to them is followed. */
function contents(parts: Part[], open?: Part): Markup {
  return html`<nav id="contents" aria-label="Contents"><p><a class="home" href="${pathTo(routes.home())}">Back to the site</a>
<a class="show" href="#contents">Contents</a><a class="hide" href="#content">Close</a></p>
<ul><li><a href="${pathTo(routes.apiDocs())}"${open ? "" : html` aria-current="page"`}>Overview</a></li>
${parts.map(
  (
    part,
  ) => html`<li><a href="${addressOf(part)}"${part === open ? html` aria-current="page"` : ""}>${part.name}</a> ${count(part.operations.length)}
${part === open ? html`<ul>${part.operations.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}</ul>` : ""}</li>`,
)}</ul></nav>`;
}

/** @param fontSheet the address of the style sheet with the site's fonts */
function page(title: string, fontSheet: string, nav: Markup, main: Markup): Markup {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title>
<meta name="description" content="How programs read this site."><link rel="stylesheet" href="${pathTo("/api/docs.css")}"><link rel="stylesheet" href="${fontSheet}"></head>
<body><a class="skip" href="#content">Skip to content</a>
${nav}
<main id="content">${main}</main></body></html>`;
}

export function docsOverview(document: OpenAPIObject, fontSheet: string): Markup {
  const parts = partsOf(document);
  const { title, version, description = "" } = document.info;
  const link = (part: Part, { method, path, operation }: Operation) =>
    html`<li id="${operation.operationId}"><span class="method ${method}">${method.toUpperCase()}</span>
<a href="${addressOf(part)}#${operation.operationId}">${operation.summary}</a> <code>${path}</code></li>`;
  return page(
    title,
    fontSheet,
    contents(parts),
    html`<h1>${title}</h1><p class="version">Version ${version} · <a href="${pathTo(routes.openApi())}">OpenAPI 3.1 document</a></p>
<p>${inlineCode(description)}</p>
${parts.map(
  (
    part,
  ) => html`<section id="${part.slug}"><h2><a href="${addressOf(part)}">${part.name}</a></h2><p>${inlineCode(part.description)}</p>
<ul class="operations">${part.operations.map((one) => link(part, one))}</ul></section>`,
)}`,
  );
}

/** @returns null if there is no such part */
export function docsPart(document: OpenAPIObject, slug: string, fontSheet: string): Markup | null {
  const parts = partsOf(document);
  const part = parts.find((one) => one.slug === slug);
  if (!part) return null;
  const used = shapesIn(document, [part.operations, document.components?.responses ?? {}]);
  const shapes = Object.entries(document.components?.schemas ?? {}).filter(([name]) => used.has(name)) as [
    string,
    SchemaObject,
  ][];
  return page(
    `${part.name} · ${document.info.title}`,
    fontSheet,
    contents(parts, part),
    html`<h1>${part.name}</h1><p class="version">${inlineCode(part.description)}</p>
<section id="operations"><h2><a href="#operations">Operations</a></h2>
${part.operations.map((one) => operationSection(document, one))}</section>
<section id="shapes"><h2><a href="#shapes">Shapes</a></h2><p>What these operations take and answer.</p>
${shapes.map(([name, schema]) => shapeSection(document, name, schema))}</section>`,
  );
}
