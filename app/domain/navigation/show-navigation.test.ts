import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestContext } from "../../../test/context.ts";
import { navigationAt, readShownNavigation } from "./show-navigation.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());

const store = (value: object) =>
  opened.db
    .updateTable("navigation")
    .set({ value: JSON.stringify(value) })
    .execute();

test("an announcement that has ended isn't shown any more", async () => {
  await store({ announcement: { text: "Until noon", link: null, ends_at: "2026-05-01T14:00:00+02:00" } });
  const navigation = await readShownNavigation(opened.db);
  expect(navigationAt(new Date("2026-05-01T11:59:59Z"), navigation)?.announcement?.text).toBe("Until noon");
  expect(navigationAt(new Date("2026-05-01T12:00:00Z"), navigation)).toEqual({
    header: null,
    footer: null,
    social: [],
    announcement: null,
  });
});

test("parts that aren't valid are as the product has them", async () => {
  await store({ header: [{ label: "A", kind: "address", to: "javascript:alert(1)" }], social: 7, footer: [] });
  expect(await readShownNavigation(opened.db)).toEqual({ header: null, footer: [], social: [], announcement: null });
  await store({ header: "no" });
  expect(await readShownNavigation(opened.db)).toBeNull();
});
