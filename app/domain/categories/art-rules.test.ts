import { expect, test } from "vitest";
import { drawingOf, FACES, faceAt, faceOf, facesOf } from "./art-rules.ts";

test("the initial categories have drawings of their own, other categories landscapes", () => {
  expect(drawingOf("decision-making")).toBe("decision-making");
  expect(drawingOf(null)).toBe("default");
  expect(drawingOf("")).toBe("default");
  const own = ["gardening", "bread", "toString", "travel", "notes", "cinema", "chess", "books"].map(drawingOf);
  expect(new Set(own)).toEqual(new Set(["mountains", "coast", "dunes", "woods"]));
});

test("there are 32 faces", () => {
  const faces = Array.from({ length: FACES }, (_, n) => JSON.stringify(faceAt(n)));
  expect(new Set(faces).size).toBe(32);
  expect(faceAt(0)).toEqual({ light: "dawn", isMirrored: false, crop: "0 0 640 360" });
});

test("articles of one category look different beside each other, and most look as they do alone", () => {
  const category = { slug: "wellness" };
  const posts = Array.from({ length: 800 }, () => ({ id: crypto.randomUUID(), category }));
  let kept = 0;
  for (let at = 0; at < posts.length; at += 8) {
    const row = posts.slice(at, at + 8);
    const faces = facesOf(row);
    expect(new Set(faces.map((face) => face % 8)).size).toBe(8);
    kept += faces.filter((face, n) => face === faceOf(row[n]?.id ?? "")).length;
  }
  expect(kept).toBeGreaterThan(350);
});

test("other drawings don't count", () => {
  const id = crypto.randomUUID();
  const posts = ["wellness", "tech", "career"].map((slug) => ({ id, category: { slug } }));
  expect(facesOf(posts)).toEqual([faceOf(id), faceOf(id), faceOf(id)]);
});
