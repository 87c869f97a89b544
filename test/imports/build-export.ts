const WORDS =
  "lark field dawn dusk walk quiet letter river stone bread window garden paper morning winter music evening road".split(" ");

/** Words that are the same each time. */
function words(count: number, seed: number): string {
  let state = seed * 2654435761 + 1;
  const all = Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return WORDS[state % WORDS.length];
  });
  return all.join(" ");
}

const paragraphs = (seed: number, count: number) =>
  Array.from({ length: 6 }, (_, n) => `${words(Math.round(count / 6), seed * 7 + n)}.`).join("\n\n");

/** One post of an export, with a comment. */
export const item = (
  n: number,
  length: number,
): string => `<item><title>Post ${n} of many</title><link>https://old.example/${2000 + (n % 25)}/post-${n}/</link>
<dc:creator><![CDATA[ada]]></dc:creator><content:encoded><![CDATA[${paragraphs(n, length)}]]></content:encoded><wp:post_id>${n}</wp:post_id>
<wp:post_date_gmt>20${String(n % 25).padStart(2, "0")}-0${1 + (n % 9)}-1${n % 10} 10:00:00</wp:post_date_gmt><wp:post_name>post-${n}</wp:post_name>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type><category domain="category" nicename="c-${n % 12}"><![CDATA[Category ${n % 12}]]></category>
<category domain="post_tag" nicename="t"><![CDATA[Tag ${n % 60}]]></category><category domain="post_tag" nicename="t"><![CDATA[Tag ${n % 77}]]></category>
<wp:comment><wp:comment_id>${n}</wp:comment_id><wp:comment_author><![CDATA[Tom]]></wp:comment_author><wp:comment_date_gmt>2024-01-01 00:00:00</wp:comment_date_gmt>
<wp:comment_content><![CDATA[Said of ${n}]]></wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:comment_type></wp:comment_type><wp:comment_parent>0</wp:comment_parent></wp:comment></item>\n`;

export const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://old.example</wp:base_blog_url>\n';
export const FOOT = "</channel></rss>\n";

/** A WordPress export of so many posts of so many words, each with a comment. */
export const wordpressOf = (posts: number, length = 60): string =>
  `${HEAD}${Array.from({ length: posts }, (_, n) => item(n + 1, length)).join("")}${FOOT}`;
