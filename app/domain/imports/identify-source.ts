import { randomUUID } from "node:crypto";
import type { ImportJob } from "./import-job.ts";
import type { Source } from "./items.ts";
import { OWN_SOURCE } from "./read/read-own-archive.ts";
import { Notes } from "./report.ts";
import { isKnownSource, type SharedSource, separateSource, sharedSources } from "./sources.sql.ts";

const NOWHERE = "somewhere";

/** Two blogs may have so many posts with the same names and titles, such as “About” and “My first post”. */
const CHANCE = 2;

/** The earlier source with the most posts that agree, if those are more than half of the shared posts, and more than chance. */
export function recognizeSource(found: SharedSource[], proposed: string, posts: number): SharedSource | undefined {
  const isSame = ({ shared, agreeing, dated, undated }: SharedSource) =>
    agreeing * 2 > shared && (dated > 0 || agreeing > CHANCE || (undated > 0 && undated * 2 >= posts));
  const rank = ({ agreeing, source, top }: SharedSource) => [agreeing, Number(source === proposed), Number(top === "")];
  return found
    .filter(isSame)
    .toSorted((a, b) => rank(b).reduce((order, value, index) => order || value - (rank(a)[index] ?? 0), 0))[0];
}

/** The proposed name if no earlier posts contradict it, or else one that only this import has. */
export function nameNewSource(found: SharedSource[], proposed: string, importId: string): string {
  const [kind = "", host = ""] = proposed.split(/:(.*)/s);
  const isFree = found.every(({ source }) => source !== proposed);
  return host && host !== NOWHERE && isFree ? proposed : `${kind}:${importId}`;
}

export const hostOf = (source: string): string | undefined => {
  const [, host = ""] = source.split(/:(.*)/s);
  return host.includes(".") && host !== NOWHERE ? host.replace(/^www\./, "") : undefined;
};

function doubtOf(known: string, proposed: string): Notes {
  const notes = new Notes();
  const [before, now] = [hostOf(known), hostOf(proposed)];
  if (before && now && before !== now)
    notes.report(
      "changed",
      "the whole file",
      `Its posts are those of the blog that was imported from “${before}”, though its URL is “${now}”: it is taken for the same blog. If it is ` +
        "another one, choose “Another blog” before you start.",
    );
  return notes;
}

/** Compares titles and dates of posts under the same keys. The file's name and the old blog's address change, so they don't count. */
export async function identifySource(
  job: ImportJob,
  { name: proposed, samples }: Pick<Source, "name" | "samples">,
): Promise<string> {
  const { ctx, id, source: stored, isDry, isResumed, options } = job;
  const { db } = ctx;
  if (proposed === OWN_SOURCE) return proposed;
  // A run keeps the name that it began with.
  if (!isDry && stored && (await isKnownSource(db, stored))) return stored;
  const kind = proposed.split(":", 1)[0] ?? "";
  if (options.blog === "another") return `${kind}:${id}`;
  const distinctive = samples.filter(({ isDefault }) => !isDefault);
  const found = await sharedSources(db, kind, distinctive);
  const same = recognizeSource(found, proposed, distinctive.length);
  if (!same) {
    const name = nameNewSource(found, proposed, id);
    if (await isKnownSource(db, name)) job.report.is_unrelated = true;
    return name;
  }
  if (!isResumed) job.note(doubtOf(same.source, proposed));
  if (same.top === "") return same.source;
  const name = `${kind}:${randomUUID()}`;
  await separateSource(db, same, name);
  return name;
}
