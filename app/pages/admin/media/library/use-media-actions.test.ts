import { expect, test } from "vitest";
import { deletedText, deletionQuestion, restoredText, trashedText, usesText } from "./use-media-actions.ts";

test("how a picture is used", () => {
  expect([0, 1, 7].map((uses) => usesText({ uses, trashed_at: null }))).toEqual(["Unused", "1 post", "7 posts"]);
  expect(usesText({ uses: 0, trashed_at: "2026-01-01T00:00:00Z" })).toBe("In the trash");
});

test("what was done", () => {
  expect(trashedText({ changed: 1, in_use: 0 })).toBe("File deleted");
  expect(trashedText({ changed: 3, in_use: 1 })).toBe("3 files deleted; 1 is in use and stays");
  expect(trashedText({ changed: 2, in_use: 2 })).toBe("2 files deleted; 2 are in use and stay");
  expect(trashedText({ changed: 0, in_use: 1 })).toBe("Nothing deleted: 1 is in use and stays");
  expect([restoredText(1), restoredText(2), deletedText(1)]).toEqual([
    "File restored",
    "2 files restored",
    "File permanently deleted",
  ]);
});

test("the question before a permanent deletion", () => {
  expect(deletionQuestion(1)).toBe("Are you sure you want to delete this file? This action cannot be undone.");
  expect(deletionQuestion(3)).toBe("Are you sure you want to delete these 3 files? This action cannot be undone.");
});
