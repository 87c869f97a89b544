import { parseArgs } from "node:util";
import { listFactors, resetFactors } from "../domain/auth/factors/reset-factors.ts";
import { makePassword } from "../domain/auth/first-admin.ts";
import { rotateKeys } from "../domain/auth/keys.ts";
import { resetPassword } from "../domain/auth/passwords.ts";
import type { Context } from "../domain/context.ts";
import { DomainError } from "../domain/errors.ts";
import { createCurrentSettings } from "../domain/settings/read-settings.ts";
import { changeRole, deactivateUser, reactivateUser } from "../domain/users/change-user.ts";
import { createUser } from "../domain/users/create-user.ts";
import { listUsers, readUserByEmail } from "../domain/users/read-user.ts";
import { OPERATOR } from "../domain/users/user.ts";
import { FULL_NAME_MAX } from "../domain/users/user-rules.ts";
import type { Config } from "../platform/config/config.ts";
import { email as parseEmail } from "../platform/config/parsers.ts";
import { addressOf } from "./greet.ts";
import { ignoreLostOutput } from "./ignore-lost-output.ts";
import { plainSentence, withDatabase } from "./run-command.ts";

type Task =
  | { verb: "help" }
  | { verb: "list" | "rotate-keys" }
  | { verb: "factors"; email: string; reset: boolean }
  | { verb: "create"; email: string; admin: boolean; name: string | null }
  | { verb: "promote" | "demote" | "password" | "deactivate" | "reactivate"; email: string };

const USAGE = `Manages the accounts of this site, whether or not the site is running.

  npm run user -- list                      list all accounts
  npm run user -- create <email>            create an account; --admin for an admin, --name "Ada Lovelace" for a name
  npm run user -- promote <email>           make a user an admin
  npm run user -- demote <email>            make an admin an ordinary user
  npm run user -- password <email>          set a new password, and sign the user out everywhere
  npm run user -- deactivate <email>        deactivate a user; their posts and comments stay
  npm run user -- reactivate <email>        activate a user again
  npm run user -- factors <email>           list the user's second steps and passkeys; --reset to remove all of them
  npm run user -- rotate-keys               sign new sessions with a new key
`;

/** The message says why the arguments are invalid. */
class UsageError extends Error {}

const WITH_EMAIL = ["promote", "demote", "password", "deactivate", "reactivate"] as const;
const ALONE = ["list", "rotate-keys"] as const;

function parse(args: string[]) {
  try {
    const options = {
      admin: { type: "boolean" },
      name: { type: "string" },
      reset: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message.split(". ")[0]);
  }
}

function nameFrom(text: string | undefined): string | null {
  const name = text?.trim() ?? "";
  if (name.length > FULL_NAME_MAX) throw new UsageError(`A name has at most ${FULL_NAME_MAX} characters`);
  return name === "" ? null : name;
}

/** @throws UsageError */
function parseArguments(args: string[]): Task {
  const { values, positionals } = parse(args);
  const [verb, email, ...rest] = positionals;
  if (values.help || verb === "help") return { verb: "help" };
  if (verb === undefined) throw new UsageError("The command is missing");
  const known = [...ALONE, "create" as const, "factors" as const, ...WITH_EMAIL].find((one) => one === verb);
  if (!known) throw new UsageError(`“${verb}” is an unknown command`);
  if (known !== "create" && (values.admin || values.name !== undefined))
    throw new UsageError(`--admin and --name belong to create, not to ${known}`);
  if (known !== "factors" && values.reset) throw new UsageError(`--reset belongs to factors, not to ${known}`);
  const surplus = known === "list" || known === "rotate-keys" ? positionals.slice(1) : rest;
  if (surplus.length > 0) throw new UsageError(`“${surplus.join(" ")}” is unexpected`);
  if (known === "list" || known === "rotate-keys") return { verb: known };
  if (email === undefined) throw new UsageError(`${known} needs an email address`);
  const address = parseEmail(email);
  if (address === undefined) throw new UsageError(`“${email}” is not an email address`);
  if (known === "create") return { verb: known, email: address, admin: values.admin ?? false, name: nameFrom(values.name) };
  if (known === "factors") return { verb: known, email: address, reset: values.reset ?? false };
  return { verb: known, email: address };
}

