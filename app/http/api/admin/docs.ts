import { z } from "@hono/zod-openapi";
import { exampleOf } from "../../../domain/schema-fields.ts";
import { listDocuments, readDocument } from "../../../domain/system/read-documents.ts";
import { systemPolicy } from "../../../domain/system/system.policy.ts";
import { DOCUMENT_NAME, document, documentEntry } from "../../../domain/system/system.ts";
import { ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("System");

const list = createRoute("get", "/admin/docs", systemPolicy.readDocuments, {
  id: "listDocuments",
  scope: "never",
  summary: "List technical documents",
  description: "The documents that come with the software: how it is built and run, and why.",
  answer: ok(z.object({ items: z.array(documentEntry) }).openapi("DocumentList"), "The documents", {
    items: [exampleOf(documentEntry)],
  }),
});

const read = createRoute("get", "/admin/docs/{name}", systemPolicy.readDocuments, {
  id: "readDocument",
  scope: "never",
  summary: "Read a technical document",
  description: "One of the listed documents as HTML.",
  params: z.object({
    name: z
      .string()
      .regex(DOCUMENT_NAME, "must be the name of a document: letters, digits, hyphens and underscores")
      .openapi({ example: exampleOf(documentEntry).name, description: "The document's name, as the list gives it" }),
  }),
  answer: ok(document, "The document"),
});

export const adminDocs = () =>
  resource()
    .openapi(list, async (c) => c.json({ items: await listDocuments(c.var.deps.projectDir) }, 200))
    .openapi(read, async (c) => c.json(await readDocument(c.var.deps.projectDir, c.req.valid("param").name), 200));
