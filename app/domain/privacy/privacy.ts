import { z } from "zod";

export const storedKey = z.object({
  name: z.string().meta({ description: "The cookie or key; `…` can be any end, such as the id of a post" }),
  place: z.enum(["cookie", "local storage", "session storage", "IndexedDB"]),
  whose: z.enum(["everyone", "signed-in users", "admins"]).meta({ description: "In whose browsers it can be" }),
  purpose: z.string(),
  kept: z.string().meta({ description: "For how long" }),
});
export type StoredKey = z.infer<typeof storedKey>;

export const dataKind = z.object({
  title: z.string(),
  purpose: z.string(),
  stored: z.array(z.string()),
  kept: z.string().meta({ description: "For how long" }),
});
export type DataKind = z.infer<typeof dataKind>;
