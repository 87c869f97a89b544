import { z } from "@hono/zod-openapi";
import { listDocuments, readDocument } from "../../../domain/system/read-documents.ts";
import { systemPolicy } from "../../../domain/system/system.policy.ts";
import { DOCUMENT_NAME, documentEntry, document as documentShape } from "../../../domain/system/system.ts";
import { errorResponses } from "../error-responses.ts";
import { noQuery } from "../fields.ts";
import { createRoute, json, operation, resource } from "../operation.ts";

const entry = z.object(documentEntry.shape).openapi("DocumentEntry");
const document = z.object(documentShape.shape).openapi("Document");

const example = { name: "ARCHITECTURE", title: "Architecture", group: "documentation" as const };

const list = createRoute({
  ...operation("System", systemPolicy.readDocuments),
  operationId: "listDocuments",
  method: "get",
  path: "/admin/docs",
  summary: "List technical documents",
  description: "The documents that come with the software: how it is built and run, and why.",
  request: { query: noQuery },
  responses: {
    200: json(z.object({ items: z.array(entry) }).openapi("DocumentList"), "The documents", { items: [example] }),
    ...errorResponses(401, 403),
  },
});

const read = createRoute({
  ...operation("System", systemPolicy.readDocuments),
  operationId: "readDocument",
  method: "get",
  path: "/admin/docs/{name}",
  summary: "Read a technical document",
  description: "One of the listed documents as HTML.",
  request: {
    params: z.object({
      name: z
        .string()
        .regex(DOCUMENT_NAME, "must be the name of a document: letters, digits, hyphens and underscores")
        .openapi({ example: example.name, description: "The document's name, as the list gives it" }),
    }),
    query: noQuery,
  },
  responses: {
    200: json(document, "The document", {
      ...example,
      html: '<h2 id="rooms">Rooms</h2>',
      headings: [{ level: 2, id: "rooms", text: "Rooms" }],
    }),
    ...errorResponses(401, 403, 404),
  },
});

/** The documents that come with the software. */
export const adminDocs = () =>
  resource()
    .openapi(list, async (c) => c.json({ items: await listDocuments(c.var.deps.projectDir) }, 200))
    .openapi(read, async (c) => c.json(await readDocument(c.var.deps.projectDir, c.req.valid("param").name), 200));
