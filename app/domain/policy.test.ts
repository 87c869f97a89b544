import { expect, test } from "vitest";
import type { PolicyActor } from "./back-office.policy.ts";
import { commentPolicy } from "./comments/comment.policy.ts";
import { admins, everyone, users } from "./policy.ts";
import { postPolicy } from "./posts/post.policy.ts";
import { isLastAdmin, userPolicy } from "./users/user.policy.ts";

const ANONYMOUS: PolicyActor = { kind: "anonymous" };
const GRACE: PolicyActor = { kind: "user", id: "grace", email: "Grace@blog.example", role: "user" };
const ADA: PolicyActor = { id: "ada", email: "ada@blog.example", role: "admin" };
const OPERATOR: PolicyActor = { kind: "operator" };
const EVERYBODY = [null, ANONYMOUS, { kind: "reader" } as const, GRACE, ADA, OPERATOR, { kind: "schedule" } as const];

test("everyone, users and admins admit whom their names say; the product itself needs no permission", () => {
  expect(EVERYBODY.map((actor) => everyone.admits(actor))).toEqual([true, true, true, true, true, true, true]);
  expect(EVERYBODY.map((actor) => users.admits(actor))).toEqual([false, false, false, true, true, true, true]);
  expect(EVERYBODY.map((actor) => admins.admits(actor))).toEqual([false, false, false, false, true, true, true]);
});

const on = (author_id: string | null, status: "pending" | "approved" | "rejected") => ({ author_id, status });

test.each([
  ["one's own, approved", on("grace", "approved"), { edit: true, deleteOwn: true, report: false, reply: true }],
  ["one's own, pending", on("grace", "pending"), { edit: true, deleteOwn: true, report: false, reply: false }],
  ["one's own, rejected", on("grace", "rejected"), { edit: false, deleteOwn: true, report: false, reply: false }],
  ["another's, approved", on("ada", "approved"), { edit: false, deleteOwn: false, report: true, reply: true }],
  ["another's, pending", on("ada", "pending"), { edit: false, deleteOwn: false, report: false, reply: false }],
  ["of a deleted account", on(null, "approved"), { edit: false, deleteOwn: false, report: true, reply: true }],
] as const)("what a reader may do with a comment: %s", (_, comment, expected) => {
  const { edit, deleteOwn, report, reply } = commentPolicy;
  expect({
    edit: edit.allows(GRACE, comment),
    deleteOwn: deleteOwn.allows(GRACE, comment),
    report: report.allows(GRACE, comment),
    reply: reply.allows(GRACE, comment),
  }).toEqual(expected);
  for (const ability of [edit, deleteOwn, report, reply]) expect(ability.allows(null, comment)).toBe(false);
});

test("admins don't edit other users' comments", () => {
  expect(commentPolicy.edit.allows(ADA, on("grace", "approved"))).toBe(false);
  expect(commentPolicy.moderate.allows(ADA, on("grace", "approved"))).toBe(true);
});

test("profiles are read by their owner and by admins; users create only their own missing row, whatever the case of its email address", () => {
  expect([null, GRACE, ADA].map((actor) => userPolicy.read.allows(actor, { id: "grace" }))).toEqual([false, true, true]);
  expect(userPolicy.read.allows(GRACE, { id: "ada" })).toBe(false);
  expect(userPolicy.createOwn.allows(GRACE, { id: "grace", email: "grace@BLOG.example" })).toBe(true);
  expect(userPolicy.createOwn.allows(GRACE, { id: "grace", email: "ada@blog.example" })).toBe(false);
  expect(userPolicy.createOwn.allows(ADA, { id: "grace", email: "ada@blog.example" })).toBe(false);
});

test("only its author may write an unfinished post", () => {
  expect(postPolicy.write.allows(ADA, { author_id: "ada" })).toBe(true);
  expect(postPolicy.write.allows(ADA, { author_id: "edsger" })).toBe(false);
  expect(postPolicy.write.allows(GRACE, { author_id: "grace" })).toBe(false);
  const author: PolicyActor = { id: "grace", email: "grace@blog.example", role: "user", grants: ["author"] };
  expect(postPolicy.write.allows(author, { author_id: "grace" })).toBe(true);
  expect(postPolicy.write.allows(author, { author_id: "ada" })).toBe(false);
});

test.each([
  ["admin", "active", 1, true],
  ["admin", "active", 2, false],
  ["admin", "inactive", 1, false],
  ["user", "active", 1, false],
] as const)("the last admin: %s, %s, of %i", (role, state, active_admins, expected) => {
  expect(isLastAdmin({ role, state }, { active_admins })).toBe(expected);
});
