import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ImportRow } from "../../app/domain/imports/imports.sql.ts";
import { filesOf, fixture, type Importer, openImporter, zipOf } from "./importer.ts";

let importer: Importer;
beforeEach(async () => {
  importer = await openImporter({ allows: () => false });
});
afterEach(() => importer.close());

const post = (slug: string) => importer.db.selectFrom("posts").selectAll().where("slug", "=", slug).executeTakeFirstOrThrow();
const slugs = async (status: string) => {
  const rows = await importer.db.selectFrom("posts").select("slug").where("status", "=", status).orderBy("slug").execute();
  return rows.map(({ slug }) => slug);
};
const redirects = async () => {
  const rows = await importer.db.selectFrom("redirects").select(["from_path", "to_path"]).orderBy("from_path").execute();
  return rows.map(({ from_path, to_path }) => `${from_path} → ${to_path}`);
};
const sentences = ({ report }: ImportRow) => (report.findings ?? []).map(({ severity, sentence }) => `${severity} ${sentence}`);

/** The same file again changes nothing. */
async function expectNothingNew(bytes: Buffer | string): Promise<void> {
  const { counts } = (await importer.run(bytes)).report;
  expect([counts?.posts.added, counts?.posts.updated, counts?.comments.added, counts?.redirects.added]).toEqual([0, 0, 0, 0]);
}

describe("an export of Medium", () => {
  const archive = async () =>
    zipOf({
      "README.html": "<!DOCTYPE html><html><body>Your data</body></html>",
      "profile/profile.html": "<!DOCTYPE html><html><body>Ada</body></html>",
      ...(await filesOf("medium", "posts/")),
    });

  test("becomes stories and drafts; answers to others stay out, and are reported", async () => {
    const done = await importer.run(await archive());
    expect([done.kind, done.state]).toEqual(["medium", "done"]);
    expect([await slugs("published"), await slugs("draft")]).toEqual([["nests", "the-early-lark"], ["feathers"]]);
    expect(sentences(done)).toContain("dropped It is a response to another story, so it isn’t imported.");
    await expectNothingNew(await archive());
  });

  test("has texts without Medium's boxes, code as code, and pictures with captions", async () => {
    await importer.run(await archive());
    const lark = await importer.db
      .selectFrom("posts as p")
      .innerJoin("users as u", "u.id", "p.author_id")
      .select(["p.title", "p.description", "p.published_at", "p.content", "u.full_name"])
      .where("p.slug", "=", "the-early-lark")
      .executeTakeFirstOrThrow();
    expect(lark).toMatchObject({
      title: "The early lark & the worm",
      description: "What birds know about mornings",
      published_at: new Date("2019-01-02T06:07:08.123Z"),
      full_name: "Ada Lovelace",
    });
    expect(lark.content).toBe(
      [
        '<p>Up before <strong>dawn</strong>, as <a href="/p/1a2b3c4d5e6f">I wrote</a> and <a href="https://medium.com/@grace/compilers-aaaaaaaaaaaa">others</a>.</p>',
        '<pre><code class="language-javascript">if (a &lt; b) {\n  sing();\n}</code></pre>',
        "<h3>A smaller heading</h3>",
        "<blockquote><p>The worm is late.</p></blockquote>",
        "<hr>",
        '<figure><img src="https://cdn-images-1.medium.com/max/2560/0*worm.jpg" alt="A worm"><figcaption>A worm. Photo by <a href="https://unsplash.com/">Ada</a></figcaption></figure>',
        '<figure><img src="https://cdn-images-1.medium.com/max/2560/1*left.jpeg" alt=""></figure>',
        '<figure><img src="https://cdn-images-1.medium.com/max/2560/1*right.jpeg" alt=""></figure>',
        '<figure class="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">https://www.youtube.com/watch?v=dQw4w9WgXcQ</a></figure>',
        '<p><a href="https://gist.github.com/ada/0123456789abcdef">https://gist.github.com/ada/0123456789abcdef</a></p>',
        '<p><a href="https://birds.example/larks">All about larks</a></p>',
        "<ul><li>One</li><li>Two</li></ul>",
      ].join("\n"),
    );
  });

  test("leads its addresses on", async () => {
    await importer.run(await archive());
    expect(await redirects()).toEqual([
      "/%40ada/nests-1a2b3c4d5e6f → /story/nests",
      "/%40ada/the-early-lark-9f3c2a41d7e0 → /story/the-early-lark",
      "/p/1a2b3c4d5e6f → /story/nests",
      "/p/9f3c2a41d7e0 → /story/the-early-lark",
    ]);
  });
});

