import { offsiteHost } from "../content/markup/addresses.ts";
import { anchorsIn, isTop, linkedName } from "../content/markup/anchors.ts";
import { isBackLink, isNoteList, referredNote } from "../content/markup/footnotes.ts";
import { leftOutOf } from "../content/markup/frames.ts";
import { isPlayer, type Player } from "../content/markup/players.ts";
import { type Element, isElement, type Node, plainText } from "../content/markup/tree.ts";
import { cutText } from "../text-rules.ts";
import { WORDS_PER_MINUTE } from "./post-rules.ts";
import { charactersOf, easeInWords, readingLevel, SNIPPET, titlePixels } from "./text-measure-rules.ts";
import { countWords } from "./word-rules.ts";

type Found = { index: number; element: Element };
/** `hasText`: has captions or a transcript. */
type FoundPlayer = Found & { name: Player; hasText: boolean };
type FoundLink = Found & { text: string; href: string; hasPicture: boolean; inNote: boolean };
type FoundHeading = Found & { level: number; text: string };

/** In the order of the text. `texts` are paragraphs and items, footnotes aside. */
type Inventory = {
  images: Found[];
  players: FoundPlayer[];
  headings: FoundHeading[];
  links: FoundLink[];
  paragraphs: (Found & { text: string })[];
  texts: string[];
};

const namesPicture = (nodes: Node[]): boolean =>
  nodes.some(
    (node) => isElement(node) && (node.name === "img" ? Boolean(node.attributes.alt?.trim()) : namesPicture(node.children)),
  );

/** A video has captions; a recording has a toggle below it, or a link in its caption. */
const hasText = (name: Player, { children }: Element, figure: Element | undefined, after: Node | undefined): boolean =>
  name === "video"
    ? children.some((child) => isElement(child) && child.name === "track")
    : (typeof after === "object" && isElement(after) && after.name === "details") ||
      (figure?.children ?? []).some((child) => isElement(child) && child.name === "figcaption" && hasLink(child));

const hasLink = ({ children }: Element): boolean =>
  children.some((child) => isElement(child) && (child.name === "a" || hasLink(child)));

const isEmbed = ({ name, attributes }: Element) => name === "figure" && attributes.class === "embed";

const nextBlock = (list: Node[], place: number): Node | undefined =>
  list.slice(place + 1).find((node) => typeof node !== "string" || node.trim() !== "");

/** Links in footnotes have their own count; embeds and code are left out. */
function inventoryOf(nodes: Node[]): Inventory {
  const found: Inventory = { images: [], players: [], headings: [], links: [], paragraphs: [], texts: [] };
  const count = { text: 0, note: 0, player: 0 };

  const link = (element: Element, inNote: boolean) => {
    const index = inNote ? count.note++ : count.text++;
    const text = plainText(element.children);
    const href = element.attributes.href?.trim() ?? "";
    found.links.push({ index, element, text, href, hasPicture: namesPicture(element.children), inNote });
  };
  const visit = (list: Node[], inNote: boolean, figure?: Element, afterFigure?: Node): void => {
    for (const [place, element] of list.entries()) {
      if (!isElement(element) || isEmbed(element) || referredNote(element) !== null || isBackLink(element)) continue;
      const { name, children } = element;
      const level = /^h([1-6])$/.exec(name)?.[1];
      if (level) found.headings.push({ index: found.headings.length, element, level: Number(level), text: plainText(children) });
      if (name === "img") found.images.push({ index: found.images.length, element });
      if (isPlayer(name)) {
        const following = figure ? afterFigure : nextBlock(list, place);
        found.players.push({ index: count.player++, element, name, hasText: hasText(name, element, figure, following) });
      }
      if (name === "a" && element.attributes.href !== undefined) link(element, inNote);
      if (name === "p" && !inNote) found.paragraphs.push({ index: found.paragraphs.length, element, text: plainText(children) });
      if ((name === "p" || (name === "li" && !children.some((child) => isElement(child) && child.name === "p"))) && !inNote)
        found.texts.push(plainText(children.filter((child) => !isElement(child) || !/^[uo]l$/.test(child.name))));
      const isFigure = name === "figure";
      visit(
        children,
        inNote || isNoteList(element),
        isFigure ? element : undefined,
        isFigure ? nextBlock(list, place) : undefined,
      );
    }
  };
  visit(nodes, false);
  return found;
}

