import { HTTPException } from "hono/http-exception";
import { expect, test } from "vitest";
import { DomainError, duplicate, forbidden, invalid, notFound } from "../../app/domain/errors.ts";
import { present, UNAVAILABLE, UNEXPECTED } from "../../app/http/errors.ts";
import { isDatabaseUnavailable } from "../../app/platform/database/unavailable.ts";

const errno = (code: string, syscall?: string) => Object.assign(new Error(`${code} 10.1.2.3:5432`), { code, syscall });

test.each([
  [notFound("Post"), 404, { code: "PGRST116", message: "Post not found" }],
  [
    invalid("No", [{ field: "a", rule: "b" }]),
    400,
    { code: "invalid_input", message: "No", details: [{ field: "a", rule: "b" }] },
  ],
  [duplicate("Twice", errno("23505")), 409, { code: "23505", message: "Twice" }],
  [forbidden("Not yours"), 403, { code: "42501", message: "Not yours" }],
  [new DomainError("unauthenticated", "no_session", "Who?"), 401, { code: "no_session", message: "Who?" }],
  [new DomainError("limited", "too_often", "Wait"), 429, { code: "too_often", message: "Wait" }],
  [new DomainError("unavailable", "down", "Later"), 503, { code: "down", message: "Later" }],
  [errno("ECONNREFUSED", "connect"), 503, UNAVAILABLE],
  [errno("57P01"), 503, UNAVAILABLE],
  [errno("22P02"), 500, UNEXPECTED],
  [new Error('relation "posts" does not exist'), 500, UNEXPECTED],
  [new HTTPException(500, { message: "secret" }), 500, UNEXPECTED],
  ["a string that somebody threw", 500, UNEXPECTED],
])("%s", (error, status, body) => {
  const answer = present(error);
  expect([answer.status, answer.body]).toEqual([status, body]);
});

test("unreachable differs from broken", () => {
  expect(isDatabaseUnavailable(new Error("Connection terminated unexpectedly"))).toBe(true);
  expect(isDatabaseUnavailable(new AggregateError([errno("ECONNREFUSED", "connect")], ""))).toBe(true);
  expect(isDatabaseUnavailable(new Error("listing", { cause: errno("ENOENT", "connect") }))).toBe(true);
  expect(isDatabaseUnavailable(errno("3D000"))).toBe(true);
  expect(isDatabaseUnavailable(errno("ENOENT", "open"))).toBe(false);
  expect(isDatabaseUnavailable(errno("23505"))).toBe(false);
  expect(isDatabaseUnavailable(undefined)).toBe(false);
});
