import { z } from "zod";
import { checkName } from "../name-rules.ts";
import { buttonLinkFault } from "./button-rules.ts";

/** Characters of a text on one line, and of a paragraph. */
export const LINE_MAX = 120;
export const PARAGRAPH_MAX = 600;

const CONTROL = /\p{Cc}/u;
const CONTROL_BUT_BREAKS = /(?![\n\t])\p{Cc}/u;
const SLUG = /^[a-z0-9-]{3,254}$/;

/** Trimmed, storable, and on one line unless line breaks are allowed. */
export const text = (name: string, max: number, { breaks = false, optional = false } = {}) =>
  z
    .string(`${name} must be text`)
    .overwrite((value) => (breaks ? value.replaceAll("\r\n", "\n") : value.replace(/\s+/g, " ")).trim())
    .min(optional ? 0 : 1, `${name} is required`)
    .max(max, `${name} must have at most ${max} characters`)
    .refine((value) => value.isWellFormed(), { error: `${name} has a character that isn’t whole`, abort: true })
    .refine((value) => !(breaks ? CONTROL_BUT_BREAKS : CONTROL).test(value), {
      error: `${name} must not have control characters`,
      abort: true,
    })
    .superRefine(breaks ? () => {} : checkName(`${name} `));

const line = (name: string, options?: { optional?: boolean }) => text(name, LINE_MAX, options);
const paragraph = (name: string, options?: { optional?: boolean }) => text(name, PARAGRAPH_MAX, { ...options, breaks: true });

/** `own`: the text in the same row; `hidden`: nothing; `auto`: the text once it was changed, and until then what is counted. */
const source = <const T extends string>(name: string, counted: readonly T[]) =>
  z.enum(["auto", ...counted, "own", "hidden"], `${name} must be one of ${["auto", ...counted, "own", "hidden"].join("; ")}`);

/** `readers`: unique visitors of the last 30 days. */
const COUNTED = ["articles", "readers", "likes"] as const;
export type Counted = (typeof COUNTED)[number];

const profileSource = (name: string) => source(`${name}: shown`, ["live"]).default("auto");
const figure = z.strictObject({
  value: line("Figure"),
  label: line("Figure label"),
  show: source("Figure: shown", COUNTED).default("auto"),
});
const value = z.strictObject({ name: line("Value name"), text: paragraph("Value text") });

/** Admins can change all of them. */
export const siteContentInput = z.strictObject({
  hero: z.strictObject({
    title: line("Headline"),
    lead: paragraph("Introduction", { optional: true }),
    button: z.strictObject({
      label: line("Button label"),
      slug: z
        .string("Article must be an article’s slug")
        .trim()
        .refine((slug) => slug === "" || SLUG.test(slug), "Article must be an article’s slug, or empty for no button"),
      link: z
        .string("Button link must be text")
        .trim()
        .refine((link) => buttonLinkFault(link) === null, { error: ({ input }) => buttonLinkFault(String(input)) ?? "" })
        .default("")
        .describe("What the button leads to in place of an article; empty for the article"),
    }),
  }),
  profile: z.strictObject({
    articles: line("Articles"),
    readers: line("Readers"),
    likes: line("Likes"),
    show: z
      .strictObject({
        articles: profileSource("Articles"),
        readers: profileSource("Readers"),
        likes: profileSource("Likes"),
      })
      .default({ articles: "auto", readers: "auto", likes: "auto" }),
  }),
  about: z.strictObject({
    lead: paragraph("About lead", { optional: true }),
    stats: z.array(figure).length(4, "Figures must be four"),
    mission: paragraph("Mission"),
    vision: paragraph("Vision"),
    values: z.array(value).length(4, "Values must be four"),
  }),
  defaultAuthor: line("Default author", { optional: true }),
  footer: z.strictObject({
    text: paragraph("Footer text", { optional: true }),
    rights: line("Copyright line", { optional: true }),
  }),
});

export type SiteContent = z.infer<typeof siteContentInput>;
export type HomeContent = Pick<SiteContent, "hero" | "profile">;
export type AboutContent = SiteContent["about"];
/** With the figures that are shown. */
export type ShownAbout = Omit<AboutContent, "stats"> & { stats: { value: string; label: string }[] };

export const SITE_CONTENT: SiteContent = {
  hero: {
    title: "Ideas that soar beyond limits.",
    lead: "Short articles for people who like to think on the way up: one idea each, read in the time a kettle takes.",
    button: { label: "Read: Mood Tracking Guide", slug: "mood-tracking-guide", link: "" },
  },
  profile: { articles: "12", readers: "2.4K", likes: "156", show: { articles: "auto", readers: "auto", likes: "auto" } },
  about: {
    lead:
      "A skylark climbs while it sings. We like articles that do the same: they start on the ground, where you are, and leave " +
      "you with a wider view.",
    stats: [
      { value: "10K+", label: "Monthly readers", show: "auto" },
      { value: "500+", label: "Published articles", show: "auto" },
      { value: "50+", label: "Expert contributors", show: "auto" },
      { value: "95%", label: "Reader satisfaction", show: "auto" },
    ],
    mission:
      "To put one good idea into a short article, and to write it so plainly that it can be used the same day. No tricks to " +
      "keep you here; when you have read it, you may go.",
    vision:
      "A quiet place on the web, open to everyone, where thinking about how to live, work and decide is a pleasure and not a " +
      "product.",
    values: [
      { name: "Authenticity", text: "We write what we have tried, thought through or doubted, and we sign it." },
      {
        name: "Quality",
        text: "Every piece is edited until nothing can be taken away. Keeping it short is the hard part.",
      },
      {
        name: "Innovation",
        text: "Old questions deserve new ways in. We experiment, and keep what helps you think.",
      },
      { name: "Community", text: "An article is half of a conversation. We listen, correct in the open, and say thank you." },
    ],
  },
  defaultAuthor: "",
  footer: { text: "", rights: "All rights reserved." },
};

/** Without the name of the site. */
export const NAMELESS_ABOUT_LEAD = "We like articles that start on the ground, where you are, and leave you with a wider view.";

/** By path: `about.values.0.name`. */
export type FlatContent = Record<string, string>;

export function flattenContent(content: SiteContent): FlatContent {
  const flat: FlatContent = {};
  const walk = (value: unknown, path: string) => {
    if (typeof value === "string") flat[path] = value;
    else for (const [name, one] of Object.entries(value as object)) walk(one, path ? `${path}.${name}` : name);
  };
  walk(content, "");
  return flat;
}

/** Unknown paths are ignored. */
export function withTexts(content: SiteContent, flat: Record<string, unknown>): SiteContent {
  const filled = structuredClone(content);
  for (const path of Object.keys(flattenContent(content))) {
    const text = Object.hasOwn(flat, path) ? flat[path] : undefined;
    if (typeof text !== "string") continue;
    const names = path.split(".");
    const last = names.pop() ?? "";
    const holder = names.reduce<Record<string, unknown>>((at, name) => at[name] as Record<string, unknown>, filled);
    holder[last] = text;
  }
  return filled;
}
