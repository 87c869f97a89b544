import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { toast, toastStore } from "./toast.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const shown = () => toastStore.read().map(({ title }) => title);

it.each([
  ["a success", { title: "Saved", tone: "success" }, 2000],
  ["a failure", { title: "Not saved", tone: "error" }, 3000],
  ["a success with a second line", { title: "Saved", description: "All of it", tone: "success" }, 2000],
  ["a success that can be undone", { title: "Deleted", tone: "success", action: { label: "Undo", run() {} } }, 8000],
] as const)("%s is gone on time", (_, message, ms) => {
  toast(message);
  vi.advanceTimersByTime(ms - 1);
  expect(shown()).toEqual([message.title]);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
});
