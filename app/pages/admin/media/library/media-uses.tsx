import { adminRoutes } from "../../../../admin-routes.ts";
import type { MediaUse } from "../../../../domain/media/model.ts";
import { Link } from "../../../../ui/link/link.tsx";

/** The posts that show a picture, each one click away. @param uses how many there are in all */
export function MediaUses({ posts, uses }: { posts: readonly MediaUse[]; uses: number }) {
  const more = uses - posts.length;
  return (
    <section className="media-uses" aria-label="Where it is used">
      <h3>{uses === 0 ? "Not used by any post" : `Used by ${uses === 1 ? "1 post" : `${uses} posts`}`}</h3>
      {posts.length > 0 ? (
        <ul>
          {posts.map(({ id, title, status }, place) => (
            <li key={id ?? place}>
              {id === null ? <strong>{title}</strong> : <Link to={adminRoutes.editPost(id)}>{title}</Link>}
              <span>{status}</span>
            </li>
          ))}
          {more > 0 ? <li>{`and ${more} more`}</li> : null}
        </ul>
      ) : null}
    </section>
  );
}
