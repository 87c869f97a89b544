import { useQuery } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import { routes } from "../../../routes.ts";
import { Link } from "../../../ui/link.tsx";
import { pagesQuery } from "../pages/queries.ts";
import { SettingField, type SettingFieldProps } from "./setting-field.tsx";

/** The newsletter has a page of its own, in place of one that the owner wrote before there was a newsletter. */
export function NewsletterSwitch(props: SettingFieldProps) {
  const { data } = useQuery(pagesQuery());
  const path = routes.newsletter();
  const hidden = props.fields.newsletter === true && data?.items.find(({ slug }) => path === routes.page(slug));
  return (
    <>
      <SettingField {...props} />
      <div role="status">
        {hidden ? (
          <p className="field-hint">
            Readers don’t see your page “{hidden.title}” while this is on: {path} is the form of the newsletter.{" "}
            <Link className="text-link" to={adminRoutes.editPost(hidden.id)}>
              Give the page another slug
            </Link>
          </p>
        ) : null}
      </div>
    </>
  );
}
