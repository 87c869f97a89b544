import type { QueryClient } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import { askComments, COMMENTS_AT_FIRST } from "../comments/queries.ts";
import { askPosts, DEFAULT_POST_FILTERS } from "../posts/queries.ts";
import { askUsers, USERS_AT_FIRST } from "../users/queries.ts";

/** What the long lists ask for when they are opened. */
const FIRST: Record<string, (client: QueryClient) => Promise<void>> = {
  [adminRoutes.posts()]: (client) => askPosts(client, DEFAULT_POST_FILTERS),
  [adminRoutes.users()]: (client) => askUsers(client, USERS_AT_FIRST),
  [adminRoutes.comments()]: (client) => askComments(client, COMMENTS_AT_FIRST),
};

/** Whether a screen is one of the long lists, which come with the frame and whose rows can be asked for ahead. */
export const isLongList = (address: string): boolean => address in FIRST;

/** Asks for a screen's rows while somebody is still on the way to its entry: the answer is there when the screen is drawn, or soon. */
export const prefetchList = (client: QueryClient, address: string): void => void FIRST[address]?.(client);
