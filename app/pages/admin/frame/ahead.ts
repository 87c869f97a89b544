import type { QueryClient } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import { COMMENTS_AT_FIRST, commentsQuery } from "../comments/queries.ts";
import { POSTS_AT_FIRST, postsQuery } from "../posts/queries.ts";
import { USERS_AT_FIRST, usersQuery } from "../users/queries.ts";

/** What the long lists ask for when they are opened. */
const FIRST: Record<string, (client: QueryClient) => Promise<void>> = {
  [adminRoutes.posts()]: (client) => client.prefetchQuery(postsQuery(POSTS_AT_FIRST)),
  [adminRoutes.users()]: (client) => client.prefetchQuery(usersQuery(USERS_AT_FIRST)),
  [adminRoutes.comments()]: (client) => client.prefetchQuery(commentsQuery(COMMENTS_AT_FIRST)),
};

/** Asks for a screen's rows while its entry is still being pressed: the answer is on its way before the screen is drawn. */
export const fetchAhead = (client: QueryClient, address: string): void => void FIRST[address]?.(client);
