import { useQuery } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import { useAuth } from "../../../browser/auth/state.ts";
import { FEATURED_LIMIT } from "../../../domain/posts/model.ts";
import { routes } from "../../../routes.ts";
import { Illustration } from "../../../ui/illustration/illustration.tsx";
import { useApi } from "../../data.ts";
import { Card } from "../cards/card.tsx";
import { CardSkeleton } from "../cards/card-skeleton.tsx";
import { PageLink } from "../navigation/page-link.tsx";
import { featuredQuery } from "./queries.ts";

const PLACES = Array.from({ length: FEATURED_LIMIT }, (_, place) => place);
const sizeAt = (place: number) => (place === 0 ? "large" : "small");

/** Up to four stories, the first one large; on a site without articles, that the first is to come. */
export function FeaturedStories() {
  const { data: posts, isError } = useQuery(featuredQuery(useApi()));
  const isAdmin = useAuth().person?.role === "admin";
  return (
    <section className="page-width featured" aria-labelledby="featured-title">
      <h2 id="featured-title" className="section-title">
        Featured Stories
      </h2>
      {isError && !posts ? (
        <p className="notice" role="alert">
          Error loading featured posts. Please try again later.
        </p>
      ) : posts?.length === 0 ? (
        <div className="first-story">
          <Illustration slug="" className="picture" />
          <p>The first story is being written.</p>
          {isAdmin ? (
            <PageLink className="button" to={adminRoutes.createPost()}>
              Write it
            </PageLink>
          ) : null}
        </div>
      ) : (
        <div className="featured-grid" aria-busy={!posts}>
          {posts
            ? posts
                .slice(0, FEATURED_LIMIT)
                .map((post, place) => <Card key={post.id} post={post} size={sizeAt(place)} eager={place === 0} />)
            : PLACES.map((place) => <CardSkeleton key={place} size={sizeAt(place)} />)}
        </div>
      )}
      {posts?.length === 0 ? null : (
        <p className="section-end">
          <PageLink className="button" to={routes.listing()}>
            View All Articles
          </PageLink>
        </p>
      )}
    </section>
  );
}
