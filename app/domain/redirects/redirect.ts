import { z } from "zod";
import { component, count, EXAMPLE, id, pagedShape } from "../schema-fields.ts";
import { REDIRECT_MESSAGES, REDIRECT_PATH_MAX, siteAddress, startAddress } from "./redirect-rules.ts";

const time = z.string().meta({ format: "date-time" });

/** From a path without a page, or a plain address of WordPress. Paths are percent-encoded. */
export const redirect = component(
  "Redirect",
  z.object({
    id,
    from_path: z
      .string()
      .meta({ description: "The path without a page, percent-encoded; or a plain address of WordPress, such as `/?p=17`" }),
    to_path: z.string().meta({ description: "The path that it leads to" }),
    hits: count.meta({ description: "How often it was followed; written every few seconds" }),
    last_hit_at: time.nullable(),
    created_by: z.string().nullable().meta({ description: "The admin’s email address; null when the account no longer exists" }),
    created_at: time,
  }),
  {
    id: EXAMPLE.id,
    from_path: "/2019/05/mood-diary.html",
    to_path: "/about",
    hits: 12,
    last_hit_at: EXAMPLE.date,
    created_by: "ada@blog.example",
    created_at: EXAMPLE.date,
  },
);

export const redirectPage = component("RedirectPage", pagedShape(redirect));

/** A former path of an article, which leads to the current one automatically. */
export const oldAddress = component(
  "OldAddress",
  z.object({
    from_path: z.string().meta({ description: "The former path of the article" }),
    to_path: z.string().meta({ description: "The current path of the article" }),
    post_id: id,
    title: z.string(),
    is_public: z
      .boolean()
      .meta({ description: "Whether the article is published; otherwise the former path leads nowhere at the moment" }),
    hits: count.meta({ description: "How often it was followed; written every few seconds" }),
    last_hit_at: time.nullable(),
    created_at: time.meta({ description: "When the article got another slug" }),
  }),
  {
    from_path: "/story/first-name",
    to_path: "/story/second-name",
    post_id: EXAMPLE.id,
    title: "A second name",
    is_public: true,
    hits: 12,
    last_hit_at: EXAMPLE.date,
    created_at: EXAMPLE.date,
  },
);

export const oldAddressPage = component("OldAddressPage", pagedShape(oldAddress));

export type Redirect = z.infer<typeof redirect>;
export type RedirectPage = z.infer<typeof redirectPage>;
export type OldAddress = z.infer<typeof oldAddress>;
export type OldAddressPage = z.infer<typeof oldAddressPage>;

const address = (required: string, long: string) =>
  z.string(required).trim().min(1, { error: required, abort: true }).max(REDIRECT_PATH_MAX, long);

/** The server also checks whether the paths have pages. */
export const newRedirect = z.strictObject({
  from_path: address(REDIRECT_MESSAGES.fromRequired, REDIRECT_MESSAGES.fromLong).refine(
    (text) => startAddress(text) !== null,
    REDIRECT_MESSAGES.fromPath,
  ),
  to_path: address(REDIRECT_MESSAGES.toRequired, REDIRECT_MESSAGES.toLong).refine(
    (text) => siteAddress(text) !== null,
    REDIRECT_MESSAGES.toPath,
  ),
});

export type NewRedirect = z.infer<typeof newRedirect>;
