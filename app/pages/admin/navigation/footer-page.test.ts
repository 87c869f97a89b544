import { expect, test } from "vitest";
import { FOOTER_MAX, GROUP_MAX } from "../../../domain/navigation/navigation-rules.ts";
import { isInFooter, withoutPage, withPage } from "./footer-page.ts";

const IMPRINT = { id: "3f2c6a56-9a44-4d05-9d0b-8a6b1d2f3c4d", title: "Imprint", path: "/imprint" };
const ENTRY = { label: "Imprint", kind: "page", to: IMPRINT.id } as const;
const full = (heading: string) => ({
  heading,
  entries: Array.from({ length: GROUP_MAX }, (_, n) => ({ label: `${n}`, kind: "address" as const, to: `/${n}` })),
});

test("a page goes to the end of the first group with room, and the footer that comes with the site comes back without it", () => {
  expect(isInFooter(null, IMPRINT)).toBe(false);
  const added = withPage(null, IMPRINT) ?? null;
  expect(added?.[0]?.entries.at(-1)).toEqual(ENTRY);
  expect(isInFooter(added, IMPRINT)).toBe(true);
  expect(withoutPage(added, IMPRINT)).toBeNull();
  expect(withPage([full("A"), { heading: "B", entries: [] }], IMPRINT)?.[1]?.entries).toEqual([ENTRY]);
});

test("a page that replaces one of the site is there by its path", () => {
  expect(isInFooter(null, { id: IMPRINT.id, title: "Terms", path: "/terms" })).toBe(true);
});

test("a footer without room gets a group, as long as there may be another one", () => {
  expect(withPage([full("A")], IMPRINT)?.[1]).toEqual({ heading: "Pages", entries: [ENTRY] });
  expect(
    withPage(
      Array.from({ length: FOOTER_MAX }, (_, n) => full(`${n}`)),
      IMPRINT,
    ),
  ).toBeUndefined();
});
