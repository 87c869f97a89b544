import { THREAD_ANCHOR } from "../../../domain/comments/comment-rules.ts";
import { routes } from "../../../routes.ts";
import { useSite } from "../layout/use-site.ts";
import { PageLink } from "../navigation/page-link.tsx";

/** The thread of an article, as an address to come back to. */
export const threadAddress = (slug: string): string => `${routes.story(slug)}#${THREAD_ANCHOR}`;

/** For who isn't signed in: the way in, and back to here. */
export function Invitation({ slug }: { slug: string }) {
  const { allowRegistration } = useSite();
  const back = threadAddress(slug);
  return (
    <p className="comments-invitation">
      <span>Join the conversation.</span>
      <PageLink className="button" to={routes.login(back)}>
        Login
      </PageLink>
      {allowRegistration ? (
        <PageLink className="button button-solid" to={routes.register(back)}>
          Sign Up
        </PageLink>
      ) : null}
    </p>
  );
}
