import { describe, expect, it } from "vitest";
import { suggestionsFor } from "./tags-field.tsx";

describe("suggested tags", () => {
  const names = ["slow-living", "snow", "below", "light"];

  it("fit the tag that is being typed, beginnings first", () => {
    expect(suggestionsFor("light, low", names)).toEqual(["below", "slow-living"]);
    expect(suggestionsFor("light, S", names)).toEqual(["slow-living", "snow"]);
  });

  it("are none that is there already, and none while nothing is typed", () => {
    expect(suggestionsFor("Snow, sno", names)).toEqual([]);
    expect(suggestionsFor("snow", names)).toEqual([]);
    expect(suggestionsFor("light, ", names)).toEqual([]);
    expect(suggestionsFor("", names)).toEqual([]);
  });
});
