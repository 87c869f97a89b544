import { Hono } from "hono";
import type { OpenAPIObject } from "openapi3-ts/oas31";
import { pathTo } from "../../base-path.ts";
import { TAGS } from "../api/operation.ts";
import type { AppEnv } from "../env.ts";
import { unknownPath } from "../errors.ts";
import { docsOverview, docsPart } from "./render-docs.ts";
import { docsStyle } from "./style.ts";

/** The first part only changes if something is removed. */
export const API_VERSION = "1.0.0";

const DESCRIPTION =
  "The API that the pages of this site use. Public reads need no account. Likes and views belong to a reader session, whose id is " +
  "sent in the header `x-session-id`. Signed-in users send `Authorization: Bearer` with an access token. Request and response " +
  "bodies are JSON. All errors under `/api` have the same form: a `code` for programs, a `message` for people and, for invalid " +
  "input, `details` with each field and its rule. Reads have an ETag.";

const FRAME = {
  openapi: "3.1.0",
  info: { title: "API", version: API_VERSION, description: DESCRIPTION },
  servers: [{ url: "/", description: "This site" }],
  tags: [...TAGS],
};

/** /openapi.json (OpenAPI 3.1), and /docs with a page for each part. */
export function documents(generate: (frame: typeof FRAME) => OpenAPIObject) {
  let made: OpenAPIObject | undefined;
  const documentFor = (siteName: string): OpenAPIObject => {
    made ??= generate({ ...FRAME, servers: [{ url: pathTo("") || "/", description: "This site" }] });
    return { ...made, info: { ...made.info, title: `${siteName} API` } };
  };
  return new Hono<AppEnv>()
    .get("/openapi.json", (c) => c.json(documentFor(c.var.deps.settings.site().name)))
    .get("/docs", async (c) => c.html(docsOverview(documentFor(c.var.deps.settings.site().name), (await c.var.fonts()).sheet)))
    .get("/docs/:part", async (c) => {
      const page = docsPart(documentFor(c.var.deps.settings.site().name), c.req.param("part"), (await c.var.fonts()).sheet);
      if (!page) throw unknownPath();
      return c.html(page);
    })
    .get("/docs.css", async (c) =>
      c.body(docsStyle((await c.var.fonts()).pair), 200, { "content-type": "text/css; charset=utf-8" }),
    );
}