/** `fix`: readers will stumble; `improve`: worth a look; `know`: nothing is wrong. None prevents publishing. */
type Severity = "fix" | "improve" | "know";

/** `index` counts from 0; `quote` is text to search for in the source. */
export type Place =
  | { kind: "field"; field: "title" | "description" | "content" | "featured_image_alt" }
  | { kind: "image" | "player" | "heading" | "link" | "paragraph" | "note"; index: number; quote: string };

export type Finding = { rule: string; severity: Severity; message: string; place: Place };

export type Surroundings = {
  titles: readonly { title: string; slug: string; status: string }[];
  /** links to posts of this site that don't lead to the current path of a published one */
  links: readonly { slug: string; state: "missing" | "unpublished" | "moved"; to: string | null }[];
};

/** `host`: this site's, with its port. */
export type CheckedPost = {
  title: string;
  description: string;
  excerpt: string;
  featured_image: string | null;
  featured_image_alt: string;
  nodes: Node[];
  host: string;
};

/** Linked posts that the server looks up; no article links to more. */
export const CHECKED_SLUGS = 500;
const OFFSITE_PICTURE = "picture-offsite";
/** words */
const LONG_PARAGRAPH = 150;
const LONG_ALT = 250;
const VAGUE = new Set(
  "here|click|click here|this|this link|link|more|read more|learn more|see more|this page|this post|this article|page|article|website".split(
    "|",
  ),
);
const FILE_NAME = /\.(jpe?g|png|gif|webp|avif|svg|heic)$|^(img|dsc|dscn|pxl|screenshot|image|photo|picture)[\s_-]*\d*$/i;

const short = (text: string) => (text.length > 60 ? `${cutText(text, 57).trimEnd()}…` : text);
const field = (name: Extract<Place, { kind: "field" }>["field"]): Place => ({ kind: "field", field: name });

