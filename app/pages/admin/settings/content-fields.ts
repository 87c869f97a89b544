import { LINE_MAX, PARAGRAPH_MAX } from "../../../domain/settings/site-content.ts";
import type { FieldSpec, Group, Option } from "./fields.ts";

type More = { hint?: string; optional?: true; row?: string };

const lineOf = (name: string, label: string, more: More = {}): FieldSpec => {
  return { kind: "line", name: `content.${name}`, label, max: LINE_MAX, ...more };
};
const textOf = (name: string, label: string, more: More = {}): FieldSpec => {
  return { kind: "text", name: `content.${name}`, label, max: PARAGRAPH_MAX, ...more };
};
const FOUR = [0, 1, 2, 3];

const AUTO = { value: "auto", label: "Automatic" };
const OWN_OR_NONE = [
  { value: "own", label: "The text here" },
  { value: "hidden", label: "Nothing" },
];
const LIVE_OR_OWN = [AUTO, { value: "live", label: "The current number" }, ...OWN_OR_NONE];
const COUNTED_OR_OWN = [
  AUTO,
  { value: "articles", label: "Number of articles" },
  { value: "readers", label: "Readers of the last 30 days" },
  { value: "likes", label: "Number of likes" },
  ...OWN_OR_NONE,
];
const showOf = (name: string, row: string, options: readonly Option[]): FieldSpec => {
  return { kind: "select", name: `content.${name}`, label: "Show", options, row };
};

const profileFigure = (name: "articles" | "readers" | "likes", row: string): FieldSpec[] => [
  lineOf(`profile.${name}`, "Value", { row }),
  showOf(`profile.show.${name}`, row, LIVE_OR_OWN),
];

const aboutFigure = (n: number): FieldSpec[] => {
  const row = `Figure ${n + 1}`;
  return [
    lineOf(`about.stats.${n}.value`, "Value", { row }),
    lineOf(`about.stats.${n}.label`, "Label", { row }),
    showOf(`about.stats.${n}.show`, row, COUNTED_OR_OWN),
  ];
};

const BUTTON_LINK = "content.hero.button.link";

export const HOME_GROUPS: Group[] = [
  {
    id: "hero",
    title: "Home header",
    fields: [
      lineOf("hero.title", "Headline"),
      textOf("hero.lead", "Introduction", { optional: true }),
      lineOf("hero.button.label", "Button label"),
      { kind: "target", name: BUTTON_LINK, label: "Button links to" },
      {
        kind: "article",
        name: "content.hero.button.slug",
        unless: BUTTON_LINK,
        label: "Article",
        max: 254,
        optional: true,
        hint: "Type words of the title, or paste the article’s URL. Leave it empty to hide the button.",
      },
    ],
  },
  {
    id: "profile",
    title: "Profile card",
    lead: "The figures under Follow Me. Automatic: the real number, until you enter your own. With demo content, it shows the example.",
    fields: [
      ...profileFigure("articles", "Articles"),
      ...profileFigure("readers", "Readers"),
      ...profileFigure("likes", "Likes"),
    ],
  },
];

export const ABOUT_GROUPS: Group[] = [
  {
    id: "about",
    title: "What the site is about",
    fields: [
      textOf("about.lead", "Introduction", { optional: true }),
      textOf("about.mission", "Mission"),
      textOf("about.vision", "Vision"),
    ],
  },
  {
    id: "figures",
    title: "Figures",
    lead: "Automatic: the real number of readers and articles, until you enter your own. The other two stay hidden until then.",
    fields: FOUR.flatMap(aboutFigure),
  },
  {
    id: "values",
    title: "Values",
    fields: FOUR.flatMap((n) => [
      lineOf(`about.values.${n}.name`, `Value ${n + 1}`),
      textOf(`about.values.${n}.text`, `Value ${n + 1} text`),
    ]),
  },
];

export const DEFAULT_AUTHOR = lineOf("defaultAuthor", "Default author", {
  optional: true,
  hint: "Byline for articles without an author. Default: “The {site} editors”.",
});

export const FOOTER_GROUP: Group = {
  id: "footer",
  title: "Footer",
  fields: [
    textOf("footer.text", "Footer text", { optional: true, hint: "Leave empty to use the site description." }),
    lineOf("footer.rights", "Copyright line", { optional: true, hint: "Shown after ©, the year and the site’s name." }),
  ],
};
