import { sql } from "kysely";
import type { MailKind } from "../../app/domain/mail/mail.ts";
import { TEST_ORIGIN } from "../app/actors.ts";
import type { TestApp } from "../app/create-test-app.ts";

/** A message as its reader uses it. */
export type Letter = { to: string; kind: MailKind; link: URL; token: string; type: string; code: string; text: string };

/** The messages to an address, the newest first. */
export async function lettersTo({ context }: Pick<TestApp, "context">, address: string): Promise<Letter[]> {
  const rows = await context.db
    .selectFrom("outbox")
    .select(["kind", "link", "code", "body_text"])
    .where("recipient", "=", address)
    .orderBy("created_at", "desc")
    .orderBy(sql`ctid`, "desc")
    .execute();
  return rows.map(({ kind, link, code, body_text }) => {
    const url = new URL(link ?? TEST_ORIGIN);
    const token = url.searchParams.get("token_hash") ?? "";
    return {
      to: address,
      kind: kind as MailKind,
      link: url,
      token,
      type: url.searchParams.get("type") ?? "",
      code: code ?? "",
      text: body_text,
    };
  });
}

/** The newest message to an address. */
export async function letterTo(app: Pick<TestApp, "context">, address: string): Promise<Letter> {
  const [letter] = await lettersTo(app, address);
  if (!letter) throw new Error(`there is no message to ${address}`);
  return letter;
}
