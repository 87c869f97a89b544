import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { openTestContext } from "../test/context.ts";
import { describeSchema } from "./schema-types.ts";

test("the types of the schema are those of the migrations (node bin/schema-types.mjs writes them)", async () => {
  const { db, close } = await openTestContext();
  const types = await describeSchema(db).finally(close);
  expect(types).toBe(await readFile(new URL("schema.gen.ts", import.meta.url), "utf8"));
});
