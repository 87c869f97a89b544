import { expect, it } from "vitest";
import { menuSize } from "./header.tsx";

const menu = (...labels: string[]) => menuSize(labels.map((label) => ({ label })));

it("gives a menu a row of its own by the width of its labels", () => {
  expect(menu("Home", "Categories", "About")).toBeUndefined();
  expect(menu("Home", "Categories", "About", "Wellness")).toBe("medium");
  expect(menu("Home", "Categories", "About", "Wellness", "Friends")).toBe("long");
});

it("counts wide characters twice", () => {
  // 20 characters and five gaps: 35, but as wide as 55.
  expect(menu("ホーム", "カテゴリー", "お問い合わせ", "私たち", "検索")).toBe("long");
  expect(menu("首页", "文章", "关于我们")).toBeUndefined();
  expect(menu("首页", "所有文章", "关于我们", "联系我们")).toBe("medium");
  expect(menu("홈", "모든 글", "소개")).toBeUndefined();
});
