import { Readable } from "node:stream";
import { createRoute, z } from "@hono/zod-openapi";
import { exportArchive, exportJson } from "../../../domain/exporting/exporting.ts";
import { noQuery } from "../fields.ts";
import { refusals } from "../refusals.ts";
import { resource } from "../resource.ts";
import { ADMIN } from "./admin-operation.ts";

const file = (description: string, type: string, example: string) => ({
  200: { description, content: { [type]: { schema: z.any().openapi({ type: "string", format: "binary" }), example } } },
  ...refusals(401, 403),
});

const archive = createRoute({
  ...ADMIN,
  operationId: "downloadArchive",
  method: "get",
  path: "/admin/export.zip",
  summary: "Download everything as an archive",
  description:
    "Posts as Markdown with front matter, comments, pictures, categories, tags, redirects and settings. An import takes it back unchanged.",
  request: { query: noQuery },
  responses: file("The archive", "application/zip", "PK…"),
});

const document = createRoute({
  ...ADMIN,
  operationId: "downloadJson",
  method: "get",
  path: "/admin/export.json",
  summary: "Download everything as JSON",
  description: "The same as the archive, as one document without the pictures' files.",
  request: { query: noQuery },
  responses: file("The document", "application/octet-stream", "{…}"),
});

/** A file for whoever asked, made while it is sent. */
function download(stream: Readable, type: string, name: string): Response {
  const headers = {
    "content-type": type,
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "private, no-store",
  };
  return new Response(Readable.toWeb(stream) as ReadableStream, { headers });
}

/** Everything that the site holds, for its owner. */
export const adminExports = () =>
  resource()
    .openapi(archive, async (c) => {
      const { context, media } = c.var.deps;
      const day = context.clock.now().toISOString().slice(0, 10);
      return download(await exportArchive(context, media, c.var.actor), "application/zip", `skylark-${day}.zip`);
    })
    .openapi(document, async (c) => {
      const { context } = c.var.deps;
      const day = context.clock.now().toISOString().slice(0, 10);
      return download(await exportJson(context, c.var.actor), "application/octet-stream", `skylark-${day}.json`);
    });
