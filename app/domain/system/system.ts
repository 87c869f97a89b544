import { z } from "zod";
import { component, EXAMPLE, exampleOf, id } from "../schema-fields.ts";

/** Environment variables are listed without their values. */
export const systemFacts = component(
  "System",
  z.object({
    version: z.string(),
    node: z.string(),
    postgres: z.string(),
    migrations: z.array(
      z.object({ version: z.number().int(), name: z.string(), applied_at: z.string().meta({ format: "date-time" }) }),
    ),
    environment: z
      .array(z.object({ name: z.string(), is_set: z.boolean() }))
      .describe("The environment variables that are read, without their values"),
    unknown_proxy: z.boolean().describe("Whether requests seem to come through a proxy that TRUST_PROXY doesn’t name"),
    dependencies: z
      .array(z.object({ name: z.string(), version: z.string(), license: z.string() }))
      .describe("The direct dependencies, with their licenses"),
    failed_jobs: z
      .array(z.object({ id, name: z.string(), failed_at: z.string().meta({ format: "date-time" }), reason: z.string() }))
      .describe("Jobs that failed in the last day, newest first"),
    retried_jobs: z.number().int().describe("How many failed jobs were retried and haven’t ended yet"),
  }),
  {
    version: "1.0.0",
    node: "24.0.0",
    postgres: "18.0",
    migrations: [{ version: 1, name: "0001_reading.sql", applied_at: EXAMPLE.date }],
    environment: [{ name: "SMTP_URL", is_set: true }],
    unknown_proxy: false,
    dependencies: [{ name: "hono", version: "4.0.0", license: "MIT" }],
    failed_jobs: [{ id: EXAMPLE.id, name: "posts.due", failed_at: EXAMPLE.date, reason: "The disk is full" }],
    retried_jobs: 0,
  },
);
export type SystemFacts = z.infer<typeof systemFacts>;

/** Since the site started; `last`: when the database was back, after how long. */
export const databaseRestarts = z.object({
  count: z.number().int(),
  last: z.object({ at: z.string().meta({ format: "date-time" }), seconds: z.number() }).nullable(),
});
export type DatabaseRestarts = z.infer<typeof databaseRestarts>;

/** Refused requests since the site started; `last`: the time of the latest. */
export const fullDisk = z.object({ refused: z.number().int(), last: z.string().meta({ format: "date-time" }).nullable() });
export type FullDisk = z.infer<typeof fullDisk>;

export const DOCUMENT_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

export const documentEntry = component(
  "DocumentEntry",
  z.object({ name: z.string(), title: z.string(), group: z.enum(["documentation", "decisions"]) }),
  { name: "ARCHITECTURE", title: "Architecture", group: "documentation" },
);
export type DocumentEntry = z.infer<typeof documentEntry>;

export const document = component(
  "Document",
  documentEntry.extend({
    html: z.string().describe("Sanitized, without the title"),
    headings: z.array(z.object({ level: z.number().int(), id: z.string(), text: z.string() })),
  }),
  { ...exampleOf(documentEntry), html: '<h2 id="rooms">Rooms</h2>', headings: [{ level: 2, id: "rooms", text: "Rooms" }] },
);
export type Document = z.infer<typeof document>;
