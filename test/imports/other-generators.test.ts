import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { jpeg } from "../media/pictures.ts";
import { importArchive } from "./import-archive.ts";
import { type Importer, openImporter, zipOf } from "./importer.ts";

const picture = await jpeg(64, 48);
let importer: Importer;
afterEach(() => importer.close());

async function imported(...[files, choices]: Parameters<typeof importArchive> extends [unknown, ...infer Rest] ? Rest : never) {
  importer = await openImporter({ allows: () => false });
  return importArchive(importer, files, choices);
}

async function refusalOf(files: Record<string, string>) {
  importer = await openImporter();
  return (await importer.check(await zipOf(files), { name: "archive.zip" })).report.refusal?.sentence;
}

test("Pelican: the lines before a text are its fields, links are resolved, and texts in other formats are reported", async () => {
  const { post, slugs, redirects, findings } = await imported({
    "blog/pelicanconf.py":
      "AUTHOR = 'Ann'\nSITENAME = 'Hills'\nSITEURL = ''\n\nPATH = \"content\"\n\nTIMEZONE = 'Europe/Rome'\n\nDEFAULT_LANG = 'en'\n\nARTICLE_URL = 'blog/{date:%Y}/{date:%m}/{slug}/'\nARTICLE_SAVE_AS = 'blog/{date:%Y}/{date:%m}/{slug}/index.html'\n# PAGE_URL = 'nowhere/{slug}'\n",
    "blog/publishconf.py": "SITEURL = 'https://pelican.example.net'\nRELATIVE_URLS = False\n",
    "blog/content/first.md":
      "Title: Up the hill: a walk\nDate: 2020-02-03 10:00\nModified: 2020-02-04\nTags: sea, hills\nCategory: Trips\nAuthors: Ann Example; Bob Example\nSummary: Short,\n    and on.\n\nSee [the second]({filename}/trips/second.md#end), ![Dawn]({static}/images/dawn.jpg) and [a file]({attach}map.pdf).\n\n{% notebook walk.ipynb %}\n",
    "blog/content/trips/second.md":
      "Title: Second\nDate: 2020-03-01 08:00\nSlug: two\nStatus: draft\nAuthor: Ann Example\n\nNote: this stays.\n",
    "blog/content/trips/2020-05-06-third.md": "Title: Third\n\nIts date is in its name.\n",
    "blog/content/pages/about.md": "Title: About me\n\nWho I am.\n",
    "blog/content/old.html":
      '<html><head><title>Old one</title><meta name="date" content="2012-01-02 09:00"/><meta name="tags" content="sea"/></head><body><p>Of old.</p></body></html>',
    "blog/content/rest.rst": "Rest\n####\n\n:date: 2020-01-02\n\nText.\n",
    "blog/content/trips/more.rst": "More\n####\n",
    "blog/content/walk.ipynb": "{}",
    "blog/content/images/dawn.jpg": picture,
    "blog/output/first.html": "<p>made</p>",
  });
  expect(slugs).toEqual(["about-me", "old-one", "third", "two", "up-the-hill-a-walk"]);
  expect(post("up-the-hill-a-walk")).toMatchObject({
    title: "Up the hill: a walk",
    status: "published",
    published_at: new Date("2020-02-03T09:00:00Z"),
    updated_at: new Date("2020-02-03T23:00:00Z"),
    description: "Short, and on.",
    category: "Trips",
    tags: ["hills", "sea"],
    authors: ["Ann Example", "Bob Example"],
    content: expect.stringMatching(
      /^See \[the second\]\(\/story\/two#end\), !\[Dawn\]\(\/media\/[^)]+\) and \[a file\]\(map\.pdf\)\.$/,
    ),
  });
  expect(post("two")).toMatchObject({ status: "draft", category: "Trips", content: "Note: this stays." });
  expect(post("third")).toMatchObject({ status: "published", published_at: new Date("2020-05-05T22:00:00Z") });
  expect(post("old-one")).toMatchObject({
    published_at: new Date("2012-01-02T08:00:00Z"),
    tags: ["sea"],
    content: "<p>Of old.</p>",
  });
  expect(redirects).toMatchObject({
    "/blog/2020/02/up-the-hill-a-walk": "/story/up-the-hill-a-walk",
    "/blog/2020/05/third": "/story/third",
    "/pages/about-me.html": "/story/about-me",
  });
  expect(findings).toEqual(
    expect.arrayContaining([
      "dropped blog/content: 2 texts in the format .rst aren’t read: “rest.rst”, “more.rst”.",
      "dropped blog/content: 1 text in the format .ipynb isn’t read: “walk.ipynb”.",
      "dropped blog/content/first.md: The tag [notebook] isn’t supported and was left out.",
    ]),
  );
});

test("Nikola: fields after two dots, in a comment, without one, or beside the text", async () => {
  const { post, slugs, redirects, findings } = await imported({
    "conf.py":
      'import time\nBLOG_TITLE = "Hills"\nSITE_URL = "https://nikola.example.net/"\nPOSTS = (\n    ("posts/*.rst", "blog", "post.tmpl"),\n    ("posts/*.md", "blog", "post.tmpl"),\n)\nPAGES = (\n    ("pages/*.md", "", "page.tmpl"),\n)\nTIMEZONE = "Europe/Rome"\nPRETTY_URLS = True\n',
    "posts/first.md":
      "<!--\n.. title: First: one\n.. slug: the-first\n.. date: 2020-01-02 10:00:00 UTC+01:00\n.. tags: sea, hills\n.. category: Trips\n.. link: \n.. description: Short\n.. type: text\n-->\n\nText and [on](link://slug/plain).\n",
    "posts/2021/plain.md": ".. title: Plain\n.. date: 2021-01-02 10:00\n.. author: Ann\n.. status: draft\n\nPlain text.\n",
    "posts/beside.md": "Beside it.\n",
    "posts/beside.meta": ".. title: Beside\n.. slug: beside\n.. date: 2019-01-02 10:00:00 UTC\n.. tags: draft\n",
    "posts/rest.rst": ".. title: Rest\n\nText.\n",
    "pages/about.md": ".. title: About\n\nWho I am.\n",
  });
  expect(slugs).toEqual(["about", "beside", "plain", "the-first"]);
  expect(post("the-first")).toMatchObject({
    title: "First: one",
    status: "published",
    published_at: new Date("2020-01-02T09:00:00Z"),
    description: "Short",
    category: "Trips",
    tags: ["hills", "sea"],
    content: "Text and [on](/story/plain).",
  });
  expect(post("plain")).toMatchObject({ title: "Plain", status: "draft", content: "Plain text." });
  expect(post("beside")).toMatchObject({ title: "Beside", status: "draft", content: "Beside it." });
  expect(post("about").listed).toBe(false);
  expect(redirects).toMatchObject({ "/blog/the-first": "/story/the-first" });
  expect(findings).toContain("dropped posts: 1 text in the format .rst isn’t read: “rest.rst”.");
});

test.each([
  [
    "an archive with nothing but reStructuredText",
    {
      "blog/pelicanconf.py": "SITENAME = 'T'\n",
      "blog/README.md": "# T\n",
      "blog/content/a.rst": "A\n#\n",
      "blog/content/b.rst": "B\n#\n",
    },
    /only texts in it that can’t be read: 2 in reStructuredText \(\.rst\)\. Convert them to Markdown/,
  ],
  [
    "the same with the pages that were made of them",
    { "blog/pelicanconf.py": "PATH = 'content'\n", "blog/content/a.rst": "A\n#\n", "blog/output/a.html": "<p>A</p>" },
    /1 in reStructuredText \(\.rst\)/,
  ],
  [
    "notebooks and Org",
    { "x/a.ipynb": "{}", "x/b.org": "* B\n", "x/c.org": "* C\n" },
    /2 in Org \(\.org\), 1 in Jupyter notebooks \(\.ipynb\)/,
  ],
])("%s is refused by its format", async (_, files, sentence) => {
  expect(await refusalOf(files)).toMatch(sentence);
});

test("Zola: a date in a path counts, texts that a section lists are posts, and those without a date come as drafts", async () => {
  const { post, slugs, redirects, findings } = await imported({
    "b/config.toml": 'base_url = "https://zola.example.net"\n',
    "b/content/_index.md": '+++\ntitle = "B"\npaginate_by = 5\n+++\n',
    "b/content/one.md":
      '+++\npath = "2024/11/28/one"\ntitle = "One"\naliases = ["2024/11/28/one.html"]\n+++\nThe first of them.\n',
    "b/content/alias.md": '+++\ntitle = "Alias"\naliases = ["old/2019-03-04/alias"]\n+++\nOf another date.\n',
    "b/content/undated.md": '+++\ntitle = "Undated"\n+++\nNobody knows when.\n',
    "b/content/trips/2021/05/06/far.md": '+++\ntitle = "Far"\n+++\nFar away.\n',
  });
  expect(slugs).toEqual(["alias", "far", "one", "undated"]);
  expect(post("one")).toMatchObject({ status: "published", listed: true, published_at: new Date("2024-11-28T00:00:00Z") });
  expect(post("alias").published_at).toEqual(new Date("2019-03-04T00:00:00Z"));
  expect(post("far")).toMatchObject({ listed: true, published_at: new Date("2021-05-06T00:00:00Z") });
  expect(post("undated")).toMatchObject({ status: "draft", published_at: null });
  expect(redirects).toMatchObject({ "/2024/11/28/one": "/story/one", "/2024/11/28/one.html": "/story/one" });
  expect(findings).toContain("changed b/content/undated.md: It has no date, but other posts have one: it comes as a draft.");
});

test("texts without a date become articles outside lists, or articles of today, if that was chosen", async () => {
  const files = {
    "x/posts/a.md": "---\ntitle: A\ndate: 2020-01-02\n---\nWords.",
    "x/posts/b.md": "---\ntitle: B\n---\nWords.",
  };
  const { post } = await imported(files, { undated: "unlisted" });
  expect(post("a").listed).toBe(true);
  expect(post("b")).toMatchObject({ status: "published", listed: false });
  const today = await importArchive(importer, files, { undated: "published", blog: "another" });
  expect(today.post("b-2")).toMatchObject({ status: "published", listed: true });
});

const LANGUAGES = {
  "s/hugo.toml":
    'baseURL = "https://hugo.example.net/"\ndefaultContentLanguage = "en"\n[languages.de]\n[languages.en]\n[languages.fr]\n',
  "s/content/posts/hill.de.md": "---\ntitle: Hügel\ndate: 2020-01-02\n---\nDeutsch.\n",
  "s/content/posts/hill.md": "---\ntitle: Hill\ndate: 2020-01-02\n---\nEnglish, and [the sea](sea.md).\n",
  "s/content/posts/sea.md": "---\ntitle: Sea\ndate: 2020-01-03\n---\nEnglish.\n",
  "s/content/fr/posts/hill.md": "---\ntitle: Colline\ndate: 2020-01-02\n---\nFrançais.\n",
};

test("the main language keeps its slugs, and the languages are counted", async () => {
  const { post, slugs, redirects, findings } = await imported(LANGUAGES);
  expect(slugs).toEqual(["hill", "hill-2", "hill-3", "sea"]);
  expect(post("hill")).toMatchObject({ title: "Hill", content: "English, and [the sea](/posts/sea/)." });
  expect(redirects).toMatchObject({
    "/posts/hill": "/story/hill",
    "/de/posts/hill": expect.stringMatching(/^\/story\/hill-[23]$/),
    "/fr/posts/hill": expect.stringMatching(/^\/story\/hill-[23]$/),
  });
  expect(findings).toContainEqual(
    expect.stringContaining("The texts are in 3 languages: “en” (2), “de” (1), “fr” (1). All are imported into the same lists."),
  );
});

test("texts that differ in their language only are versions of one article", async () => {
  const { findings } = await imported(LANGUAGES);
  const { rows } = await sql<{ title: string; language: string; versions: number }>`
    select title, language, count(*) over (partition by translation_group)::int as versions from posts order by title`.execute(
    importer.db,
  );
  expect(rows).toEqual([
    { title: "Colline", language: "fr", versions: 3 },
    { title: "Hill", language: "en", versions: 3 },
    { title: "Hügel", language: "de", versions: 3 },
    { title: "Sea", language: "en", versions: 1 },
  ]);
  expect(findings).toContain(
    "changed s/content/posts/hill.de.md: It is linked to the versions of its article in other languages.",
  );
});

test("texts in other languages come as drafts, or are left out, if that was chosen", async () => {
  const { post, slugs } = await imported(LANGUAGES, { other_languages: "drafts" });
  expect(slugs).toEqual(["hill", "hill-2", "hill-3", "sea"]);
  expect([post("hill").status, post("hill-2").status, post("hill-3").status]).toEqual(["published", "draft", "draft"]);
  await importer.close();
  const german = await imported(LANGUAGES, { language: "de", other_languages: "skip" });
  expect(german.slugs).toEqual(["hill"]);
  expect(german.post("hill").title).toBe("Hügel");
  expect(german.findings).toContain(
    "dropped s/content/posts/hill.md: It isn’t in the main language but in “en”: it is left out, as chosen.",
  );
});
