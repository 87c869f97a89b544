import { z } from "zod";
import { component } from "../../schema-fields.ts";

/** `warning`: the site works, but something wants attention. `failed`: something doesn't work, or will be lost. */
const CHECK_STATES = ["ok", "warning", "failed"] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** In words for the owner; nothing in it is secret. */
export const check = component(
  "Check",
  z.object({
    name: z.string().describe("A stable name, such as `disk`"),
    title: z.string(),
    state: z.enum(CHECK_STATES),
    found: z.string().describe("What was found"),
    why: z.string().describe("Why it matters"),
    mend: z.string().nullable().describe("What to do about it; null where nothing needs to be done"),
  }),
  {
    name: "disk",
    title: "Disk room",
    state: "ok",
    found: "31.2 GB of 40.0 GB are free for DATA_DIR.",
    why: "On a full disk nothing can be saved, and the embedded database stops.",
    mend: null,
  },
);
export type Check = z.infer<typeof check>;
