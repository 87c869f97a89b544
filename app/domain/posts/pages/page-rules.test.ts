import { expect, test } from "vitest";
import { isReservedSlug, SHIPPED_PAGES } from "./page-rules.ts";

test("an own page can't take the address of a page, file or folder of the product", () => {
  const taken =
    "look-preview brand admin api setup unsubscribe categories view-all confirm login account story category tag media";
  for (const slug of taken.split(" ")) expect([slug, isReservedSlug(slug)]).toEqual([slug, true]);
  for (const slug of [...SHIPPED_PAGES, "imprint", "undefined", "looks"])
    expect([slug, isReservedSlug(slug)]).toEqual([slug, false]);
});
