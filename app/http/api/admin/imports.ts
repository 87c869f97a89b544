import { z } from "@hono/zod-openapi";
import { fetchMissingPictures } from "../../../domain/imports/fetch-missing-pictures.ts";
import { importPolicy } from "../../../domain/imports/import.policy.ts";
import {
  findingList,
  importFields,
  importList,
  importName,
  importOptions,
  missingPictureList,
  oldSite,
  severity,
} from "../../../domain/imports/import.ts";
import {
  cancelImport,
  chooseOptions,
  deleteImport,
  startImport,
  undoImport,
  uploadImport,
} from "../../../domain/imports/import-commands.ts";
import {
  FINDINGS_PAGE_SIZE,
  IMPORT_MAX_BYTES,
  IMPORTS_PAGE_SIZE,
  MISSING_PAGE_SIZE,
  UNDO_DAYS,
} from "../../../domain/imports/import-rules.ts";
import { listImports, listMissingPictures, readFindings, readImport } from "../../../domain/imports/read-imports.ts";
import { EXAMPLE, exampleOf } from "../../../domain/schema-fields.ts";
import { listPage, onePage } from "../fields.ts";
import { created, done, ok, resource, routesOf } from "../operation.ts";
import { bodyUpTo, fileTooLarge } from "./uploads.ts";

const createRoute = routesOf("Imports and exports", "import");

const MEGABYTES = IMPORT_MAX_BYTES / 1024 ** 2;

const upload = createRoute("post", "/admin/imports", importPolicy.upload, {
  id: "uploadImport",
  scope: "never",
  summary: "Upload a file to import",
  description:
    "The body is the file itself, at most 1 GB: an export of WordPress (WXR), Ghost (JSON), Medium, Substack (zips) or Blogger (Atom), " +
    "Markdown files (a zip or tar, or a single one), or an archive of this software; it is recognized by its content. The whole file is checked; nothing is stored before the import is started.",
  query: z.strictObject({
    name: importName.meta({ type: "string", description: "The file's name", example: "old-blog.xml" }),
    old_site: oldSite
      .optional()
      .openapi({ type: "string", description: "The URL of the old blog", example: "https://old.example" }),
  }),
  isUpload: true,
  answer: created(importFields, "The import, which is being checked", { ...exampleOf(importFields), state: "checking" }),
  refuses: [507],
});

const list = createRoute("get", "/admin/imports", importPolicy.read, {
  id: "listImports",
  scope: "never",
  summary: "List imports",
  description: "All imports, the newest first.",
  query: z.strictObject({ page: listPage }),
  answer: ok(importList, "A page of imports", onePage(importFields, IMPORTS_PAGE_SIZE)),
});

const read = createRoute("get", "/admin/imports/{id}", importPolicy.read, {
  id: "readImport",
  scope: "never",
  summary: "Read an import",
  description: "The import’s progress and results.",
  answer: ok(importFields, "The import"),
});

const findings = createRoute("get", "/admin/imports/{id}/findings", importPolicy.read, {
  id: "listImportFindings",
  scope: "never",
  summary: "List the findings of an import",
  description:
    "What is dropped, changed or kept, and where in the file, the most serious first. `groups` counts all findings by kind; `items` " +
    "contains the first hundred of each kind.",
  query: z.strictObject({
    page: listPage,
    severity: severity.optional().openapi({ description: "Only findings of this severity", example: "dropped" }),
    group: z.string().max(500, "must have at most 500 characters").optional().openapi({
      description: "Only findings of the group with this sentence",
      example: "A script isn’t shown: articles can’t contain any.",
    }),
  }),
  answer: ok(findingList, "A page of findings", {
    groups: [{ severity: "dropped", sentence: "A script isn’t shown: articles can’t contain any.", count: 1 }],
    items: [
      {
        severity: "dropped",
        place: "item 11 “A lark”, line 25",
        sentence: "A script isn’t shown: articles can’t contain any.",
      },
    ],
    total: 1,
    page: 1,
    pages: 1,
    limit: FINDINGS_PAGE_SIZE,
  }),
});

const choose = createRoute("put", "/admin/imports/{id}/options", importPolicy.choose, {
  id: "updateImportOptions",
  scope: "never",
  summary: "Choose how an import is done",
  description:
    "Replaces the choices of an import; those that are missing get their defaults. The file is checked again, so that the report shows what starting it would do. 409 (`wrong_state`) while the import is running or its file is being checked.",
  body: importOptions,
  example: exampleOf(importFields).options,
  answer: ok(importFields, "The import, which is being checked", { ...exampleOf(importFields), state: "checking" }),
  refuses: [409],
});

const start = createRoute("post", "/admin/imports/{id}/start", importPolicy.start, {
  id: "startImport",
  scope: "never",
  summary: "Start an import",
  description:
    "Stores the content of a checked file. An import that was canceled, is done or was undone can be started again: nothing is stored twice. 409 " +
    "(`wrong_state`) while it is running, and for a refused file. With `take_settings=true`, also imports the settings in an archive " +
    "of this software that haven’t been changed here, except the site’s URL, maintenance mode and the rules for accounts.",
  query: z.strictObject({
    take_settings: z
      .enum(["true", "false"], "must be true or false")
      .optional()
      .openapi({ description: "Whether to import settings; `false` unless given", example: "false" }),
  }),
  answer: ok(importFields, "The import, which is running"),
  refuses: [409],
});

