import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BrowserQueryClient } from "./browser-query-client.ts";

const queryKey = ["birds"];
let client: BrowserQueryClient;
/** The requests in the order in which they were sent. */
let requests: PromiseWithResolvers<string>[];
const queryFn = () => {
  const request = Promise.withResolvers<string>();
  requests.push(request);
  return request.promise;
};
const settled = () => new Promise((resolve) => setImmediate(resolve));
const stored = () => client.getQueryState<string>(queryKey);

beforeEach(() => {
  client = new BrowserQueryClient({ defaultOptions: { queries: { staleTime: 60_000, retry: false } } });
  requests = [];
});
afterEach(() => client.clear());

test("the first answer of a query doesn't count if it was requested before a change", async () => {
  const unsubscribe = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
  const done = client.invalidateQueries({ queryKey });
  requests[0]?.resolve("before the change");
  await settled();
  expect([requests.length, stored()?.data]).toEqual([2, undefined]);
  requests[1]?.resolve("after the change");
  await done;
  expect(stored()).toMatchObject({ data: "after the change", isInvalidated: false });
  unsubscribe();
});

test("a prefetched answer doesn't count either, and callers that wait for it get the new one", async () => {
  const ahead = client.fetchQuery({ queryKey, queryFn });
  await client.invalidateQueries({ queryKey });
  requests[0]?.resolve("before the change");
  requests[1]?.resolve("after the change");
  expect(await ahead).toBe("after the change");
  expect([requests.length, stored()?.data]).toEqual([2, "after the change"]);
});

test("a query that is shown is asked once more, not twice", async () => {
  const unsubscribe = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
  requests[0]?.resolve("first");
  await settled();
  void client.refetchQueries({ queryKey });
  const done = client.invalidateQueries({ queryKey });
  requests[1]?.resolve("before the change");
  requests[2]?.resolve("after the change");
  await done;
  expect([requests.length, stored()?.data]).toEqual([3, "after the change"]);
  unsubscribe();
});

test("a failed request after a change is a failure of the query", async () => {
  const unsubscribe = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
  const done = client.invalidateQueries({ queryKey });
  requests[1]?.reject(new Error("The server is away."));
  await done;
  requests[0]?.resolve("before the change");
  await settled();
  expect(stored()).toMatchObject({ status: "error", fetchStatus: "idle", data: undefined });
  unsubscribe();
});

test("queries of other keys aren't asked again", async () => {
  const other = client.fetchQuery({ queryKey: ["fish"], queryFn });
  await client.invalidateQueries({ queryKey });
  requests[0]?.resolve("a fish");
  expect([await other, requests.length]).toEqual(["a fish", 1]);
});

test("what is set isn't replaced by an answer that was requested before", async () => {
  const unsubscribe = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
  requests[0]?.resolve("first");
  await settled();
  void client.refetchQueries({ queryKey });
  client.setQueryData(queryKey, "saved");
  requests[1]?.resolve("before it was saved");
  await settled();
  expect(stored()).toMatchObject({ data: "saved", fetchStatus: "idle" });
  unsubscribe();
});
