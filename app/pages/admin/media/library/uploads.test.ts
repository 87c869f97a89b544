import { expect, test } from "vitest";
import { nextUploads, type QueuedUpload, queued, stateText, uploadedText } from "./uploads.tsx";

const file = (name: string) => new File(["x"], name);
const none = new Map<number, unknown>();

test("two go at once, in the order in which they came, and the next when one is done", () => {
  const all = ["a", "b", "c"].map((name) => queued(file(name)));
  const [a, b, c] = all as [QueuedUpload, QueuedUpload, QueuedUpload];
  expect(nextUploads(all, none)).toEqual([a, b]);
  const sending = new Map([a.key, b.key].map((key) => [key, null]));
  expect(nextUploads(all, sending)).toEqual([]);
  sending.delete(a.key);
  expect(nextUploads([{ ...a, state: "failed" }, b, c], sending)).toEqual([c]);
  expect(new Set(all.map(({ key }) => key)).size).toBe(3);
});

test("what is said of them", () => {
  const one = queued(file("a"));
  expect(stateText(one)).toBe("Waiting...");
  expect(stateText({ ...one, state: "sending", share: 0.256 })).toBe("26%");
  expect(stateText({ ...one, state: "sending", share: 1 })).toBe("Preparing...");
  expect(stateText({ ...one, state: "failed", problem: "a is empty." })).toBe("a is empty.");
  expect([uploadedText(1), uploadedText(3)]).toEqual(["File uploaded", "3 files uploaded"]);
});