const cancel = createRoute("post", "/admin/imports/{id}/cancel", importPolicy.cancel, {
  id: "cancelImport",
  scope: "never",
  summary: "Cancel an import",
  description: "What it has stored stays, and starting it again continues from there. 409 (`wrong_state`) if it isn’t running.",
  answer: ok(importFields, "The import, canceled"),
  refuses: [409],
});

const missing = createRoute("get", "/admin/imports/{id}/pictures", importPolicy.read, {
  id: "listMissingPictures",
  scope: "never",
  summary: "List the missing images of an import",
  description:
    "The images of its posts that aren’t in the media library, by the titles of the posts, each with the reason. Articles show a " +
    "link in place of a missing image.",
  query: z.strictObject({ page: listPage }),
  answer: ok(missingPictureList, "A page of missing images", {
    items: [
      {
        address: "https://old.example/lark.jpg",
        is_featured: false,
        post_id: EXAMPLE.id,
        post_title: "A lark",
        reason: "answers 503",
        tried_at: EXAMPLE.date,
      },
    ],
    total: 1,
    page: 1,
    pages: 1,
    limit: MISSING_PAGE_SIZE,
  }),
});

const fetchAgain = createRoute("post", "/admin/imports/{id}/pictures", importPolicy.start, {
  id: "fetchMissingPictures",
  scope: "never",
  summary: "Fetch the missing images of an import again",
  description:
    "Tries each missing image once more and puts those that come in place, also in posts that were edited meanwhile. 409 " +
    "(`wrong_state`) while the import is running, before its first start, and when nothing is missing.",
  answer: ok(importFields, "The import, which is fetching images"),
  refuses: [409],
});

const undo = createRoute("post", "/admin/imports/{id}/undo", importPolicy.undo, {
  id: "undoImport",
  scope: "never",
  summary: "Undo an import",
  description:
    `For ${UNDO_DAYS} days after its end. Removes what the import has added, permanently, and restores the previous text of posts that it replaced. What has been edited or commented on here stays, and the findings say so. The file stays, and the import can be ` +
    "started again. 409 (`wrong_state`) while it is running, when there is nothing to undo, and while another import of the same blog " +
    "is running.",
  answer: ok(importFields, "The import, which is being undone", { ...exampleOf(importFields), state: "undoing" }),
  refuses: [409],
});

const remove = createRoute("delete", "/admin/imports/{id}", importPolicy.delete, {
  id: "deleteImport",
  scope: "never",
  summary: "Delete an import",
  description:
    "Deletes its file and its findings. What it has stored stays; the next import of the same blog still knows which images are missing. 409 (`wrong_state`) while it is running.",
  answer: done("The import is deleted"),
  refuses: [409],
});

export const adminImports = () =>
  resource()
    .openapi(upload, async (c) => {
      const { context, importsDir, sharedImports: shared } = c.var.deps;
      if (Number(c.req.header("content-length") ?? 0) > IMPORT_MAX_BYTES) throw fileTooLarge(MEGABYTES);
      const { name, old_site } = c.req.valid("query");
      const body = bodyUpTo(MEGABYTES, c.req.raw.body);
      return c.json(await uploadImport(context, importsDir, c.var.actor, { name, oldSite: old_site ?? null, body, shared }), 201);
    })
    .openapi(list, async (c) =>
      c.json(await listImports(c.var.deps.context, c.var.actor, { page: c.req.valid("query").page ?? 1 }), 200),
    )
    .openapi(read, async (c) => c.json(await readImport(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200))
    .openapi(findings, async (c) => {
      const { page = 1, severity, group } = c.req.valid("query");
      return c.json(await readFindings(c.var.deps.context, c.var.actor, c.req.valid("param").id, { page, severity, group }), 200);
    })
    .openapi(choose, async (c) =>
      c.json(await chooseOptions(c.var.deps.context, c.var.actor, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(start, async (c) => {
      const takeSettings = c.req.valid("query").take_settings === "true";
      return c.json(await startImport(c.var.deps.context, c.var.actor, c.req.valid("param").id, { takeSettings }), 200);
    })
    .openapi(cancel, async (c) => c.json(await cancelImport(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200))
    .openapi(missing, async (c) => {
      const { page = 1 } = c.req.valid("query");
      return c.json(await listMissingPictures(c.var.deps.context, c.var.actor, c.req.valid("param").id, { page }), 200);
    })
    .openapi(fetchAgain, async (c) =>
      c.json(await fetchMissingPictures(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200),
    )
    .openapi(undo, async (c) => c.json(await undoImport(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200))
    .openapi(remove, async (c) => {
      const { context, importsDir, sharedImports } = c.var.deps;
      await deleteImport(context, importsDir, c.var.actor, c.req.valid("param").id, sharedImports);
      return c.body(null, 204);
    });
