import { describe, expect, it } from "vitest";
import { changedValues, listAddress, listValues } from "./use-list-state.ts";

const DEFAULTS = { search: "", status: "", sort: "-created_at", page: "1" };

describe("the state of a list", () => {
  it("is what the address says, and the defaults where it says nothing", () => {
    expect(listValues(DEFAULTS, "")).toEqual(DEFAULTS);
    expect(listValues(DEFAULTS, "?status=draft&page=3&unknown=1")).toEqual({ ...DEFAULTS, status: "draft", page: "3" });
  });

  it("appears in the address without its defaults, so that one list has one address", () => {
    expect(listAddress("/admin/posts", DEFAULTS, DEFAULTS)).toBe("/admin/posts");
    expect(listAddress("/admin/posts", DEFAULTS, { ...DEFAULTS, page: "2", search: "a b&c" })).toBe(
      "/admin/posts?search=a+b%26c&page=2",
    );
    expect(listValues(DEFAULTS, "?search=a+b%26c&page=2")).toEqual({ ...DEFAULTS, page: "2", search: "a b&c" });
  });

  it("goes back to the first page with every change but that of the page", () => {
    const third = { ...DEFAULTS, page: "3" };
    expect(changedValues(DEFAULTS, third, { status: "draft" })).toEqual({ ...DEFAULTS, status: "draft" });
    expect(changedValues(DEFAULTS, third, { page: "4" }).page).toBe("4");
    expect(changedValues({ tab: "a" }, { tab: "a" }, { tab: "b" })).toEqual({ tab: "b" });
  });
});
