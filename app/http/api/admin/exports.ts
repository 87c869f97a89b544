import { Readable } from "node:stream";
import type { Context } from "hono";
import { exportArchive, exportJson } from "../../../domain/exports/export-site.ts";
import { importPolicy } from "../../../domain/imports/import.policy.ts";
import type { AppEnv } from "../../env.ts";
import { file, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Imports and exports");

const archive = createRoute("get", "/admin/export.zip", importPolicy.export, {
  id: "exportArchive",
  scope: "never",
  summary: "Export everything as an archive",
  description:
    "Posts as Markdown with front matter, comments, images, categories, tags, redirects and settings. An import restores it unchanged.",
  answer: file("The archive", "application/zip", "PK…"),
});

const document = createRoute("get", "/admin/export.json", importPolicy.export, {
  id: "exportJson",
  scope: "never",
  summary: "Export everything as JSON",
  description: "The same as the archive, as one document without the images’ files.",
  answer: file("The document", "application/octet-stream", "{…}"),
});

/** Generated while it is sent. HEAD doesn't start it. */
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