describe("an export of Substack", () => {
  const archive = async () =>
    zipOf({
      ...(await filesOf("substack", "posts/")),
      "posts.csv": await fixture("substack/posts.csv"),
      "email_list.larks.csv": "email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at\n",
      "posts/100001.delivers.csv": "post_id,timestamp,email\n",
      "posts/100002.for-patrons.html": "<p>Paid words.</p>",
      "posts/100003.an-episode.html": "<p>Listen.</p>",
      "posts/100004.about.html": "<p>Us.</p>",
      "posts/100006.next-year.html": "<p>Later.</p>",
    });

  test("becomes posts; those for paying readers become drafts that keep their date", async () => {
    const done = await importer.run(await archive());
    expect([done.kind, done.state, done.report.has_subscribers]).toEqual(["substack", "done", true]);
    expect(await slugs("published")).toEqual(["about", "an-episode", "first-letter"]);
    expect(await slugs("draft")).toEqual(["for-patrons", "next-year", "rough-idea"]);
    expect((await post("for-patrons")).created_at).toEqual(new Date("2024-04-01T09:00:00.000Z"));
    for (const expected of [
      "changed It was for paying readers only: it comes as a draft.",
      "dropped Subscribers aren’t imported with the posts. Upload this file again at Newsletter → Subscribers → Import.",
      "dropped The recording of an episode isn’t in the export.",
      "dropped Drafts without a title and text aren’t imported.",
      "dropped Buttons to subscribe and share aren’t imported.",
    ])
      expect(sentences(done)).toContain(expected);
    expect(await redirects()).toContain("/p/first-letter → /story/first-letter");
    await expectNothingNew(await archive());
  });

  test("has whole pictures, footnotes, embeds and galleries", async () => {
    await importer.run(await archive());
    const { title, description, content, published_at } = await post("first-letter");
    expect([title, description, published_at]).toEqual([
      'First, a "letter"',
      "On beginnings",
      new Date("2024-03-10T12:00:00.000Z"),
    ]);
    for (const expected of [
      'It begins<sup class="footnote-ref"><a href="#fn-1">1</a></sup>, as <a href="/p/an-episode">we said</a>.',
      '<figure><img src="https://substack-post-media.s3.amazonaws.com/public/images/76e62e4d-6bb1-489e-9717-30a819beaa1d_1051x717.png" alt="Two larks"><figcaption>Two larks, <em>early</em>.</figcaption></figure>',
      '<figure class="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">',
      '<p><a href="https://twitter.com/ada/status/1">A lark at dawn</a></p>',
      '<img src="https://substack-post-media.s3.amazonaws.com/public/images/two.jpeg" alt=""><figcaption>Nests</figcaption>',
      "<pre><code>if (a &lt; b) {\n  sing();\n}</code></pre>",
      "<blockquote><p>Early.</p></blockquote>",
      '<section class="footnotes"><ol><li id="fn-1"><p>At <strong>dawn</strong>.</p>',
    ])
      expect(content).toContain(expected);
    expect(content).not.toMatch(/Subscribe now|Thanks for reading|<div|<svg|srcset/);
  });

  test("is refused with the line where its list is broken", async () => {
    const row = await importer.check(
      await zipOf({ "posts.csv": 'post_id,post_date\n1.a,2020-01-01\n2.b,"2020', "posts/1.a.html": "A" }),
    );
    expect(row.report.refusal).toEqual({ place: "posts.csv, line 3", sentence: "A quotation mark isn’t closed." });
  });
});

