import { z } from "zod";
import { component, date, EXAMPLE, id } from "../../schema-fields.ts";
import { POST_STATUSES } from "../post-rules.ts";

export const pageRow = component(
  "PageRow",
  z.object({
    id,
    title: z.string(),
    slug: z.string().meta({ description: "The page is at `/{slug}`" }),
    status: z.enum(POST_STATUSES),
    updated_at: date,
    author: z.string().nullable().meta({ description: "Name, or for admins the email address of an author without one" }),
    has_changes: z.boolean().meta({ description: "Whether changes wait to be saved" }),
    planned_at: date.nullable().meta({ description: "When it will be published or updated" }),
  }),
  {
    id: EXAMPLE.id,
    title: "Imprint",
    slug: "imprint",
    status: "published",
    updated_at: EXAMPLE.date,
    author: "Ada Larkin",
    has_changes: false,
    planned_at: null,
  },
);
export type PageRow = z.infer<typeof pageRow>;
