import { THREAD_ANCHOR } from "../../../domain/comments/comment-rules.ts";
import { routes } from "../../../routes.ts";

export const threadPath = (slug: string): string => `${routes.story(slug)}#${THREAD_ANCHOR}`;
