import { makePassword } from "../../domain/auth/first-admin.ts";
import { rotateKeys } from "../../domain/auth/keys.ts";
import { resetPassword } from "../../domain/auth/store-password.ts";
import type { Context } from "../../domain/context.ts";
import { changeRole } from "../../domain/users/change-role.ts";
import { createUser } from "../../domain/users/create-user.ts";
import { deactivateUser, reactivateUser } from "../../domain/users/deactivate-user.ts";
import { OPERATOR } from "../../domain/users/model.ts";
import { listUsers, readUserByEmail } from "../../domain/users/read-user.ts";
import type { Task } from "./parse-arguments.ts";

type User = Awaited<ReturnType<typeof listUsers>>[number];

const day = (date: string | null) => date?.slice(0, 10) ?? "never";
const shownOnce = (password: string) => `The password, shown only now: ${password}`;

/** One line per account, in columns. */
function table(users: User[]): string[] {
  const rows = users.map((user) => [
    user.email,
    user.role === "admin" ? "admin" : "reader",
    user.is_active ? "active" : "deactivated",
    `since ${day(user.created_at)}`,
    `last sign-in ${day(user.last_sign_in_at)}`,
    user.full_name ?? "",
  ]);
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(0, ...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

async function change(
  ctx: Context,
  task: Extract<Task, { verb: "promote" | "demote" | "password" | "deactivate" | "reactivate" }>,
) {
  const user = await readUserByEmail(ctx, OPERATOR, task.email);
  const { id, email } = user;
  switch (task.verb) {
    case "promote":
      if (user.role === "admin") return [`${email} is an admin already. Nothing was changed.`];
      await changeRole(ctx, OPERATOR, id, "admin");
      return [`${email} is an admin now.`];
    case "demote":
      if (user.role !== "admin") return [`${email} is no admin. Nothing was changed.`];
      await changeRole(ctx, OPERATOR, id, "user");
      return [`${email} is no admin any more.`];
    case "deactivate":
      if (!user.is_active) return [`${email} is deactivated already. Nothing was changed.`];
      await deactivateUser(ctx, OPERATOR, id);
      return [`${email} is deactivated, and signed out everywhere.`];
    case "reactivate":
      if (user.is_active) return [`${email} is active. Nothing was changed.`];
      await reactivateUser(ctx, OPERATOR, id);
      return [`${email} can sign in again.`];
    case "password": {
      const password = makePassword(ctx);
      await resetPassword(ctx, id, password);
      return [`${email} has a new password, and is signed out everywhere.`, shownOnce(password)];
    }
  }
}

/**
 * Does what the command was asked for.
 * @returns what to tell, line by line
 * @throws DomainError with a message for a person
 */
export async function perform(ctx: Context, task: Exclude<Task, { verb: "help" }>): Promise<string[]> {
  switch (task.verb) {
    case "list": {
      const users = await listUsers(ctx, OPERATOR);
      return users.length > 0 ? table(users) : ["Nobody has an account yet."];
    }
    case "create": {
      const password = makePassword(ctx);
      const { email, admin, name } = task;
      await createUser(ctx, OPERATOR, { email, full_name: name, role: admin ? "admin" : "user", password });
      return [`${admin ? "The admin" : "The account"} ${email} is made.`, shownOnce(password)];
    }
    case "rotate-keys":
      await rotateKeys(ctx);
      return ["From now on a new key signs; a running site follows within half a minute. Those who are signed in stay so."];
    default:
      return change(ctx, task);
  }
}
