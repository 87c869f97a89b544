import type { Locator, Page } from "@playwright/test";
import { test } from "./account-visitor.ts";
import { signInAsAdmin } from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

type Words = {
  lead: string;
  heading: string;
  items: [string, string];
  quote: string;
  note: string;
  cells: string[];
  caption: string;
};

const article = ({ lead, heading, items, quote, note, cells, caption }: Words) => `${lead} \`npm start\`

## ${heading}

- ${items[0]}
- ${items[1]}

> ${quote}

> [!NOTE]
> ${note}

\`\`\`js
const dawn = "05:40";
\`\`\`

| ${cells[0]} | ${cells[1]} |
|---|---|
| ${cells[2]} | ${cells[3]} |

<figure><p>${quote}</p><figcaption>${caption}</figcaption></figure>
`;

const ARTICLES = [
  {
    slug: "arabic-morning",
    title: "ساعة أولى هادئة",
    description: "ما الذي تصلح له أول ساعة من النهار",
    content: article({
      lead: "في الساعة الأولى من النهار يكون الضوء هادئا، ونحن كذلك.",
      heading: "قائمة الصباح",
      items: ["إبريق الشاي", "دفتر صغير"],
      quote: "السكون نصف الكتابة.",
      note: "لا تنس الماء.",
      cells: ["الوقت", "العمل", "الفجر", "القراءة"],
      caption: "ضوء الفجر",
    }),
  },
  {
    slug: "hebrew-morning",
    title: "שעה ראשונה שקטה",
    description: "למה טובה השעה הראשונה של היום",
    content: article({
      lead: "בשעה הראשונה של היום האור שקט, וגם אנחנו.",
      heading: "רשימת הבוקר",
      items: ["קומקום תה", "מחברת קטנה"],
      quote: "השקט הוא חצי מהכתיבה.",
      note: "אל תשכחו מים.",
      cells: ["השעה", "המעשה", "השחר", "קריאה"],
      caption: "אור השחר",
    }),
  },
];

/** Publishes an article as the signed-in admin. */
async function publish(page: Page, post: (typeof ARTICLES)[number]): Promise<void> {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem("skylark.session") ?? "{}").access_token as string);
  const [category] = (await (await page.request.get("/api/categories")).json()) as { id: string }[];
  const answer = await page.request.post("/api/admin/posts", {
    data: { ...post, content_format: "markdown", category_id: category?.id, status: "published" },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

const directionOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).direction);

/** The edge of an element that its text is nearer to. */
const sideOf = (element: Locator) =>
  element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const [text, box] = [range.getBoundingClientRect(), node.getBoundingClientRect()];
    return text.left - box.left > box.right - text.right ? "right" : "left";
  });

for (const post of ARTICLES) {
  test(`an article runs from right to left, except for its code: ${post.slug}`, async ({ visitor }) => {
    await signInAsAdmin(visitor, "/admin/tags");
    await publish(visitor, post);
    await visit(visitor, `/story/${post.slug}`);
    const text = visitor.locator(".story .prose");
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(post.title);
    expect(await directionOf(visitor.getByRole("heading", { level: 1 }))).toBe("rtl");
    for (const part of ["> p", "h2", "li", "blockquote", ".callout-title", ".callout-note > :last-child", "td", "figcaption"])
      expect(await directionOf(text.locator(part).first()), part).toBe("rtl");
    for (const part of ["h2", ".callout-title", ".callout-note > :last-child", "figcaption"])
      expect(await sideOf(text.locator(part).first()), part).toBe("right");
    const bar = await text.locator(".callout-note").evaluate((node) => {
      const { borderLeftWidth, borderRightWidth } = getComputedStyle(node);
      return [borderLeftWidth, borderRightWidth];
    });
    expect(bar).toEqual(["0px", "3px"]);
    const [first, second] = [await text.locator("td").nth(0).boundingBox(), await text.locator("td").nth(1).boundingBox()];
    expect(first?.x).toBeGreaterThan(second?.x ?? 0);
    for (const code of ["pre", "pre code", "p > code"]) expect(await directionOf(text.locator(code).first()), code).toBe("ltr");
    expect(await sideOf(text.locator("pre"))).toBe("left");
    expect(await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });
}

const MIXED = "أحببت هذا النص!\n\nThank you for it.";

test("a comment runs from right to left where it is written, read and moderated", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/tags");
  await visit(visitor, "/story/mood-tracking-guide");
  const field = visitor.getByRole("textbox", { name: "Your comment" });
  expect(await directionOf(field)).toBe("ltr");
  await field.fill(MIXED);
  expect(await directionOf(field)).toBe("rtl");
  await visitor.getByRole("button", { name: "Post comment" }).click();
  const text = visitor.locator(".comment-text", { hasText: "أحببت" });
  await expect(text).toBeVisible();
  expect(await directionOf(text)).toBe("rtl");
  expect(await sideOf(text.locator("p").nth(0))).toBe("right");
  expect(await sideOf(text.locator("p").nth(1))).toBe("left");
  await visit(visitor, "/admin/comments");
  const row = visitor.getByRole("listitem").filter({ hasText: "أحببت" });
  expect(await directionOf(row.locator(".moderated-text"))).toBe("rtl");
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await visitor.getByRole("menuitem", { name: "Reply" }).click();
  await row.getByRole("textbox").fill("شكرا");
  expect(await directionOf(row.getByRole("textbox"))).toBe("rtl");
});

test("the back office shows titles and the text being written from right to left, with their own quotes", async ({ visitor }) => {
  const [post] = ARTICLES;
  await signInAsAdmin(visitor, "/admin/tags");
  await publish(visitor, { ...post, slug: "arabic-evening" } as (typeof ARTICLES)[number]);
  await visit(visitor, "/admin/posts");
  const link = visitor.getByRole("link", { name: post?.title ?? "", exact: true }).first();
  expect(await directionOf(link)).toBe("rtl");
  await link.click();
  const title = visitor.getByRole("textbox", { name: "Title" });
  await expect(title).toHaveValue(post?.title ?? "");
  for (const name of ["Title", "Description"])
    expect(await directionOf(visitor.getByRole("textbox", { name })), name).toBe("rtl");
  await visit(visitor, "/admin/posts/create");
  const text = visitor.getByRole("textbox", { name: "Content" });
  await text.click();
  await visitor.keyboard.type('قال "صباح الخير"');
  await expect(text).toHaveText("قال «صباح الخير»");
  expect(await directionOf(text)).toBe("rtl");
  await visitor.keyboard.press("Enter");
  await visitor.keyboard.type('אמר "בוקר טוב" לצה"ל');
  await expect(text.locator("p").nth(1)).toHaveText("אמר ”בוקר טוב” לצה״ל");
});
