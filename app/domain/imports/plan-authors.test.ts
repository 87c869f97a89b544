import { expect, test } from "vitest";
import type { ImportedAuthor } from "./items.ts";
import { matchAuthors } from "./plan-authors.ts";

const author = (key: string, values: Partial<ImportedAuthor> = {}): ImportedAuthor => ({
  key,
  email: `${key}@old.example`,
  name: "Ada Lovelace",
  bio: "",
  ...values,
});
function match(
  authors: ImportedAuthor[],
  here: { byKey?: [string, string][]; byEmail?: [string, string][]; taken?: string[] } = {},
) {
  const { notes, authors: planned } = matchAuthors(
    { name: "wordpress:old.example", authors },
    { byKey: new Map(here.byKey), byEmail: new Map(here.byEmail), taken: new Set(here.taken) },
  );
  return { planned, counts: notes.counts.map(([, outcome]) => outcome), reported: notes.findings.map(({ place }) => place) };
}

test("an author with an account here is its owner, whatever the case of the email address", () => {
  const { planned, counts } = match([author("ada", { email: "Ada@Old.example" })], { byEmail: [["ada@old.example", "u1"]] });
  expect(planned).toMatchObject([{ key: "ada", itemKey: "author:ada", id: "u1", isNew: false }]);
  expect(counts).toEqual(["unchanged"]);
});

test("an author whom an earlier import brought is found by key, also after a change of the email address", () => {
  const { planned, counts } = match([author("ada")], { byKey: [["author:ada", "u2"]] });
  expect(planned).toMatchObject([{ id: "u2", isNew: false }]);
  expect(counts).toEqual(["unchanged"]);
});

test("two authors with one email address share a new account", () => {
  const { planned, counts } = match([author("ada"), author("lovelace", { email: "ada@old.example" })]);
  expect(counts).toEqual(["added", "unchanged"]);
  expect(planned[1]?.id).toBe(planned[0]?.id);
  expect(planned.map(({ isNew }) => isNew)).toEqual([true, false]);
});

test("an author of an archive keeps the id unless someone else has it", () => {
  expect(match([author("ada", { id: "u3" })]).planned[0]?.id).toBe("u3");
  expect(match([author("ada", { id: "u3" })], { taken: ["u3"] }).planned[0]?.id).not.toBe("u3");
});

test.each([null, "ada", "ada@localhost", "<ada@old.example>"])(
  "an author with the email address %s gets one that nobody receives mail at",
  (email) => {
    const first = match([author("ada", { email })]);
    expect(first.planned[0]?.email).toMatch(/^ada-lovelace-[0-9a-f]{8}@imported\.invalid$/);
    expect(first.reported).toEqual(["author “Ada Lovelace”"]);
    expect(match([author("ada", { email })]).planned[0]?.email).toBe(first.planned[0]?.email);
    expect(match([author("ada2", { email })]).planned[0]?.email).not.toBe(first.planned[0]?.email);
  },
);
