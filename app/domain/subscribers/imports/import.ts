import { z } from "zod";
import { component, count, date, EXAMPLE, id, lengthRule, line, text } from "../../schema-fields.ts";
import { requireConsent } from "../subscriber.ts";
import { LIST_SOURCES, type ListSource, OUTCOMES, type Outcome, STATEMENT_MAX } from "./import-rules.ts";

const sources = Object.keys(LIST_SOURCES) as [ListSource, ...ListSource[]];
const counts = Object.fromEntries(OUTCOMES.map((name) => [name, count])) as Record<Outcome, typeof count>;

export const subscriberImport = component(
  "SubscriberImport",
  z.object({
    id,
    name: z.string().describe("The file’s name"),
    source: z.enum(sources),
    state: z.enum(["checked", "running", "done"]),
    counts: z.object(counts).describe("Lines by what comes of them; only `new` ones are imported"),
    asks: z.boolean().describe("Whether they are asked to confirm, instead of being added as confirmed"),
    done: count.describe("Lines that are dealt with"),
    added: count.describe("Subscribers that they became"),
    created_at: date,
    finished_at: date.nullable(),
  }),
  {
    id: EXAMPLE.id,
    name: "email_list.larks.csv",
    source: "substack",
    state: "checked",
    counts: { ...(Object.fromEntries(OUTCOMES.map((name) => [name, 0])) as Record<Outcome, number>), new: 120, known: 3 },
    asks: false,
    done: 0,
    added: 0,
    created_at: EXAMPLE.date,
    finished_at: null,
  },
);
export type SubscriberImport = z.infer<typeof subscriberImport>;

export const currentImport = component("CurrentSubscriberImport", z.object({ import: subscriberImport.nullable() }), {
  import: null,
});

export const listName = text(300, "must be the file’s name").min(1, "must be the file’s name");

const STATEMENT_REQUIRED = "Say how these people agreed to get the newsletter";

export const importStart = z
  .strictObject({
    statement: line(STATEMENT_REQUIRED, [(typed) => typed.length <= STATEMENT_MAX, lengthRule(STATEMENT_MAX)])
      .optional()
      .describe("How and where they agreed; part of each record of consent. Required unless they are asked"),
    ask: z
      .boolean("must be true or false")
      .optional()
      .describe("Ask each to confirm by email, instead of adding them as confirmed"),
  })
  .superRefine(requireConsent("statement", STATEMENT_REQUIRED));
export type ImportStart = z.infer<typeof importStart>;
