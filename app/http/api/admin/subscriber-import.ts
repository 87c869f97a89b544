import { z } from "@hono/zod-openapi";
import { exampleOf } from "../../../domain/schema-fields.ts";
import { uploadList } from "../../../domain/subscribers/imports/check-list.ts";
import { currentImport, importStart, listName, subscriberImport } from "../../../domain/subscribers/imports/import.ts";
import { ASKED_PER_MINUTE, LIST_MAX_MEGABYTES, LIST_MAX_ROWS } from "../../../domain/subscribers/imports/import-rules.ts";
import {
  discardSubscriberImport,
  exportLeftOut,
  readSubscriberImport,
  startSubscriberImport,
} from "../../../domain/subscribers/imports/run-import.ts";
import { subscriberPolicy } from "../../../domain/subscribers/subscriber.policy.ts";
import { created, done, file, ok, resource, routesOf } from "../operation.ts";
import { csvDownload } from "./csv-download.ts";
import { bodyUpTo, fileTooLarge } from "./uploads.ts";

const createRoute = routesOf("Newsletter", "import");

const upload = createRoute("post", "/admin/newsletter/import", subscriberPolicy.import, {
  id: "uploadSubscribers",
  scope: "never",
  summary: "Upload a list of subscribers",
  description:
    `The body is the file itself, at most ${LIST_MAX_MEGABYTES} MB and ${LIST_MAX_ROWS} lines: CSV, or an export of Substack, Ghost, Mailchimp, Buttondown or listmonk, also as a zip. ` +
    "It is recognized by its columns. The answer says what would come of each line; nobody is added before the import is started. Replaces the list before it. 409 (`wrong_state`) while another one is imported.",
  query: z.strictObject({
    name: listName.meta({ type: "string", description: "The file's name", example: "email_list.larks.csv" }),
  }),
  isUpload: true,
  answer: created(subscriberImport, "The list, checked"),
  refuses: [409, 507],
});

const read = createRoute("get", "/admin/newsletter/import", subscriberPolicy.import, {
  id: "readSubscriberImport",
  scope: "never",
  summary: "Read the import of subscribers",
  description: "The list that was uploaded last, and how far its import is. Null before the first one.",
  answer: ok(currentImport, "The import", { import: exampleOf(subscriberImport) }),
});

const start = createRoute("post", "/admin/newsletter/import/start", subscriberPolicy.import, {
  id: "startSubscriberImport",
  scope: "never",
  summary: "Start the import of subscribers",
  description:
    "Adds the new addresses of the list, confirmed by your statement, which becomes part of each record of consent. With `ask`, they are pending, and each gets " +
    `an email with a link that confirms, at most ${ASKED_PER_MINUTE} a minute. 409 (\`wrong_state\`) if it was started before; 409 (\`newsletter_off\`) for \`ask\` while the newsletter is off.`,
  body: importStart,
  example: { statement: "They subscribed to the letter on larks.example and confirmed it there." },
  answer: ok(subscriberImport, "The import, which is running", { ...exampleOf(subscriberImport), state: "running" }),
  refuses: [409],
});

const leftOut = createRoute("get", "/admin/newsletter/import/left-out.csv", subscriberPolicy.import, {
  id: "exportLeftOut",
  scope: "never",
  summary: "Export the lines that aren’t imported",
  description: "As CSV: each line that stays out, with the reason.",
  answer: file("The lines", "text/csv", "file,line,email,reason…"),
  refuses: [404],
});

const discard = createRoute("delete", "/admin/newsletter/import", subscriberPolicy.import, {
  id: "deleteSubscriberImport",
  scope: "never",
  summary: "Stop the import of subscribers",
  description: "Deletes the list. Subscribers that it has added stay.",
  answer: done("The list is deleted"),
});

export const adminSubscriberImport = () =>
  resource()
    .openapi(upload, async (c) => {
      const { context, importsDir } = c.var.deps;
      const megabytes = LIST_MAX_MEGABYTES;
      if (Number(c.req.header("content-length") ?? 0) > megabytes * 1024 ** 2) throw fileTooLarge(megabytes);
      const body = bodyUpTo(megabytes, c.req.raw.body);
      return c.json(await uploadList(context, importsDir, c.var.actor, { name: c.req.valid("query").name, body }), 201);
    })
    .openapi(read, async (c) => c.json({ import: await readSubscriberImport(c.var.deps.context, c.var.actor) }, 200))
    .openapi(start, async (c) => {
      const { context, settings } = c.var.deps;
      return c.json(await startSubscriberImport(context, c.var.actor, c.req.valid("json"), settings.site()), 200);
    })
    .openapi(leftOut, (c) => csvDownload(c, "left-out", () => exportLeftOut(c.var.deps.context, c.var.actor)))
    .openapi(discard, async (c) => {
      await discardSubscriberImport(c.var.deps.context, c.var.actor);
      return c.body(null, 204);
    });