describe("an export of Blogger", () => {
  test("becomes posts, pages and drafts, with labels as tags and comments in threads", async () => {
    const done = await importer.run(await fixture("blogger.xml"));
    expect([done.kind, done.state]).toEqual(["blogger", "done"]);
    expect([await slugs("published"), await slugs("draft")]).toEqual([["about", "dawn-dusk"], ["not-yet"]]);
    const { id, title, created_at } = await post("dawn-dusk");
    expect([title, created_at]).toEqual(["Dawn & dusk", new Date("2012-03-04T13:06:00Z")]);
    const tags = await importer.db
      .selectFrom("posts_tags as l")
      .innerJoin("tags as t", "t.id", "l.tag_id")
      .select("t.name")
      .where("l.post_id", "=", id)
      .orderBy("t.name")
      .execute();
    expect(tags.map(({ name }) => name)).toEqual(["Birds", "Early mornings"]);
    const comments = await importer.db
      .selectFrom("comments as c")
      .leftJoin("users as u", "u.id", "c.author_id")
      .select(["c.content", "c.guest_name", "u.full_name", "c.parent_id", "c.id"])
      .orderBy("c.created_at")
      .execute();
    expect(comments.map(({ content, guest_name, full_name }) => [content, guest_name, full_name])).toEqual([
      ["Lovely.\nAnd early.", "Grace", null],
      ["Thank you!", null, "Ada Lovelace"],
    ]);
    expect(comments[1]?.parent_id).toBe(comments[0]?.id);
    expect(await redirects()).toEqual([
      "/2012 → /view-all",
      "/2012/03 → /view-all",
      "/2012/03/dawn-dusk.html → /story/dawn-dusk",
      "/p/about.html → /story/about",
      "/search/label/Birds → /view-all?tag=birds",
      "/search/label/Early%20mornings → /view-all?tag=early-mornings",
      "/search/label/birds → /view-all?tag=birds",
      "/search/label/early-mornings → /view-all?tag=early-mornings",
    ]);
    await expectNothingNew(await fixture("blogger.xml"));
  });

  test("has paragraphs for doubled line breaks, and large pictures with captions", async () => {
    await importer.run(await fixture("blogger.xml"));
    const { content } = await post("dawn-dusk");
    expect(content).toMatch(/^<p>Up it goes\.<br>\s?Still up\.<\/p>\n<p><img/);
    expect(content).toContain('<img src="http://4.bp.blogspot.com/-AbC/T1/AAAA/xyz/s1600/lark.jpg" alt="">');
    expect(content).toContain('<a href="/2011/01/nests.html">before</a>');
    expect(content).toMatch(
      /<figure><img src="https:\/\/blogger\.googleusercontent\.com\/img\/b\/R29v\/AVvX\/s1600\/nest\.png" alt="A nest">\s*<figcaption>A <i>nest<\/i><\/figcaption>/,
    );
    expect(content).toContain('<pre><code class="language-js">if (a &lt; b) {\n  sing();\n}</code></pre>');
    expect(content).toContain('<figure class="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">');
    expect(content).not.toMatch(/<div|<table|name=.more|s320|tracker/);
  });

  test("as Google Takeout packs it is the same blog", async () => {
    const takeout = await zipOf({
      "Takeout/archive_browser.html": "<!DOCTYPE html><html></html>",
      "Takeout/Blogger/Blogs/Larks at dawn/feed.atom": await fixture("blogger-takeout.atom"),
      "Takeout/Blogger/Blogs/Larks at dawn/settings.csv": "blog_name,Larks at dawn\n",
      "Takeout/Blogger/Blogs/Larks at dawn/theme-classic.html": "<html></html>",
      "Takeout/Blogger/Comments/Other/feed.atom": await fixture("blogger-takeout.atom"),
    });
    await importer.run(await fixture("blogger.xml"));
    const done = await importer.run(takeout);
    expect([done.kind, done.report.counts?.posts, done.report.counts?.comments.added]).toEqual([
      "blogger",
      { added: 1, updated: 1, unchanged: 0, skipped: 0 },
      0,
    ]);
    expect((await post("soon")).status).toBe("draft");
    expect((await post("dawn-dusk")).description).toBe("About two times of a day");
    expect((await post("dawn-dusk")).content).toContain("AVvX=s1600");
    expect(sentences(done)).toContain("dropped It was in the trash.");
  });

  test("that is only the newest part of a blog says so", async () => {
    const part = (await fixture("blogger.xml")).replace(
      "<generator",
      "<openSearch:totalResults>140</openSearch:totalResults><generator",
    );
    expect(sentences(await importer.check(part)).filter((one) => one.includes("“7 of 140”"))).toHaveLength(1);
  });

  test("may be the feed that its readers subscribe to", async () => {
    const feed = (await fixture("blogger.xml"))
      .replace(/<category scheme='http:\/\/schemas\.google\.com\/g\/2005#kind'[^>]*>/g, "")
      .replace(/<entry><id>[^<]*\.(?:layout|settings).*?<\/entry>/g, "");
    const counts = (await importer.check(feed)).report.counts;
    expect([counts?.posts.added, counts?.comments.added]).toEqual([3, 2]);
  });

  test("that is cut off is refused with the line", async () => {
    const row = await importer.check((await fixture("blogger.xml")).slice(0, 6000));
    expect(row.report.refusal?.place).toMatch(/^line \d+, after entry/);
  });
});

test("hostile HTML of these exports takes no time, and leaves the other posts alone", async () => {
  const deep = `<p>${"<div>".repeat(100_000)}deep`;
  const many = "<br>".repeat(300_000);
  const done = await importer.run(
    await zipOf({
      "posts.csv":
        "post_id,post_date,is_published,title\n1.deep,2020-01-01,true,Deep\n2.many,2020-01-01,true,Many\n3.plain,2020-01-01,true,Plain\n",
      "posts/1.deep.html": deep,
      "posts/2.many.html": many,
      "posts/3.plain.html": "<p>Plain</p>",
    }),
  );
  expect(done.report.counts?.posts.added).toBeGreaterThanOrEqual(2);
  expect(sentences(done)).toContain("dropped Its text is nested too deeply to be read.");
  const entry = (id: number, content: string) =>
    `<entry><id>tag:blogger.com,1999:blog-1.post-${id}</id><blogger:type>POST</blogger:type><blogger:status>LIVE</blogger:status><title>T${id}</title><content type='html'>${content.replaceAll("<", "&lt;")}</content><published>2020-01-01T00:00:00Z</published></entry>`;
  const feed = `<feed xmlns='http://www.w3.org/2005/Atom' xmlns:blogger='http://schemas.google.com/blogger/2018'>${entry(1, deep)}${entry(2, many)}${entry(3, "<pre>".repeat(150))}</feed>`;
  expect((await importer.check(feed)).state).toBe("checked");
});
