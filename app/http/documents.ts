import { Hono } from "hono";
import type { OpenAPIObject } from "openapi3-ts/oas31";
import { TAGS } from "./api/operation.ts";
import { docsPage } from "./api-docs/page.ts";
import { DOCS_STYLE } from "./api-docs/style.ts";
import type { AppEnv } from "./env.ts";

/** The version of the API as a whole; it grows in its last parts while nothing that was there goes away. */
const API_VERSION = "1.0.0";

const DESCRIPTION = [
  "The API that the pages of this site use. Public reads need no account; likes and views belong to a reader session, whose id",
  "travels in the header `x-session-id`. Signed-in users send `Authorization: Bearer` with an access token. Request and response",
  "bodies are JSON. Errors under `/api` have one form: a `code` for programs, a `message` for people and, for invalid input, `details`",
  "with each field and its rule. Reads carry an ETag.",
].join(" ");

/** What the document says beside the operations. */
const FRAME = {
  openapi: "3.1.0",
  info: { title: "API", version: API_VERSION, description: DESCRIPTION },
  servers: [{ url: "/", description: "This site" }],
  tags: [...TAGS],
};

/** The API's own description: /openapi.json (OpenAPI 3.1), and /docs for people. */
export function documents(generate: (frame: typeof FRAME) => OpenAPIObject) {
  let made: OpenAPIObject | undefined;
  const documentFor = (siteName: string): OpenAPIObject => {
    made ??= generate(FRAME);
    return { ...made, info: { ...made.info, title: `${siteName} API` } };
  };
  return new Hono<AppEnv>()
    .get("/openapi.json", (c) => c.json(documentFor(c.var.deps.settings.site().name)))
    .get("/docs", (c) => c.html(docsPage(documentFor(c.var.deps.settings.site().name))))
    .get("/docs.css", (c) => c.body(DOCS_STYLE, 200, { "content-type": "text/css; charset=utf-8" }));
}
