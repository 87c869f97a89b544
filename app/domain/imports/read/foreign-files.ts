import { ImportRefused } from "../errors.ts";
import { refuseForeignTexts } from "./foreign-texts.ts";

type Foreign = [is: RegExp, sentence: string];

const BY_FIRST_BYTES: Foreign[] = [
  [/^%PDF-/, "This is a PDF. Export the blog where it was written, and import that file."],
  [/^\{\\rtf/, "This is a document in RTF. Save its text as Markdown (.md), and import that file."],
  [/^\xd0\xcf.\xe0/, "This is an Office document. Save its text as Markdown (.md), and import that file."],
  [/^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP)/s, "This is an image. Images are uploaded in the media library."],
  [/^(?:7z\xbc\xaf|Rar!|BZh|\xfd7zXZ|\x28\xb5\x2f\xfd)/, "This archive format isn’t supported. Unpack it, and pack it as a zip."],
];

/** Blank lines and comments may come before the first statement. */
const SQL =
  /^(?:\s|#[^\n]{0,200}\n|--\s*\n)*(?:-- (?:MySQL|MariaDB|phpMyAdmin|PostgreSQL|Adminer|Host:|Dump)|\/\*!\d{5}|CREATE (?:TABLE|DATABASE)|INSERT INTO|DROP TABLE|SET (?:SQL_MODE|NAMES))/i;

const BY_TEXT: Foreign[] = [
  [
    SQL,
    "This is a database dump, which can’t be imported. Export the blog in its own back office (WordPress: Tools → Export; Ghost: Settings → Import/Export), and import that file.",
  ],
  [
    /^\s*\{\s*"skylark"\s*:/,
    "This is an export of this software as JSON, which is for other programs. Import the archive: Download archive makes it on the old site.",
  ],
  [
    /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?<!doctype\s+html|^\s*<html[\s>]/i,
    "This is a web page, not a blog’s export. Export the blog in its own back office, and import that file.",
  ],
  [
    /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?<tumblr[\s>]/i,
    "This is an export of Tumblr, which can’t be read here. Move the blog to WordPress.com first, and import its export.",
  ],
  [/^\s*(?:<\?xml[^>]{0,200}\?>\s*)?<opml[\s>]/i, "This is a list of feeds (OPML). It contains no posts."],
  [
    /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?<(?:urlset|sitemapindex)[\s>]/i,
    "This is a sitemap. It lists the URLs of posts, but contains no posts.",
  ],
  [
    /^"?post_id"?,\s*"?post_date/i,
    "This is the list of posts of a Substack export. Import the whole zip, which contains the posts themselves.",
  ],
  [
    /^\s*\{[^{}]{0,3000}?"version"\s*:\s*"https?:\/\/(?:www\.)?jsonfeed\.org\/version\//,
    "This is a JSON Feed, which holds only what a site shows to feed readers. Export the blog in its own back office, and import that file.",
  ],
  [
    /^\s*\{[^{}[\]]{0,1000}"collections"\s*:\s*\[/,
    "This is an export of WriteFreely as JSON, which can’t be read here. Export its posts as a zip of text files, give these names that end in .md, and import them.",
  ],
  [
    /^\s*AUTHOR: [^\n]{0,300}\n\s*TITLE: /,
    "This is an export of Movable Type or TypePad, which can’t be read here. Import it into WordPress first (Tools → Import), and import WordPress’s export.",
  ],
];

/** @throws ImportRefused for what is no blog's export, saying what it is and what to do */
export function refuseForeign(head: Buffer, text: string): void {
  const latin = head.toString("latin1", 0, 64);
  const begin = text.replace(/^\ufeff/, "").slice(0, 4000);
  const found = BY_FIRST_BYTES.find(([is]) => is.test(latin)) ?? BY_TEXT.find(([is]) => is.test(begin));
  if (found) throw new ImportRefused("the beginning of the file", found[1]);
}

const BY_ENTRY: Foreign[] = [
  [/^word\/document\.xml$/, "This is a Word document. Save its text as Markdown (.md), and import that file."],
  [/^(?:xl|ppt)\/\w+\.xml$/, "This is an Office document, not a blog’s export."],
  [/^content\.xml$/, "This is an OpenDocument file. Save its text as Markdown (.md), and import that file."],
  [/^META-INF\/container\.xml$/, "This is an EPUB book, not a blog’s export."],
  [/^Index\/Document\.iwa$/, "This is a Pages document. Save its text as Markdown (.md), and import that file."],
  [
    /(?:^|\/)posts\/posts\.xml$|(?:^|\/)posts_index\.html$/,
    "This is an export of Tumblr, which can’t be read here. Move the blog to WordPress.com first, and import its export.",
  ],
  [
    /(?:^|\/)data\/pages\/.+\.txt$|(?:^|\/)conf\/dokuwiki\.php$/,
    "These are pages of DokuWiki, whose markup can’t be read here. Convert them to Markdown (.md), for example with Pandoc, and import those.",
  ],
  [
    /(?:^|\/)wp-(?:config|settings|login)\.php$/,
    "These are the program files of WordPress. Posts aren’t in them: use Tools → Export in its back office.",
  ],
  [
    /\.sql(?:\.gz)?$/i,
    "It contains a database dump, which can’t be imported. Export the blog in its own back office (WordPress: Tools → Export; Ghost: Settings → Import/Export), and import that file.",
  ],
  [/\.(?:zip|tgz|tar\.gz)$/i, "It contains another archive. Unpack it, and import the archive in it."],
];

export function refuseTumblr(names: string[]): void {
  const isTumblr = names.some((name) => /(?:^|\/)posts_index\.html$/.test(name));
  if (isTumblr && !names.some((name) => /\.md$/i.test(name))) refuseArchive(names);
}

/** @throws ImportRefused saying what the archive is and what to do */
export function refuseArchive(names: string[]): never {
  if (names.length > 0 && names.every((name) => /\.(?:jpe?g|png|gif|webp|avif|svg|mp[34])$/i.test(name)))
    throw new ImportRefused("the archive", "There are only images in it. Import the blog’s export: images come with its posts.");
  const found = BY_ENTRY.find(([is]) => names.some((name) => is.test(name)));
  if (!found && names.some((name) => /\.(?:txt|text)$/i.test(name)))
    throw new ImportRefused(
      "the archive",
      "There are plain texts (.txt) in it, but no Markdown files. Give the texts names that end in .md, and import them again.",
    );
  if (!found) refuseForeignTexts(names.filter((name) => !/(?:^|\/)(?:readme|license|changelog|contributing)[^/]*$/i.test(name)));
  throw new ImportRefused(
    "the archive",
    found?.[1] ??
      "There are no Markdown files in it, and no export of WordPress, Ghost, Medium, Substack or Blogger. Import the export file of the old blog as it is.",
  );
}
