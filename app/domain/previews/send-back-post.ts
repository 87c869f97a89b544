import { z } from "zod";
import { recordAudit } from "../audit/record-audit.ts";
import type { Actor } from "../authorize.ts";
import type { Context } from "../context.ts";
import { endHandIn } from "../posts/hand-ins/hand-in-post.ts";
import { mailSentBack } from "../posts/hand-ins/mail-hand-ins.ts";
import type { AdminPost } from "../posts/post-shapes.ts";
import type { Site } from "../settings/settings.ts";
import { noteInput } from "./preview.ts";
import { REMARKS_MAX } from "./preview-rules.ts";

export const remarksInput = z.strictObject({
  remarks: z
    .array(z.strictObject(noteInput.pick({ text: true, quote: true }).shape), "must be a list of remarks")
    .min(1, "must have at least one remark")
    .max(REMARKS_MAX, `must have at most ${REMARKS_MAX} remarks`),
});

type Remarks = z.infer<typeof remarksInput>["remarks"];

/** Remarks become notes on the post. @throws DomainError `forbidden`; PGRST116; `not_handed_in` */
export const sendBackPost = (
  ctx: Context,
  actor: Actor,
  postId: string,
  { remarks, site }: { remarks: Remarks; site: Site },
): Promise<AdminPost> =>
  endHandIn(ctx, actor, postId, async (own, editor, { title, userId }) => {
    await insertRemarks(own, editor.id, postId, remarks);
    const entry = { action: "sent back", entity: "post", entityId: postId, label: title, before: null } as const;
    await recordAudit(own, editor, { ...entry, after: { remarks } });
    await mailSentBack(own, { postId, title, userId, editorId: editor.id, remarks }, site);
  });

/** Named by its account while there is one. */
const NAMELESS = "An editor";

async function insertRemarks({ db, clock }: Context, author_id: string, post_id: string, remarks: Remarks): Promise<void> {
  const row = { post_id, author_id, author_name: NAMELESS, created_at: clock.now() };
  const rows = remarks.map(({ text, quote }) => ({ ...row, content: text, quote }));
  await db.insertInto("post_preview_notes").values(rows).execute();
}
