import { describe, expect, it } from "vitest";
import { adminRoutes } from "../../../admin-routes.ts";
import type { Grant } from "../../../domain/users/grants/grant-rules.ts";
import { abilityFor, firstScreen, mayOpen } from "./screen-abilities.ts";

const reader = { id: "1", email: "ada@blog.example", role: "user" as const };
const withGrants = (...grants: Grant[]) => ({ ...reader, grants });

describe("who may open a screen of the back office", () => {
  it.each([
    ["nobody who is signed out", null, "/admin/dashboard"],
    ["no reader", reader, "/admin/dashboard"],
    ["no editor the users", withGrants("editor"), "/admin/users"],
    [
      "nobody with every grant a screen without an entry",
      withGrants("contributor", "author", "editor", "moderator"),
      "/admin/new",
    ],
    ["no editor a screen below one for admins", withGrants("editor"), "/admin/settings/privacy"],
    ["no editor the author page of another", withGrants("editor"), "/admin/users/7/author"],
    ["no contributor, in upper or lower case", withGrants("contributor"), "/admin/Categories/"],
    ["no contributor, with a query", withGrants("contributor"), "/admin/categories?page=2#new"],
    ["no moderator the editor", withGrants("moderator"), adminRoutes.editPost("7")],
    ["no author the pages", withGrants("author"), adminRoutes.createPage("imprint")],
    ["no editor the texts of a page of the product", withGrants("editor"), adminRoutes.siteText("home")],
    ["no editor the quarantine", withGrants("editor"), adminRoutes.traffic()],
  ])("is %s", (_, user, path) => {
    expect(mayOpen(user, path)).toBe(false);
  });

  it.each([
    ["an admin one without an entry", { ...reader, role: "admin" as const }, "/admin/new"],
    ["a contributor an own post and its history", withGrants("contributor"), adminRoutes.postHistory("7")],
    ["an author the calendar", withGrants("author"), adminRoutes.calendar("2026-01")],
    ["an editor the redirects", withGrants("editor"), adminRoutes.redirects()],
    ["a moderator pending comments", withGrants("moderator"), "/admin/comments?status=pending"],
    ["a contributor who moderates both", withGrants("contributor", "moderator"), "/admin/comments"],
    ["a reader what is outside of it", reader, "/account"],
  ])("is %s", (_, user, path) => {
    expect(mayOpen(user, path)).toBe(true);
  });

  it("names admins where only they may", () => {
    expect(abilityFor("/admin/backups").audience).toBe("admins");
    expect(abilityFor("/admin/redirects").audience).toBe("editors");
  });

  it("begins nowhere for readers", () => {
    expect(firstScreen(reader)).toBeUndefined();
    expect(firstScreen(withGrants("moderator"))).toBe("/admin/dashboard");
  });
});
