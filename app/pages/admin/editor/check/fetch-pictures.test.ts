import { expect, test } from "vitest";
import { withAddress } from "./fetch-pictures.ts";

const FROM = "https://a.example/x.jpg?a=1&b=2";
const TO = "/media/0b6f3f0e/800.jpg";

test.each([
  [`![Lark](${FROM})`, `![Lark](${TO})`],
  [`![Lark](${FROM} "Title") and [a link](<${FROM}>)`, `![Lark](${TO} "Title") and [a link](<${TO}>)`],
  [`<img src="${FROM}">`, `<img src="${TO}">`],
  ['<img src="https://a.example/x.jpg?a=1&amp;b=2" alt="">', `<img src="${TO}" alt="">`],
  [`<img src='${FROM}'>`, `<img src='${TO}'>`],
  [`![Lark](${FROM}3)`, `![Lark](${FROM}3)`],
  [`![Lark](https://b.example/?of=${FROM})`, `![Lark](https://b.example/?of=${TO})`],
  ["nothing of it", "nothing of it"],
])("%s", (source, expected) => {
  expect(withAddress(source, FROM, TO)).toBe(expected);
});
