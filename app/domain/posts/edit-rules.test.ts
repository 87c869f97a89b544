import { describe, expect, it } from "vitest";
import { romanize } from "../../platform/romanize.ts";
import { categorySlug } from "../categories/category-rules.ts";
import { slugFromTitle } from "./edit-rules.ts";

const slugOf = (title: string) => slugFromTitle(romanize(title));

describe("the slug of a title in any script", () => {
  it.each([
    ["🎉🐦", ""],
    ["— … !?", ""],
    ["\u200b\u200d", ""],
  ])("of %j without a letter is empty, as before", (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it.each([
    "The Art of Mood Tracking",
    "What's next? (Part 2)",
    "Rock & Roll",
    "  Well -- almost  ",
    "snake_case and C++",
    "100 % of $5",
  ])("of %j in ASCII is what the specification says", (title) => {
    expect(slugOf(title)).toBe(slugFromTitle(title));
  });

  it.each([
    ["Café crème à l’été", "cafe-creme-a-lete"],
    ["Die große Straße", "die-grosse-strasse"],
    ["DIE GROẞE STRASSE", "die-grosse-strasse"],
    ["Æbleskiver på Ærø", "aebleskiver-pa-aero"],
    ["Łódź i Kraków", "lodz-i-krakow"],
    ["İstanbul’da ılık bir gün", "istanbulda-ilik-bir-gun"],
    ["Tiếng Việt ở Đà Nẵng", "tieng-viet-o-da-nang"],
    ["Azərbaycan", "azerbaycan"],
    ["Привет, мир", "privet-mir"],
    ["Щука и ёж", "shchuka-i-yozh"],
    ["Καλημέρα κόσμε", "kalimera-kosme"],
    ["שלום עולם", "shlvm-vlm"],
    ["你好，世界", "ni-hao-shi-jie"],
    ["东京2020", "dong-jing-2020"],
    ["「日本語」の記事", "ri-ben-yu-no-ji-shi"],
    ["カタカナ・ひらがな", "katakana-hiragana"],
    ["안녕하세요 세계", "annyeonghaseyo-segye"],
    ["ทำ สวัสดี", "tham-swasdii"],
    ["हिन्दी में लेख", "hindii-men-lekh"],
    ["ქართული ენა", "kartuli-ena"],
    ["Հայերեն", "hayeren"],
    ["１２３ ＡＢＣ №5 ½", "123-abc-no5-12"],
  ])("of %j is %j", (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it.each(["مرحبا بالعالم", "پنج", "ภาษาไทย", "বাংলা", "தமிழ்", "አማርኛ", "ខ្មែរ", "မြန်မာ", "བོད", "ລາວ", "සිංහල", "ދިވެހި"])(
    "of %j has letters",
    (title) => {
      expect(slugOf(title)).toMatch(/^[a-z][a-z0-9-]+$/);
    },
  );

  it("respects the maximum length, even if a letter becomes several", () => {
    const slug = slugOf("щ".repeat(200));
    expect(slug).toBe("shch".repeat(64).slice(0, 254));
    expect(slugOf("中".repeat(100))).toMatch(/^(zhong-){42}zh$/);
  });

  it("of a category follows the category's own rule", () => {
    expect(categorySlug(romanize("Новости & Спорт"))).toBe("novosti--sport");
    expect(categorySlug(romanize("健康"))).toBe("jian-kang");
    expect(categorySlug(romanize("Straße"))).toBe("strasse");
    expect(categorySlug(romanize("🎉"))).toBe("");
  });
});

describe("the slug that a title suggests", () => {
  it.each([
    ["The Art of Mood Tracking", "the-art-of-mood-tracking"],
    ["What's next? (Part 2)", "whats-next-part-2"],
    ["Rock & Roll", "rock-roll"],
    ["  Well -- almost  ", "well-almost"],
    ["Crème brûlée", "creme-brulee"],
    ["Tabs\tand\nlines", "tabs-and-lines"],
    ["日本", ""],
    ["- dash -", "dash"],
  ])("%j becomes %j", (title, slug) => {
    expect(slugFromTitle(title)).toBe(slug);
  });

  it("respects the maximum length and doesn't end in a hyphen", () => {
    const slug = slugFromTitle(`${"a".repeat(253)} tail`);
    expect(slug).toBe("a".repeat(253));
  });
});
