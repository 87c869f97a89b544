/** One row of a table of Ghost's database. */
type Row = Record<string, unknown>;

const TEXT = "Up before dawn, it says, and who would know better than the lark itself, which nobody has ever seen asleep.";
const WHEN = {
  created_at: "2019-05-01T08:00:00.000Z",
  updated_at: "2019-05-02T08:00:00.000Z",
  published_at: "2019-05-01T09:00:00.000Z",
};

/** The format of the editor from Ghost 1.0 to 5 (mobiledoc 0.3.1), with a card of Markdown as its first editor has it. */
const mobiledoc = (version: number) =>
  JSON.stringify(
    version === 1
      ? {
          version: "0.3.1",
          markups: [],
          atoms: [],
          cards: [["card-markdown", { cardName: "card-markdown", markdown: TEXT }]],
          sections: [[10, 0]],
        }
      : { version: "0.3.1", atoms: [], cards: [], markups: [["strong"]], sections: [[1, "p", [[0, [0], 1, TEXT]]]] },
  );

/** The format of the editor since Ghost 5 (Lexical's serialized state). */
const lexical = () => {
  const node = (type: string, more: Row) => ({ ...more, direction: "ltr", format: "", indent: 0, type, version: 1 });
  const text = { detail: 0, format: 1, mode: "normal", style: "", text: TEXT, type: "extended-text", version: 1 };
  return JSON.stringify({ root: node("root", { children: [node("paragraph", { children: [text] })] }) });
};

/** What a version calls pages, and where it keeps texts, authors and texts for search engines (Ghost's `schema.js` of each version). */
function fieldsOf(version: number, isPage: boolean): Row {
  return {
    mobiledoc: version < 6 ? mobiledoc(version) : null,
    ...(version >= 5 && { lexical: version === 6 ? lexical() : null }),
    ...(version < 3 ? { page: version === 1 ? Number(isPage) : isPage } : { type: isPage ? "page" : "post" }),
    ...(version < 4 ? { author_id: "5951f5fca366002ebd5dbef1" } : {}),
    ...(version < 3 && { meta_title: null, meta_description: null, og_image: null }),
    ...(version >= 2 && { canonical_url: null }),
    ...(version >= 3 && { email_recipient_filter: "all" }),
    visibility: "public",
    locale: null,
  };
}

/**
 * An export as a major version of Ghost makes it: a post with a cover and two tags, a page and a draft, by one author.
 * @param version 1 to 6
 */
export function ghostExport(version: number): string {
  const html = version === 1 ? `<div class="kg-card-markdown"><p>${TEXT}</p>\n</div>` : `<p><strong>${TEXT}</strong></p>`;
  const post = (n: number, title: string, more: Row, isPage = false): Row => ({
    id: `5951f5fca366002ebd5dbe0${n}`,
    uuid: `0a8f5e7c-1111-4a86-9d58-2f8f0a1c000${n}`,
    title,
    slug: title.toLowerCase().replaceAll(" ", "-"),
    html,
    plaintext: TEXT,
    feature_image: null,
    featured: version < 3 ? 0 : false,
    status: "published",
    custom_excerpt: "On how early they are.",
    codeinjection_head: null,
    custom_template: null,
    ...WHEN,
    ...fieldsOf(version, isPage),
    ...more,
  });
  const cover = version < 4 ? "/content/images/2019/05/lark.jpg" : "__GHOST_URL__/content/images/2019/05/lark.jpg";
  const posts = [
    post(1, "Early larks", { feature_image: cover }),
    post(2, "Imprint", {}, true),
    post(3, "Not yet", { status: "draft", published_at: null }),
  ];
  const user = { id: "5951f5fca366002ebd5dbef1", name: "Ada Lovelace", slug: "ada", email: "ada@old.example", bio: null };
  const tag = (n: number, name: string) => ({
    id: `5951f5fca366002ebd5dbef${n}`,
    name,
    slug: name.toLowerCase(),
    visibility: "public",
  });
  const link = (n: number, more: Row) => ({ id: `5951f5fca366002ebd5dbfa${n}`, sort_order: 0, ...more });
  const tables: Record<string, Row[]> = {
    posts,
    users: [user],
    tags: [tag(2, "Birds"), tag(3, "Dawn")],
    posts_tags: [
      link(1, { post_id: posts[0]?.id, tag_id: tag(2, "").id }),
      link(2, { post_id: posts[0]?.id, tag_id: tag(3, "").id, sort_order: 1 }),
      link(3, { post_id: posts[2]?.id, tag_id: tag(2, "").id }),
    ],
    ...(version >= 2 && { posts_authors: posts.map(({ id }, n) => link(n + 4, { post_id: id, author_id: user.id })) }),
    ...(version >= 3 && { posts_meta: [] }),
    ...(version >= 5 && { newsletters: [], posts_products: [] }),
    settings: [{ id: "5951f5fca366002ebd5dbfb1", key: version < 4 ? "active_timezone" : "timezone", value: "Etc/UTC" }],
  };
  const versions: Record<number, string> = { 1: "1.25.5", 2: "2.38.3", 3: "3.42.9", 4: "4.48.9", 5: "5.130.4", 6: "6.10.3" };
  return JSON.stringify({ db: [{ meta: { exported_on: 1714550400000, version: versions[version] }, data: tables }] });
}
