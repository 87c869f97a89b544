import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import pLimit from "p-limit";
import { makeFolders, SHARED } from "../../platform/storage/disk.ts";
import { faceOf } from "../categories/art-rules.ts";
import type { Context } from "../context.ts";
import { focusOf } from "../media/media-rules.ts";
import { POST_SLUG } from "../posts/post-rules.ts";
import type { Site } from "../settings/settings.ts";
import { type SocialCard, shownPicture, socialBrand } from "./social-rules.ts";

type SocialRow = {
  id: string;
  title: string;
  reading_time: number;
  featured_image: string | null;
  focus_x: number | null;
  focus_y: number | null;
  authors: string[];
  category_name: string | null;
  category_slug: string | null;
  category_color: string | null;
};

/** Null unless an article with this slug is published. One statement. */
export async function readSocialCard(ctx: Context, slug: string, site: Site): Promise<SocialCard | null> {
  const row = POST_SLUG.test(slug) ? await findPublished(ctx, slug) : undefined;
  if (!row) return null;
  const { category_name: name, category_slug, category_color: color } = row;
  const category = name && category_slug && color ? { name, slug: category_slug, color } : null;
  return {
    title: row.title,
    siteName: site.name,
    category,
    author: row.authors.join(", ") || site.defaultAuthor,
    minutes: row.reading_time,
    face: faceOf(row.id),
    picture: shownPicture(row.featured_image),
    focus: focusOf(row.focus_x, row.focus_y),
    brand: socialBrand(site.look),
  };
}

function findPublished(ctx: Context, slug: string): Promise<SocialRow | undefined> {
  return ctx.db
    .selectFrom("posts")
    .leftJoin("categories", "categories.id", "posts.category_id")
    .leftJoin("media", (join) => join.on("media.id", "=", sql<string>`media_id(posts.featured_image)`))
    .select([
      "posts.id",
      "posts.title",
      "posts.reading_time",
      "posts.featured_image",
      "media.focus_x",
      "media.focus_y",
      sql<string[]>`author_names(posts.id)`.as("authors"),
      "categories.name as category_name",
      "categories.slug as category_slug",
      "categories.color as category_color",
    ])
    .where("posts.slug", "=", slug)
    .where("posts.status", "=", "published")
    .executeTakeFirst();
}

/** @param title that of Home */
export function siteSocialCard(site: Site, title: string): SocialCard {
  const brand = socialBrand(site.look);
  return { title, siteName: site.name, category: null, author: site.description, minutes: null, picture: null, brand };
}

const limit = pLimit(2);
/** About 70 kB each; the oldest are deleted first. */
const MAX_FILES = 5000;

const underway = new Map<string, Promise<Buffer>>();

async function sweep(dir: string, name: string, current: string): Promise<void> {
  const files = (await readdir(dir)).filter((file) => file.endsWith(".png"));
  const old = files.filter((file) => file.startsWith(`${name}.`) && file !== current);
  if (files.length > MAX_FILES) {
    const dated = await Promise.all(files.map(async (file) => ({ file, at: (await stat(join(dir, file))).mtimeMs })));
    old.push(
      ...dated
        .sort((a, b) => a.at - b.at)
        .slice(0, files.length - MAX_FILES)
        .map(({ file }) => file),
    );
  }
  await Promise.all(old.map((file) => rm(join(dir, file), { force: true })));
}

async function make(dir: string, name: string, file: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const stored = await readFile(join(dir, file)).catch(() => null);
  if (stored) return stored;
  const png = await limit(draw);
  // If the disk is full, the image is sent all the same and drawn again for the next request.
  await store(dir, name, file, png).catch(() => undefined);
  return png;
}

async function store(dir: string, name: string, file: string, png: Buffer): Promise<void> {
  await makeFolders(dir, SHARED.folder);
  const unfinished = join(dir, `${file}.${randomBytes(6).toString("hex")}.part`);
  try {
    await writeFile(unfinished, png, { mode: SHARED.file });
    await rename(unfinished, join(dir, file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await sweep(dir, name, file);
}

/**
 * Concurrent requests draw an image once; files are written atomically. Older versions of `name` are deleted.
 * @param version letters and digits @throws errors of `draw`; errors of writing are ignored
 */
export function cachePicture(dir: string, name: string, version: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  // Names can be longer than file systems allow.
  const short = createHash("sha256").update(name).digest("hex").slice(0, 32);
  const file = `${short}.${version}.png`;
  const key = join(dir, file);
  const known = underway.get(key);
  if (known) return known;
  const promise = make(dir, short, file, draw).finally(() => underway.delete(key));
  underway.set(key, promise);
  return promise;
}
