import { describe, expect, test } from "vitest";
import { createLog, reportError, requestLog } from "./log.ts";

const captured = (options: { level?: string; pretty?: boolean } = {}) => {
  const lines: string[] = [];
  const log = createLog({
    level: options.level ?? "info",
    pretty: options.pretty ?? false,
    destination: { write: (line) => lines.push(line) },
  });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? "{}") };
};

test("a line is a JSON object with the level's name and the time", () => {
  const { log, lines, last } = captured();
  log.info({ port: 3000 }, "Listening");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^\{.*\}\n$/);
  expect(last()).toEqual({ level: "info", time: expect.stringMatching(/^\d{4}-.*Z$/), port: 3000, msg: "Listening" });
});

test("lines below the level are left out", () => {
  const { log, lines } = captured({ level: "warn" });
  log.info("nothing");
  log.warn("something");
  expect(lines).toHaveLength(1);
});

test("a request's lines carry its id", () => {
  const { log, last } = captured();
  requestLog(log, "r-1").info("hello");
  expect(last()).toMatchObject({ requestId: "r-1", msg: "hello" });
});

describe("never writes a secret", () => {
  test.each([
    ["at the top", { password: "hunter2" }],
    ["in headers", { req: { headers: { authorization: "Bearer hunter2", Cookie: "a=hunter2" } } }],
    ["in Headers", { headers: new Headers({ Authorization: "hunter2", cookie: "hunter2" }) }],
    ["deep and in lists", { a: [{ b: { c: { access_token: "hunter2", refreshToken: ["hunter2"] } } }] }],
    ["in an address", { url: "postgres://me:hunter2@db/blog" }],
    ["in an error's message", { err: new Error("no route to postgres://me:hunter2@db/blog") }],
    ["in the cause of an error", { err: new Error("x", { cause: new Error("smtp://me:hunter2@mail") }) }],
  ])("%s", (_where, fields) => {
    const { log, lines } = captured();
    log.info(fields, "m");
    log.child(fields).info("m");
    log.child({ a: 1 }).child(fields).info("m");
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).not.toContain("hunter2");
      expect(line).toContain("***");
    }
  });
});

test("the fields that are logged aren't changed", () => {
  const { log } = captured();
  const fields = { user: { password: "hunter2" } };
  log.info(fields, "m");
  expect(fields).toEqual({ user: { password: "hunter2" } });
});

test("keeps values that are no secrets: dates, numbers, null, circles cut short", () => {
  const { log, last } = captured();
  const circle: Record<string, unknown> = { at: new Date(0), count: 2, none: null, tokens: 3 };
  circle.self = circle;
  log.info(circle, "m");
  expect(last()).toMatchObject({ at: "1970-01-01T00:00:00.000Z", count: 2, none: null, tokens: 3 });
});

describe("errors", () => {
  test("are written with code, stack and the chain of causes", () => {
    const { log, last } = captured();
    const root = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    log.error({ err: new TypeError("can't read", { cause: new Error("can't connect", { cause: root }) }) }, "m");
    const { err } = last();
    expect(err).toMatchObject({
      type: "TypeError",
      message: "can't read",
      cause: { message: "can't connect", cause: { message: "refused", code: "ECONNREFUSED" } },
    });
    expect(err.stack).toContain("log.test.ts");
    expect(err.cause.stack).toContain("log.test.ts");
  });

  test("are described, too, if they are logged without fields", () => {
    const { log, last } = captured();
    log.error(new Error("plain"));
    expect(last()).toMatchObject({ msg: "plain", err: { type: "Error", message: "plain" } });
  });

  test("have no stack if they are expected, and neither have their causes", () => {
    const { log, lines, last } = captured();
    log.fatal({ err: Object.assign(new Error("PORT is wrong", { cause: new Error("inner") }), { expected: true }) }, "m");
    expect(last().err).toEqual({ type: "Error", message: "PORT is wrong", cause: { type: "Error", message: "inner" } });
    expect(lines[0]).not.toContain("stack");
  });

  test("are described if they are aggregates or no errors at all", () => {
    const { log, last } = captured();
    log.error({ err: new AggregateError([new Error("one"), "two"], "all failed") }, "m");
    expect(last().err.errors).toMatchObject([{ message: "one" }, { type: "string", message: "two" }]);
  });

  test("are reported once, also when they come back as a cause", () => {
    const { log, lines } = captured();
    const error = new Error("once");
    expect(reportError(log, error, "first")).toBe(true);
    expect(reportError(log, error, "again")).toBe(false);
    expect(reportError(log, new Error("wrapped", { cause: error }), "again")).toBe(false);
    expect(reportError(log, new Error("another"), "second")).toBe(true);
    expect(lines).toHaveLength(2);
  });
});

describe("for people", () => {
  test("a line is time, level, message and fields", () => {
    const { log, lines } = captured({ pretty: true });
    log.info({ port: 3000, note: "two words" }, "Listening");
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info {2}Listening port=3000 note="two words"\n$/);
  });

  test("an error and its causes stand below", () => {
    const { log, lines } = captured({ pretty: true });
    log.error({ err: new Error("outer", { cause: Object.assign(new Error("inner"), { code: "E1" }) }) }, "Failed");
    const text = lines.join("").split("\n");
    expect(text[0]).toMatch(/error Failed$/);
    expect(text[1]).toBe("  Error: outer");
    expect(text[2]).toMatch(/^ {4}at /);
    expect(text).toContain("  caused by Error: inner (E1)");
  });

  test("what a visitor sent can't steer the terminal or make a line of its own", () => {
    const { log, lines } = captured({ pretty: true });
    log.warn({ path: "/\u001b[2J" }, "Bad\rpath \u001b[31m");
    expect(lines[0]).not.toContain("\u001b");
    expect(lines[0]).not.toContain("\r");
    expect(lines[0]?.split("\n")).toHaveLength(2);
  });
});
