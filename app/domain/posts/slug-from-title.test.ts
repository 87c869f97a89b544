import { describe, expect, it } from "vitest";
import { slugFromTitle } from "./edit-rules.ts";

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

  it("is never longer than a slug may be, and doesn't end in a hyphen", () => {
    const slug = slugFromTitle(`${"a".repeat(253)} tail`);
    expect(slug).toBe("a".repeat(253));
  });
});
