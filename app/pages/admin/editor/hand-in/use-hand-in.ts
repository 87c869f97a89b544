import { useState } from "react";
import { adminApi } from "../../../../browser/auth/admin-api.ts";
import type { HandedIn } from "../../../../domain/posts/hand-ins/hand-in.ts";
import type { AdminPost } from "../../../../domain/posts/post-shapes.ts";
import { body } from "../../../../http/api/admin/client.ts";
import type { SessionState } from "../session/reduce-session.ts";

export const handInPost = ({ id, ...json }: { id: string; note: string; version: number }) =>
  body(adminApi.posts[":id"]["hand-in"].$post({ param: { id }, query: {}, json }));

export const withdrawHandIn = (id: string) => body(adminApi.posts[":id"]["hand-in"].$delete({ param: { id }, query: {} }));

export type Remark = { text: string; quote: string };

export const sendBackPost = ({ id, remarks }: { id: string; remarks: Remark[] }) =>
  body(adminApi.posts[":id"].remarks.$post({ param: { id }, query: {}, json: { remarks } }));

/** Since when an editor's decision is awaited, until the post is published here. */
export function useHandIn(post: AdminPost | null, { stored }: Pick<SessionState, "stored">) {
  const [handedIn, change] = useState<HandedIn | null>(post?.handed_in ?? null);
  return { handedIn: stored.values.status === "published" ? null : handedIn, change };
}

export type HandIn = ReturnType<typeof useHandIn>;
