import { routes } from "../../routes.ts";

const { feeds } = routes;

/** Where the site has a page or a file, whatever stands in the database. */
const STANDING = new Set<string>([
  routes.home(),
  routes.listing(),
  routes.categories(),
  routes.about(),
  routes.privacy(),
  routes.terms(),
  routes.login(),
  routes.register(),
  routes.forgotPassword(),
  routes.resetPassword(),
  routes.confirm(),
  routes.account(),
  feeds.rss,
  feeds.atom,
  feeds.json,
  routes.sitemap(),
]);
const FEED_OF = /^\/(category|tag)\/[^/]+\/(feed\.xml|atom\.xml|feed\.json)$/;
/** What readers aren't led to, and what no redirect is asked for because something else answers. */
const OWN = /^\/(api|auth|admin|assets|media|social|healthz|readyz|metrics|unsubscribe)(\/|$)/;
const OWN_FILES = new Set<string>([
  routes.robots(),
  routes.llms(),
  routes.manifest(),
  routes.siteSocialImage(),
  "/category-colors.css",
  "/404",
]);
const STORY = /^\/story\/([^/]+)$/;

/** Whether readers find something at the path, an article aside. */
export const isStanding = (path: string): boolean => STANDING.has(path) || FEED_OF.test(path);

/** Whether the path belongs to the machinery of the site. */
export const isOwn = (path: string): boolean => OWN.test(path) || OWN_FILES.has(path);

/** What an article is asked for by when the path is that of one: a slug or an id. */
export function storyNamed(path: string): string | null {
  const named = STORY.exec(path)?.[1];
  return named === undefined ? null : decodeURIComponent(named);
}
