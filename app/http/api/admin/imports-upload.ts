import { z } from "@hono/zod-openapi";
import { importPolicy } from "../../../domain/imports/import.policy.ts";
import { uploadImport } from "../../../domain/imports/import-commands.ts";
import { IMPORT_MAX_BYTES } from "../../../domain/imports/model.ts";
import { importName, oldSite } from "../../../domain/imports/schema.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { createRoute, operation } from "../operation.ts";
import { json, resource } from "../resource.ts";
import { exampleImport, importShape } from "./import-shapes.ts";
import { bodyUpTo, fileTooLarge } from "./upload-body.ts";

const MEGABYTES = IMPORT_MAX_BYTES / 1024 ** 2;

const upload = createRoute({
  ...operation("Imports and exports", importPolicy.upload),
  operationId: "uploadImport",
  method: "post",
  path: "/admin/imports",
  summary: "Upload a file to import",
  description:
    "The body is the file itself, at most 1 GB: a WordPress export (WXR), a Ghost export (JSON), a zip of Markdown files with front " +
    "matter, or an archive of this product's own. It is looked at from beginning to end; nothing is stored before it is started.",
  request: {
    query: z.strictObject({
      name: importName.openapi({ type: "string", description: "What the file is called", example: "old-blog.xml" }),
      old_site: oldSite
        .optional()
        .openapi({ type: "string", description: "Where the old blog stands", example: "https://old.example" }),
    }),
    body: {
      required: true,
      content: { "application/octet-stream": { schema: z.any().openapi({ type: "string", format: "binary" }) } },
    },
  },
  responses: {
    201: json(importShape, "The import, being looked at", { ...exampleImport, state: "checking" as const }),
    ...errorResponses(401, 404, ...WRITE_REFUSALS, 507),
  },
});

/** Exports of other blogs, as they are brought. */
export const adminImportsUpload = () =>
  resource().openapi(upload, async (c) => {
    const { context, importsDir } = c.var.deps;
    if (Number(c.req.header("content-length") ?? 0) > IMPORT_MAX_BYTES) throw fileTooLarge(MEGABYTES);
    const { name, old_site } = c.req.valid("query");
    const body = bodyUpTo(MEGABYTES, c.req.raw.body);
    return c.json(await uploadImport(context, importsDir, c.var.actor, { name, oldSite: old_site ?? null, body }), 201);
  });
