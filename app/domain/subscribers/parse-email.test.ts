import { expect, it } from "vitest";
import { parseEmail } from "./parse-email.ts";

it.each([
  ["ada@blog.example", "ada@blog.example"],
  ["Ada+News@Blog.Example", "Ada+News@blog.example"],
  ["  ada@blog.example\t", "ada@blog.example"],
  ["\u200fada@blog.example\u200b", "ada@blog.example"],
  ["Ada Lovelace <ada@blog.example>", "ada@blog.example"],
  ["mailto:ada@blog.example", "ada@blog.example"],
  ["jürgen@müller.example", "jürgen@xn--mller-kva.example"],
  ["ju\u0308rgen@xn--mller-kva.example", "jürgen@xn--mller-kva.example"],
  ["o'brien@blog.example", "o'brien@blog.example"],
])("takes %j", (typed, email) => expect(parseEmail(typed)).toBe(email));

it.each([
  "",
  "@",
  "ada",
  "ada@",
  "@blog.example",
  "ada@localhost",
  "ada@blog..example",
  "ada@-blog.example",
  ".ada@blog.example",
  "a..da@blog.example",
  "ada@blog.example,grace@blog.example",
  "ada@blog.example\r\nBcc: grace@blog.example",
  "a\u202eda@blog.example",
  "a da@blog.example",
  "ada\0@blog.example",
  "ada@grace@blog.example",
  `${"a".repeat(65)}@blog.example`,
  `ada@${"a".repeat(64)}.example`,
  "=cmd|'/c calc'!A1",
  "<script>@blog.example",
])("refuses %j", (typed) => expect(parseEmail(typed)).toBeNull());
