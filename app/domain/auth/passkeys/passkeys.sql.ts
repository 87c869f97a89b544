import { z } from "zod";
import type { Db } from "../../../platform/database/db.ts";

const date = z.string().meta({ format: "date-time" });

/** GoTrue's format, and the host. */
export const passkey = z.object({
  id: z.string(),
  friendly_name: z.string().optional(),
  created_at: date,
  last_used_at: date.optional().describe("Absent if nobody has signed in with it"),
  rp_id: z.string().describe("The only host where it works: that of the site’s URL when it was added"),
});
export type Passkey = z.infer<typeof passkey>;

type PasskeyRow = { id: string; friendly_name: string; created_at: Date; last_used_at: Date | null; rp_id: string };

export const presentPasskey = ({ id, friendly_name, created_at, last_used_at, rp_id }: PasskeyRow): Passkey => ({
  id,
  friendly_name,
  created_at: created_at.toISOString(),
  ...(last_used_at && { last_used_at: last_used_at.toISOString() }),
  rp_id,
});

export const passkeyColumns = ["id", "friendly_name", "created_at", "last_used_at", "rp_id"] as const;

export const findPasskeys = (db: Db, userId: string) =>
  db.selectFrom("passkeys").select(passkeyColumns).where("user_id", "=", userId).orderBy("created_at").orderBy("id").execute();
