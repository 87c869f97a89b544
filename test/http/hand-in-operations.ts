import { signedInUser } from "../app/signed-in.ts";
import { buildPost } from "../builders.ts";
import type { Callers } from "./operation-inputs.ts";
import type { Row } from "./operation-row.ts";

/** A contributor's own draft. */
async function newContribution({ app, db }: Pick<Callers, "app" | "db">) {
  const { user, actor } = await signedInUser(app, { grants: ["contributor"] });
  return { as: actor, id: (await buildPost(db, { status: "draft", published_at: null, author_id: user.id })).id };
}

async function newHandIn(callers: Pick<Callers, "app" | "db">) {
  const { as, id } = await newContribution(callers);
  await as.post(`/api/admin/posts/${id}/hand-in`, { note: "", version: 1 });
  return { as, id };
}

export const HAND_IN_OPERATIONS: Record<string, Row> = {
  createHandIn: {
    at: "post /api/admin/posts/{id}/hand-in",
    who: "writers",
    leaves: ["post handed in"],
    call: newContribution,
  },
  deleteHandIn: {
    at: "delete /api/admin/posts/{id}/hand-in",
    who: "writers",
    leaves: ["post hand-in withdrawn"],
    call: newHandIn,
  },
  createRemarks: {
    at: "post /api/admin/posts/{id}/remarks",
    who: "editors",
    leaves: ["post sent back"],
    call: async (f) => ({ id: (await newHandIn(f)).id }),
  },
};
