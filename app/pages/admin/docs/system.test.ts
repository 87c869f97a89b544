import { expect, test } from "vitest";
import { adminAddresses, publicAddresses } from "./system.tsx";

test("every address of the product is named once, with its parts as parts", () => {
  const all = [...publicAddresses(), ...adminAddresses()];
  expect(publicAddresses()).toEqual(
    expect.arrayContaining(["/", "/story/:part", "/view-all", "/feed.xml", "/:part/:part/:part"]),
  );
  expect(adminAddresses()).toEqual(expect.arrayContaining(["/admin/posts/edit/:part", "/admin/settings"]));
  expect(all.filter((address) => !address.startsWith("/") || /undefined|%|\?/.test(address))).toEqual([]);
});
