/** What every operation of the back office says of itself. */
export const ADMIN = { tags: ["Admin"], security: [{ session: [] as string[] }] };
