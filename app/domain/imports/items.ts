import type { Readable } from "node:stream";
import { routes } from "../../routes.ts";
import type { LookSource } from "../appearance/adopt-look.ts";
import type { AuthorLink } from "../authors/author.ts";
import type { PostFields } from "../posts/post.ts";
import type { ContentFormat, PostStatus } from "../posts/post-rules.ts";
import type { TagRef } from "../tags/tag.ts";
import type { ImportOptions } from "./import.ts";
import type { Finding, Severity } from "./import-rules.ts";

export type Report = (severity: Severity, place: string, sentence: string) => void;

/** What the page of an author shows. `picture`: the address of one of the library. */
export type ImportedProfile = {
  slug: string;
  old_slugs: string[];
  has_page: boolean;
  picture: string | null;
  links: AuthorLink[];
};

/** `key`: posts and comments refer to it. `slug`, `number`: in the addresses of the author's list on the old blog. */
export type ImportedAuthor = {
  key: string;
  id?: string;
  email: string | null;
  name: string | null;
  bio: string;
  profile?: ImportedProfile | null;
  links?: AuthorLink[];
  slug?: string;
  number?: string;
};

/** `key`: posts refer to it. `oldSlugs`: also of merged categories. `parent`: a key. `number`: in its plain address on the old blog. */
export type ImportedCategory = {
  key: string;
  slug: string;
  name: string;
  description: string;
  color?: string;
  /** of its own page; `picture`: the address of one of the library */
  heading?: string;
  intro?: string;
  picture?: string | null;
  picture_alt?: string;
  oldSlugs?: string[];
  parent?: string;
  number?: string;
};

export type ImportedTag = TagRef & { oldSlugs?: string[] };

/** `parent` (the comment that begins the thread, once threads are flat) and `author` are keys; `name` is a guest's. */
export type ImportedComment = {
  key: string;
  id?: string;
  parent: string | null;
  /** the very comment that it answers, where that is another than the one that begins the thread */
  replyTo?: string | null;
  /** whether it answers something, also something that is gone */
  isReply?: boolean;
  author: string | null;
  name: string | null;
  content: string;
  status: "pending" | "approved" | "rejected";
  spam: boolean;
  spamReason?: string | null;
  created_at: Date;
  updated_at: Date;
  edited_at: Date | null;
};

/** `written` as the content has it, `address` where it is (http(s), or a file of the archive, which may be missing). */
export type ImportedPicture = { written: string; address: string };

type PlainFields = Omit<PostFields, "category_id" | "tags" | "content_format" | "featured_image" | "featured_image_alt">;

export const pathHere = ({ kind }: Pick<ImportedPost, "kind">, slug: string): string =>
  kind === "page" ? routes.page(slug) : routes.story(slug);

/** `category` and `author` are keys; `paths` are those of the old site. */
export type ImportedPost = Partial<PlainFields> & {
  key: string;
  place: string;
  id?: string;
  title: string;
  slug: string;
  description: string;
  excerpt: string;
  content: string;
  format: ContentFormat;
  status: PostStatus;
  featured: boolean;
  comments_open?: boolean;
  comments_stay_open?: boolean;
  listed?: boolean;
  /** whether it was a page of the old blog, outside its lists */
  isPage?: boolean;
  /** whether it has no date, where others of its blog have one */
  isUndated?: boolean;
  otherLanguage?: string | null;
  /** the same for all versions of an article in several languages. `translationOf`: the id of one of them, as an archive of ours has it */
  translationGroup?: string;
  translationOf?: string;
  /** when a draft is going to be published; such a post gets a plan */
  plannedAt?: Date | null;
  category: string | null;
  tags: TagRef[];
  /** slugs that its tags had on the old blog, where they have others here */
  oldTags?: { old: string; slug: string }[];
  author: string | null;
  /** the keys of the authors after the first */
  coauthors?: string[];
  created_at: Date | null;
  updated_at: Date | null;
  published_at: Date | null;
  first_published_at: Date | null;
  paths: string[];
  oldSlugs: string[];
  /** of our own archives: the address in our media library; else null */
  featuredImage: string | null;
  featuredPicture: string | null;
  featuredAlt: string;
  pictures: ImportedPicture[];
  comments: ImportedComment[];
};

export type ImportedMedia = { id: string; name: string; alt: string; file: string; [more: string]: unknown };

/** `post` is null where none comes of it; `findings` say why. */
export type SourceItem = { post: ImportedPost | null; findings: Finding[] };

/** Shows that an earlier import is of the same blog. `at`: creation or publication; `isDefault`: every new blog has it. */
export type Sample = { key: string; title: string; at: Date | null; isDefault?: boolean };

export type SourceFolder = { path: string; texts: number; isChosen: boolean };

export type SourceLanguage = { code: string; texts: number; isMain: boolean };

/** A sound file; `items` reads it again. */
export type Source = {
  /** distinguishes one old blog from another, as far as the file shows: the kind, a colon, and a host where it is known */
  name: string;
  /** the path that the old blog was under, such as `/blog`; empty or missing at the root of its host */
  folder?: string;
  samples: Sample[];
  folders: SourceFolder[];
  languages?: SourceLanguage[];
  hasSubscribers?: boolean;
  authors: ImportedAuthor[];
  categories: ImportedCategory[];
  tags: ImportedTag[];
  redirects: { from: string; to: string }[];
  media: ImportedMedia[];
  settings: Record<string, unknown> | null;
  /** of our own archives: menus, social links and the announcement */
  navigation?: Record<string, unknown> | null;
  featured?: Record<string, unknown> | null;
  /** of our own archives: readers' texts that the owner has changed, by language and key */
  words?: Record<string, unknown> | null;
  /** of our own archives: how the site looks, and the files of its logo and icon */
  look?: LookSource;
  total: number;
  items(): AsyncIterable<SourceItem>;
  /** whether a file is in the archive: by its name, or a picture by its address on the web */
  hasFile?(name: string): boolean;
  file?(name: string): Promise<Readable>;
  close(): void;
};

/** `report`: for findings about the whole file; `oldSite`: the URL of the old blog, where it is known. */
export type ReadOptions = { report: Report; oldSite: string | null; options: ImportOptions };
