import { parseArgs } from "node:util";
import { FULL_NAME_MAX } from "../../domain/users/model.ts";
import { email as parseEmail } from "../../platform/config/parsers.ts";

/** What the command is asked to do. */
export type Task =
  | { verb: "help" }
  | { verb: "list" | "rotate-keys" }
  | { verb: "create"; email: string; admin: boolean; name: string | null }
  | { verb: "promote" | "demote" | "password" | "deactivate" | "reactivate"; email: string };

export const USAGE = `Accounts of this site, from the command line. It works while the site runs and while it doesn't.

  npm run user -- list                      who has an account
  npm run user -- create <email>            a new account; --admin makes it an admin's, --name "Ada Lovelace" names it
  npm run user -- promote <email>           make somebody an admin
  npm run user -- demote <email>            make an admin an ordinary reader
  npm run user -- password <email>          a new password for somebody, who is signed out everywhere
  npm run user -- deactivate <email>        shut somebody out; what they wrote stays
  npm run user -- reactivate <email>        let them in again
  npm run user -- rotate-keys               sign new sessions with a new key
`;

/** The arguments make no sense; the message says why. */
export class UsageError extends Error {}

const WITH_EMAIL = ["promote", "demote", "password", "deactivate", "reactivate"] as const;
const ALONE = ["list", "rotate-keys"] as const;

function parse(args: string[]) {
  try {
    const options = { admin: { type: "boolean" }, name: { type: "string" }, help: { type: "boolean", short: "h" } } as const;
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

/** @param args the words behind the command's name. @throws UsageError */
export function parseArguments(args: string[]): Task {
  const { values, positionals } = parse(args);
  const [verb, email, ...rest] = positionals;
  if (values.help || verb === "help") return { verb: "help" };
  if (verb === undefined) throw new UsageError("What shall be done is missing");
  const known = [...ALONE, "create" as const, ...WITH_EMAIL].find((one) => one === verb);
  if (!known) throw new UsageError(`"${verb}" is not known here`);
  if (known !== "create" && (values.admin || values.name !== undefined))
    throw new UsageError(`--admin and --name belong to create, not to ${known}`);
  const surplus = known === "list" || known === "rotate-keys" ? positionals.slice(1) : rest;
  if (surplus.length > 0) throw new UsageError(`"${surplus.join(" ")}" is too much`);
  if (known === "list" || known === "rotate-keys") return { verb: known };
  if (email === undefined) throw new UsageError(`${known} needs an email address`);
  const address = parseEmail(email);
  if (address === undefined) throw new UsageError(`"${email}" is not an email address`);
  if (known === "create") return { verb: known, email: address, admin: values.admin ?? false, name: nameFrom(values.name) };
  return { verb: known, email: address };
}
