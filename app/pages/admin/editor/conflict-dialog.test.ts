import { describe, expect, it } from "vitest";
import { differencesOf, mergeValues, proposedChoices } from "./conflict-dialog.tsx";
import { inputOf, tagNames } from "./form-input.ts";
import { afterSaving, NOTHING, sameValues } from "./post-values.ts";

const base = { ...NOTHING, title: "Dawn", slug: "dawn", content: "<p>one</p>", tags: "light" };

describe("two versions of a post", () => {
  it("differ where either changed it, and say who did", () => {
    const mine = { ...base, title: "My dawn", content: "<p>mine</p>", tags: "light, sky" };
    const theirs = { ...base, content: "<p>theirs</p>", status: "published" as const, tags: "light, sky" };
    expect(differencesOf(base, mine, theirs)).toEqual([
      { field: "title", label: "Title", changed: "me" },
      { field: "content", label: "Content", changed: "both" },
      { field: "status", label: "Status", changed: "them" },
    ]);
  });

  it("are merged field by field, by who changed what unless the author decides otherwise", () => {
    const mine = { ...base, title: "My dawn", content: "<p>mine</p>" };
    const theirs = { ...base, content: "<p>theirs</p>", status: "published" as const };
    const choices = proposedChoices(differencesOf(base, mine, theirs));
    expect(choices).toEqual({ title: "mine", content: "mine", status: "theirs" });
    expect(mergeValues(mine, theirs, choices)).toEqual({ ...mine, status: "published" });
    expect(mergeValues(mine, theirs, { ...choices, content: "theirs" }).content).toBe("<p>theirs</p>");
  });

  it("keep content and format together", () => {
    const mine = { ...base, content: "one", content_format: "markdown" as const };
    const differences = differencesOf(base, mine, base);
    expect(differences.map(({ field }) => field)).toEqual(["content"]);
    expect(mergeValues(mine, base, { content: "mine" })).toEqual(mine);
    expect(mergeValues(mine, base, { content: "theirs" })).toEqual(base);
    expect(differencesOf(base, { ...base, content_format: "markdown" }, base)).toHaveLength(1);
  });
});

describe("a form", () => {
  it("sends tags as names, and no category as none", () => {
    expect(tagNames(" Light, ,sky ,")).toEqual(["Light", "sky"]);
    expect(inputOf(base)).toMatchObject({ category_id: null, tags: ["light"], title: "Dawn" });
  });

  it("takes over what the server made of it, except what was typed meanwhile", () => {
    const sent = { ...base, title: " Dawn " };
    const after = afterSaving(sent, { ...sent, content: "<p>one more</p>" }, { ...base, tags: "light, sky" });
    expect(after).toEqual({ ...base, tags: "light, sky", content: "<p>one more</p>" });
    expect(sameValues(after, base)).toBe(false);
    expect(sameValues(afterSaving(sent, sent, base), base)).toBe(true);
  });
});
