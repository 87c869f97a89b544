import { z } from "@hono/zod-openapi";
import { listDocuments, readDocument } from "../../../domain/system/read-documents.ts";
import { systemPolicy } from "../../../domain/system/system.policy.ts";
import { DOCUMENT_NAME, documentEntry, document as documentShape } from "../../../domain/system/system.ts";
import { ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("System");

const entry = z.object(documentEntry.shape).openapi("DocumentEntry");
const document = z.object(documentShape.shape).openapi("Document");

const example = { name: "ARCHITECTURE", title: "Architecture", group: "documentation" as const };

const list = createRoute("get", "/admin/docs", systemPolicy.readDocuments, {
  id: "listDocuments",
  summary: "List technical documents",
  description: "The documents that come with the software: how it is built and run, and why.",
  answer: ok(z.object({ items: z.array(entry) }).openapi("DocumentList"), "The documents", { items: [example] }),
});

const read = createRoute("get", "/admin/docs/{name}", systemPolicy.readDocuments, {
  id: "readDocument",
  summary: "Read a technical document",
  description: "One of the listed documents as HTML.",
  params: z.object({
    name: z
      .string()
      .regex(DOCUMENT_NAME, "must be the name of a document: letters, digits, hyphens and underscores")
      .openapi({ example: example.name, description: "The document's name, as the list gives it" }),
  }),
  answer: ok(document, "The document", {
    ...example,
    html: '<h2 id="rooms">Rooms</h2>',
    headings: [{ level: 2, id: "rooms", text: "Rooms" }],
  }),
});

/** The documents that come with the software. */
export const adminDocs = () =>
  resource()
    .openapi(list, async (c) => c.json({ items: await listDocuments(c.var.deps.projectDir) }, 200))
    .openapi(read, async (c) => c.json(await readDocument(c.var.deps.projectDir, c.req.valid("param").name), 200));
