import { expect, test } from "vitest";
import type { MadeToken } from "../../app/domain/tokens/token.ts";
import { openTestContext } from "../context.ts";
import { urlOf } from "../platform/database.ts";
import { bootInstance, type Instance, signInAdmin } from "./boot-instance.ts";

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const TYPES = { "content-type": "application/json", accept: "application/json, text/event-stream" };

test("a token that is revoked on one instance is refused by the other at once, also by its tools", async () => {
  const opened = await openTestContext();
  const DATABASE_URL = urlOf(opened.config);
  const [first, second] = [await bootInstance({ DATABASE_URL }), await bootInstance({ DATABASE_URL })];
  const admin = await signInAdmin(first);
  const make = (name: string) =>
    admin<MadeToken>("POST", "/api/admin/tokens", { name, scopes: ["posts:read"], expires_at: null });
  // The other one keeps the tools open.
  const [{ item, token }] = [await make("Notes"), await make("Other")];
  const statuses = async ({ url }: Instance) => {
    const headers = { ...TYPES, authorization: `Bearer ${token}` };
    const read = await fetch(`${url}/api/admin/posts`, { headers });
    const tools = await fetch(`${url}/mcp`, { method: "POST", headers, body: LIST });
    return [read.status, tools.status];
  };
  for (const instance of [first, second]) expect(await statuses(instance)).toEqual([200, 200]);
  await admin("DELETE", `/api/admin/tokens/${item.id}`);
  expect(await statuses(second)).toEqual([401, 401]);
  expect(await statuses(first)).toEqual([401, 401]);
  await Promise.all([first.stop(), second.stop()]);
  await opened.close();
});
