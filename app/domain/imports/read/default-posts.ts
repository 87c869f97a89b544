import SLUGS from "./default-posts.json" with { type: "json" };

const plain = (slug: string) =>
  slug
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/-\d{1,3}$/, "");
/**
 * The slugs of the posts and pages that every new WordPress has, in the languages of its translations: they are in blogs that have nothing
 * else in common. Letters without their accents; other scripts as they are.
 */
const PLAIN = new Set(SLUGS.map(plain));

/** Whether every new WordPress has a post or page of this slug. @param slug decoded */
export const isDefaultPost = (slug: string): boolean => PLAIN.has(plain(slug));
