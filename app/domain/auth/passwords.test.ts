import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./passwords.ts";

it("knows the password it was made of, and no other", async () => {
  const stored = await hashPassword("häm & eggs");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword("häm & eggs", stored)).toBe(true);
  expect(await verifyPassword("ham & eggs", stored)).toBe(false);
  expect(await verifyPassword("", stored)).toBe(false);
});

it("takes what looks alike for the same", async () => {
  const stored = await hashPassword("Caf\u00e9 \ufb01ve");
  expect(await verifyPassword("Cafe\u0301 five", stored)).toBe(true);
});

it("makes a new hash each time and refuses what is no hash", async () => {
  expect(await hashPassword("secret")).not.toBe(await hashPassword("secret"));
  expect(await verifyPassword("secret", "secret")).toBe(false);
});
