import { expect, test } from "vitest";
import { adminPaths, publicPaths } from "./system.tsx";

test("every path of the product is listed once, with placeholders for its variable parts", () => {
  const all = [...publicPaths(), ...adminPaths()];
  expect(publicPaths()).toEqual(expect.arrayContaining(["/", "/story/:part", "/view-all", "/feed.xml", "/:part/:part/:part"]));
  expect(adminPaths()).toEqual(expect.arrayContaining(["/admin/posts/edit/:part", "/admin/settings"]));
  expect(all.filter((address) => !address.startsWith("/") || /undefined|%|\?/.test(address))).toEqual([]);
});