type User = Awaited<ReturnType<typeof listUsers>>[number];

const day = (date: string | null) => date?.slice(0, 10) ?? "never";
const shownOnce = (password: string) => `The password, shown only now: ${password}`;

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

const KINDS: Record<string, string> = { totp: "authenticator app", recovery_code: "recovery codes", passkey: "passkey" };

async function showFactors(ctx: Context, config: Config, task: Extract<Task, { verb: "factors" }>): Promise<string[]> {
  const { id, email } = await readUserByEmail(ctx, OPERATOR, task.email);
  const factors = await listFactors(ctx, OPERATOR, id);
  if (factors.length === 0) return [`${email} signs in with the password alone.${task.reset ? " Nothing was changed." : ""}`];
  if (!task.reset)
    return factors.map(({ kind, friendly_name: name, created_at: made }) =>
      [KINDS[kind] ?? kind, name, `since ${day(made.toISOString())}`].join("  "),
    );
  const settings = await createCurrentSettings(ctx, { siteUrl: addressOf(config, config.port) });
  await resetFactors(ctx, OPERATOR, id, settings.site());
  return [`${email} signs in with the password alone until two-step sign-in is set up again. An email says so.`];
}

async function change(
  ctx: Context,
  task: Extract<Task, { verb: "promote" | "demote" | "password" | "deactivate" | "reactivate" }>,
) {
  const user = await readUserByEmail(ctx, OPERATOR, task.email);
  const { id, email } = user;
  switch (task.verb) {
    case "promote":
      if (user.role === "admin") return [`${email} is already an admin. Nothing was changed.`];
      await changeRole(ctx, OPERATOR, id, "admin");
      return [`${email} is an admin now.`];
    case "demote":
      if (user.role !== "admin") return [`${email} isn't an admin. Nothing was changed.`];
      await changeRole(ctx, OPERATOR, id, "user");
      return [`${email} is no longer an admin.`];
    case "deactivate":
      if (!user.is_active) return [`${email} is already deactivated. Nothing was changed.`];
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

/** @returns the lines to print @throws DomainError */
async function perform(ctx: Context, config: Config, task: Exclude<Task, { verb: "help" }>): Promise<string[]> {
  switch (task.verb) {
    case "list": {
      const users = await listUsers(ctx, OPERATOR);
      return users.length > 0 ? table(users) : ["There are no accounts yet."];
    }
    case "create": {
      const password = makePassword(ctx);
      const { email, admin, name } = task;
      await createUser(ctx, OPERATOR, { email, full_name: name, role: admin ? "admin" : "user", password });
      return [`${admin ? "The admin" : "The account"} ${email} was created.`, shownOnce(password)];
    }
    case "rotate-keys":
      await rotateKeys(ctx);
      return ["New sessions are signed with a new key; a running site uses it within half a minute. No one is signed out."];
    case "factors":
      return showFactors(ctx, config, task);
    default:
      return change(ctx, task);
  }
}

/** The sentence is for the operator; null for unexpected errors. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof DomainError) {
    if (error.code === "PGRST116") return "There is no account with this email address.";
    return error.code === "23505" ? "This email address already has an account. Nothing was changed." : error.message;
  }
  return plainSentence(error);
}

const work = (task: Exclude<Task, { verb: "help" }>, projectDir: string): Promise<string[]> =>
  withDatabase(projectDir, (ctx, config) => perform(ctx, config, task));

/** Exit codes: 0 done, 1 refused or failed, 2 invalid arguments. */
async function runUserCommand(args: string[], projectDir: string): Promise<number> {
  ignoreLostOutput();
  const say = (lines: string[]) => process.stdout.write(`${lines.join("\n")}\n`);
  try {
    const task = parseArguments(args);
    say(task.verb === "help" ? [USAGE.trimEnd()] : await work(task, projectDir));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}.\n\n${USAGE}`);
      return 2;
    }
    const sentence = sentenceOf(error);
    process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`);
    return 1;
  }
}

process.exitCode = await runUserCommand(process.argv.slice(2), process.cwd());
