import { invalid } from "../errors.ts";
import { compareWritings } from "./diff/compare-writings.ts";
import type { ComparedBlock, ComparedWriting } from "./diff/model.ts";
import { FOOTNOTES_RULE, hasTooManyFootnotes } from "./footnotes-model.ts";
import { type Rendered, renderWriting, UnfitContent, type Writing } from "./render-writing.ts";
import { compareApart, markdownApart, renderApart } from "./work-apart.ts";

/**
 * Longer texts have a thread of their own. The worst known that fits, dollar signs as Java code, holds up everybody else for 60 ms.
 * Characters.
 */
const SHORT = 2500;

const unfit = (rule: string) => invalid(`The content ${rule}`, [{ field: "content", rule }]);

/** What breaks a rule is the author's to change. */
const said = (error: unknown): never => {
  throw error instanceof UnfitContent ? unfit(error.message) : error;
};

/**
 * Turns what an author wrote into what is sent, as `renderWriting` does; nobody else waits for a long text.
 * @param writing HTML or Markdown of any origin
 * @throws DomainError `invalid` (field `content`): too many footnotes or headings, or more work than the thread has time for
 */
export async function renderContent(writing: Writing): Promise<Rendered> {
  if (hasTooManyFootnotes(writing.content)) throw unfit(FOOTNOTES_RULE);
  const rendering = writing.content.length > SHORT ? renderApart(writing) : renderWriting(writing);
  return rendering.catch(said);
}

/**
 * Compares two writings as they are read, as `compareWritings` does; nobody else waits for long ones.
 * @throws DomainError `invalid` (field `content`): more work than the thread has time for
 */
export async function compareContent(before: ComparedWriting, after: ComparedWriting): Promise<ComparedBlock[]> {
  const isLong = before.content.length + after.content.length > SHORT;
  const comparing = isLong ? compareApart(before, after) : compareWritings(before, after);
  return comparing.catch(said);
}

const underWay = new Map<string, Promise<string>>();

/**
 * Turns an article's HTML into Markdown, as `writeMarkdown` does; nobody else waits for a long one. Who asks for a long one while it is
 * being made is given that one, so that readers can't keep the thread from authors.
 * @throws DomainError `invalid` (field `content`): more work than the thread has time for
 */
export async function contentMarkdown(html: string, address: string): Promise<string> {
  if (html.length <= SHORT) return (await import("./write-markdown.ts")).writeMarkdown(html, address);
  const key = `${address} ${html}`;
  const making = underWay.get(key) ?? markdownApart(html, address).finally(() => underWay.delete(key));
  underWay.set(key, making);
  return making.catch(said);
}
