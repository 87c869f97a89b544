import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import type { AuthorProfile } from "../../../domain/authors/author.ts";
import { routes } from "../../../routes.ts";
import { Link } from "../../../ui/link.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { AuthorForm } from "./author-form.tsx";
import { authorQuery } from "./queries.ts";

function View({ profile: { slug, has_page, articles_count } }: { profile: AuthorProfile }) {
  if (slug !== null && has_page && articles_count > 0)
    return (
      <a className="button" href={routes.author(slug)} target="_blank" rel="noopener">
        View page
      </a>
    );
  return null;
}

const leadOf = ({ has_page, articles_count }: AuthorProfile) => {
  if (!has_page) return "Readers don’t see a page of this author.";
  if (articles_count === 0) return "Readers see the page once there is a published article.";
  return `Readers see it with ${articles_count === 1 ? "one article" : `${articles_count} articles`}.`;
};

/** The page of a user with the id in the URL; without one, the signed-in user's own. */
export function AuthorScreen() {
  const { id } = useParams();
  const query = useQuery(authorQuery(id));
  const profile = query.data;
  const back = id === undefined ? { to: routes.account(), label: "Account" } : { to: adminRoutes.users(), label: "Users" };
  return (
    <AdminPage
      title={
        id === undefined
          ? "Your author page"
          : profile
            ? `Author page of ${profile.full_name ?? "a user without a name"}`
            : "Author page"
      }
      lead={profile ? leadOf(profile) : undefined}
      actions={profile ? <View profile={profile} /> : undefined}
      before={
        <Link className="back-link" to={back.to}>
          <AdminIcon name="arrow-left" />
          {back.label}
        </Link>
      }
      width="narrow"
    >
      <QueryView query={query} noun="the author page">
        {(loaded) => <AuthorForm key={loaded.id} id={id} profile={loaded} />}
      </QueryView>
    </AdminPage>
  );
}
