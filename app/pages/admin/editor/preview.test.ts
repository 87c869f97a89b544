import { describe, expect, it } from "vitest";
import { NOTHING } from "./post-values.ts";
import { previewPost } from "./preview.tsx";

const around = { id: "new", category: null, author: "Ada", publishedAt: null };

describe("the article of a preview", () => {
  it("takes five minutes while there is nothing to read, then what the server measured", () => {
    expect(previewPost(NOTHING, { content_html: "", headings: [], read_time: 1 }, around).read_time).toBe(5);
    expect(previewPost(NOTHING, { content_html: "<p>a</p>", headings: [], read_time: 7 }, around).read_time).toBe(7);
  });

  it("uses the excerpt in place of the description, and keeps its date", () => {
    const values = { ...NOTHING, excerpt: "In short", tags: "Slow living, " };
    const post = previewPost(
      values,
      { content_html: "", headings: [], read_time: 0 },
      { ...around, publishedAt: "2026-01-02T00:00:00.000Z" },
    );
    expect(post).toMatchObject({
      description: "In short",
      published_at: "2026-01-02T00:00:00.000Z",
      author: { full_name: "Ada" },
    });
    expect(post.tags).toEqual([{ name: "Slow living", slug: "slow-living" }]);
  });
});
