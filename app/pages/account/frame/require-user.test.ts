import { describe, expect, it } from "vitest";
import { afterConfirming } from "../confirm.tsx";
import { destination, rememberedOrigin } from "./require-user.tsx";

const reader = { id: "1", email: "ada@blog.example", role: "user" as const, grants: [] };
const admin = { ...reader, role: "admin" as const };

const asked = (next: string) => rememberedOrigin(`?${new URLSearchParams({ next })}`);

describe("the page after a sign-in", () => {
  it("is the page that the visitor came from", () => {
    expect(asked("/account")).toBe("/account");
    expect(asked("/view-all?search=tea&page=2#top")).toBe("/view-all?search=tea&page=2#top");
    expect(destination(reader, "?next=%2Faccount")).toBe("/account");
    expect(destination(admin, "?next=%2Faccount")).toBe("/account");
  });

  it.each([
    "https://evil.example/",
    "//evil.example/",
    "/.//evil.example",
    "/..//evil.example/a",
    "/%2e//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/a/..//evil.example",
    "/account\n",
    "/account\u0000",
    "/view-all\\x",
    `/${"a".repeat(2000)}`,
    "\\\\evil.example",
    "javascript:alert(1)",
    "blob:https://blog.example/account",
    "https://blog.example@evil.example/",
    "https://blog.example.evil.example/",
    "evil.example",
    "",
  ])("is never another site: %j", (next) => {
    expect(asked(next)).toBeNull();
    expect(destination(reader, `?${new URLSearchParams({ next })}`)).toBe("/");
    if (next === "evil.example") return;
    expect(afterConfirming(`?${new URLSearchParams({ redirect_to: next })}`, "https://blog.example")).toBe("/");
  });

  it("is the page on which the mail was requested", () => {
    const leadsTo = (redirect_to: string) => afterConfirming(`?${new URLSearchParams({ redirect_to })}`, "https://blog.example");
    expect(leadsTo("/story/a?b=c#d")).toBe("/story/a?b=c#d");
    expect(leadsTo("https://blog.example/account")).toBe("/account");
    expect(leadsTo("https://blog.example//evil.example")).toBe("/");
    expect(afterConfirming("", "https://blog.example")).toBe("/");
  });

  it("is home for readers and the back office for admins and the team without a page to return to", () => {
    expect(destination(reader, "")).toBe("/");
    expect(destination(admin, "")).toBe("/admin/dashboard");
    expect(destination({ ...reader, grants: ["moderator"] }, "")).toBe("/admin/dashboard");
  });
});
