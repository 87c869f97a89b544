import { Readable } from "node:stream";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { exportArchive, exportJson } from "../../../domain/exports/export-site.ts";
import { importPolicy } from "../../../domain/imports/import.policy.ts";
import type { AppEnv } from "../../env.ts";
import { errorResponses } from "../error-responses.ts";
import { noQuery } from "../fields.ts";
import { createRoute, operation, resource } from "../operation.ts";

const file = (description: string, type: string, example: string) => ({
  200: { description, content: { [type]: { schema: z.any().openapi({ type: "string", format: "binary" }), example } } },
  ...errorResponses(401, 403),
});

const archive = createRoute({
  ...operation("Imports and exports", importPolicy.export),
  operationId: "exportArchive",
  method: "get",
  path: "/admin/export.zip",
  summary: "Export everything as an archive",
  description:
    "Posts as Markdown with front matter, comments, pictures, categories, tags, redirects and settings. An import restores it unchanged.",
  request: { query: noQuery },
  responses: file("The archive", "application/zip", "PK…"),
});

const document = createRoute({
  ...operation("Imports and exports", importPolicy.export),
  operationId: "exportJson",
  method: "get",
  path: "/admin/export.json",
  summary: "Export everything as JSON",
  description: "The same as the archive, as one document without the pictures' files.",
  request: { query: noQuery },
  responses: file("The document", "application/octet-stream", "{…}"),
});

/** A download that is generated while it is sent. HEAD doesn't start it. */
async function download(c: Context<AppEnv>, begin: () => Promise<Readable>, { type, ending }: { type: string; ending: string }) {
  const day = c.var.deps.context.clock.now().toISOString().slice(0, 10);
  const headers = {
    "content-type": type,
    "content-disposition": `attachment; filename="skylark-${day}.${ending}"`,
    "cache-control": "private, no-store",
  };
  const body = c.req.method === "HEAD" ? null : (Readable.toWeb(await begin()) as ReadableStream);
  return new Response(body, { headers });
}

/** Exports of everything that the site stores. */
export const adminExports = () =>
  resource()
    .openapi(archive, (c) => {
      const { context, media } = c.var.deps;
      return download(c, () => exportArchive(context, media, c.var.actor), { type: "application/zip", ending: "zip" });
    })
    .openapi(document, (c) => {
      const { context } = c.var.deps;
      return download(c, () => exportJson(context, c.var.actor), { type: "application/octet-stream", ending: "json" });
    });