/** Null for links to anything but a post of this site. */
export function ownSlug(href: string, host: string): string | null {
  const path = /^https?:/i.test(href) && URL.canParse(href) && new URL(href).host === host ? new URL(href).pathname : href;
  return /^\/story\/([^/?#\s]{1,254})\/?(?:[?#].*)?$/.exec(path)?.[1]?.toLowerCase() ?? null;
}

/** Without duplicates. */
export const ownSlugs = (nodes: Node[], host: string): string[] => [
  ...new Set(inventoryOf(nodes).links.flatMap(({ href }) => ownSlug(href, host) ?? [])),
];

/** Readers see a link instead. */
function ofOtherSites({ images }: Inventory, host: string): Finding[] {
  return images.flatMap(({ index, element: { attributes } }): Finding[] => {
    const src = attributes.src?.trim() ?? "";
    const other = offsiteHost(src, host);
    if (!other) return [];
    const message = `Image ${index + 1} is on ${other}, and articles don’t show images from other sites. Fetch it into the library.`;
    return [{ rule: OFFSITE_PICTURE, severity: "fix", message, place: { kind: "image", index, quote: src } }];
  });
}

/** Without duplicates. */
export const offsitePictures = (findings: Finding[]): string[] => [
  ...new Set(findings.flatMap(({ rule, place }) => (rule === OFFSITE_PICTURE && place.kind === "image" ? [place.quote] : []))),
];

function ofPictures({ images }: Inventory): Finding[] {
  return images.flatMap(({ index, element: { attributes } }): Finding[] => {
    const { alt = "", src = "" } = attributes;
    const place: Place = { kind: "image", index, quote: src };
    const about = (rule: string, severity: Severity, message: string): Finding[] => [{ rule, severity, message, place }];
    const which = `Image ${index + 1}`;
    if (alt.trim() === "") return about("alt-missing", "fix", `${which} has no alternative text.`);
    if (FILE_NAME.test(alt.trim()))
      return about("alt-poor", "fix", `${which} has a file name as its alternative text, “${short(alt)}”.`);
    if (/^(an? )?(image|photo|picture|graphic) of\b/i.test(alt))
      return about(
        "alt-poor",
        "improve",
        `${which}: leave out “${alt.split(" of")[0]} of”; screen readers already say that it is an image.`,
      );
    if (alt.length > LONG_ALT)
      return about(
        "alt-long",
        "improve",
        `${which} has an alternative text of ${alt.length} characters; one or two sentences are enough.`,
      );
    return [];
  });
}

/** WCAG 2.2, 1.2.1 and 1.2.2. Players of other sites become links. */
function ofPlayers({ players }: Inventory, host: string): Finding[] {
  const count = { audio: 0, video: 0 };
  return players.flatMap(({ index, element: { attributes }, name, hasText }): Finding[] => {
    const src = attributes.src?.trim() ?? "";
    count[name] += 1;
    if (hasText || offsiteHost(src, host)) return [];
    const place: Place = { kind: "player", index, quote: src };
    const message =
      name === "video"
        ? `Video ${count.video} has no captions; people who can’t hear it miss what is said.`
        : `Audio ${count.audio} has no transcript; people who can’t hear it miss what is said.`;
    return [{ rule: name === "video" ? "captions-missing" : "transcript-missing", severity: "fix", message, place }];
  });
}

function ofHeadings({ headings }: Inventory): Finding[] {
  let before = 1;
  return headings.flatMap(({ index, level, text, element }: FoundHeading): Finding[] => {
    const place: Place = { kind: "heading", index, quote: text || `<${element.name}` };
    const previous = before;
    before = level;
    if (text === "") return [{ rule: "heading-empty", severity: "fix", message: "A heading has no text.", place }];
    if (level === 1)
      return [
        {
          rule: "heading-first",
          severity: "fix",
          message: `“${short(text)}” is a level-1 heading; only the title should be.`,
          place,
        },
      ];
    if (level > previous + 1) {
      const message = `“${short(text)}” is a heading ${level} after ${previous === 1 ? "the title" : `a heading ${previous}`}; readers who navigate by headings will miss a level.`;
      return [{ rule: "heading-skipped", severity: "fix", message, place }];
    }
    return [];
  });
}

const placeOf = ({ index, inNote, href }: FoundLink): Place => ({ kind: inNote ? "note" : "link", index, quote: href });

function ofLinks({ links }: Inventory, host: string, known: Surroundings["links"]): Finding[] {
  const states = new Map(known.map((link) => [link.slug, link]));
  return links.flatMap((link): Finding[] => {
    const { text, href, hasPicture } = link;
    const place = placeOf(link);
    const found: Finding[] = [];
    const add = (rule: string, severity: Severity, message: string) => found.push({ rule, severity, message, place });
    if (href === "" || href === "#") add("link-empty", "fix", `The link “${short(text)}” is broken.`);
    if (text === "" && !hasPicture) add("link-empty", "fix", `A link to ${short(href)} has no text.`);
    else if (
      VAGUE.has(
        text
          .toLowerCase()
          .replace(/[^\p{L}\p{N} ]/gu, "")
          .trim(),
      )
    )
      add("link-vague", "improve", `“${short(text)}” doesn’t say where the link goes.`);
    else if (/^(https?:\/\/|www\.)/i.test(text)) add("link-address", "improve", `A link shows its bare URL, ${short(text)}.`);
    const state = states.get(ownSlug(href, host) ?? "");
    if (state?.state === "missing") add("link-dead", "fix", `There is no post at ${short(href)}.`);
    if (state?.state === "unpublished")
      add("link-dead", "fix", `The post at ${short(href)} isn’t published: readers won’t find it.`);
    if (state?.state === "moved") add("link-moved", "improve", `The post at ${short(href)} has moved to /story/${state.to}.`);
    return found;
  });
}

function ofSnippet({ title, description, excerpt }: CheckedPost): Finding[] {
  const found: Finding[] = [];
  const characters = charactersOf(title);
  const pixels = titlePixels(title.trim());
  if (characters > SNIPPET.title || pixels > SNIPPET.titlePixels) {
    const message = `The title has ${characters} characters and is about ${pixels} px wide; search engines cut it at ${SNIPPET.title} or ${SNIPPET.titlePixels} px.`;
    found.push({ rule: "title-long", severity: "improve", message, place: field("title") });
  }
  const shown = charactersOf(description.trim() || excerpt);
  if (shown === 0) {
    found.push({
      rule: "description-missing",
      severity: "fix",
      message: "There is no description for search engines to show.",
      place: field("description"),
    });
  } else if (shown < SNIPPET.descriptionMin) {
    const message = `The description has ${shown} characters; ${SNIPPET.descriptionMin} to ${SNIPPET.descriptionMax} is the ideal length for search results.`;
    found.push({ rule: "description-short", severity: "improve", message, place: field("description") });
  } else if (shown > SNIPPET.descriptionMax) {
    const message = `The description has ${shown} characters; search engines cut it at about ${SNIPPET.descriptionMax}.`;
    found.push({ rule: "description-long", severity: "improve", message, place: field("description") });
  }
  return found;
}

function ofReading({ texts, paragraphs }: Inventory): Finding[] {
  const found = paragraphs.flatMap(({ index, text }): Finding[] => {
    const { words, minutes } = countWords(text);
    if (minutes * WORDS_PER_MINUTE <= LONG_PARAGRAPH) return [];
    const message = `A paragraph has ${words} words: “${short(text)}”`;
    return [
      { rule: "paragraph-long", severity: "improve", message, place: { kind: "paragraph", index, quote: cutText(text, 40) } },
    ];
  });
  const level = readingLevel(texts);
  if (level === "short") return found;
  const place = field("content");
  if (level === "foreign")
    return [
      ...found,
      { rule: "reading-level", severity: "know", message: "The reading level can only be estimated for English.", place },
    ];
  const message = `Reading ease ${level.ease} of 100 (Flesch), ${easeInWords(level.ease)}; ${level.grade} years of school (Flesch–Kincaid). Both formulas are for English.`;
  return [...found, { rule: "reading-level", severity: level.ease < 30 ? "improve" : "know", message, place }];
}

function ofLeftOut(nodes: Node[]): Finding[] {
  const { pages, names } = leftOutOf(nodes);
  const links = pages.map((page): Finding => {
    const message = `Articles frame no other pages: readers get a link to ${short(page)}.`;
    return { rule: "frame-linked", severity: "improve", message, place: field("content") };
  });
  const missing = [...names].map(([name, count]): Finding => {
    const message = `Articles can’t contain <${name}>${count > 1 ? ` (${count} times)` : ""}: readers don’t see it.`;
    return { rule: "left-out", severity: "fix", message, place: field("content") };
  });
  return [...missing, ...links];
}

function ofAnchors({ links }: Inventory, nodes: Node[]): Finding[] {
  const anchors = anchorsIn(nodes);
  return links.flatMap((link): Finding[] => {
    const name = linkedName(link.href);
    if (name === null || isTop(name) || anchors.find(name)) return [];
    const message = `The link “${short(link.text)}” leads to ${short(`#${name}`)}, but no heading or anchor has this name.`;
    return [{ rule: "link-nowhere", severity: "fix", message, place: placeOf(link) }];
  });
}

const RANK: Record<Severity, number> = { fix: 0, improve: 1, know: 2 };

/** The most severe findings first. @param surroundings without it, findings about other posts are left out */
export function checkPost(post: CheckedPost, surroundings: Surroundings = { titles: [], links: [] }): Finding[] {
  const inventory = inventoryOf(post.nodes);
  const featured: Finding[] =
    post.featured_image && post.featured_image_alt.trim() === ""
      ? [
          {
            rule: "alt-missing",
            severity: "improve",
            message: "The featured image has no alternative text; leave it empty only if it is decorative.",
            place: field("featured_image_alt"),
          },
        ]
      : [];
  const same = surroundings.titles.map(
    ({ slug, status }): Finding => ({
      rule: "title-duplicate",
      severity: "improve",
      message: `Another post has this title: /story/${slug}${status === "published" ? "" : ` (${status})`}.`,
      place: field("title"),
    }),
  );
  const found = [
    ...ofSnippet(post),
    ...same,
    ...featured,
    ...ofHeadings(inventory),
    ...ofOtherSites(inventory, post.host),
    ...ofPictures(inventory),
    ...ofPlayers(inventory, post.host),
    ...ofLinks(inventory, post.host, surroundings.links),
    ...ofAnchors(inventory, post.nodes),
    ...ofLeftOut(post.nodes),
    ...ofReading(inventory),
  ];
  return found.sort((a, b) => RANK[a.severity] - RANK[b.severity]);
}
