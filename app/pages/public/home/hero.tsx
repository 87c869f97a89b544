import { useQuery } from "@tanstack/react-query";
import { routes } from "../../../routes.ts";
import { useApi } from "../../data.ts";
import { useSite } from "../layout/use-site.ts";
import { PageLink } from "../navigation/page-link.tsx";
import { Horizon } from "./horizon.tsx";
import { homeQuery } from "./queries.ts";

/** Keeps a line's room. */
const NOTHING = "\u00a0";

/** The first screen: type over a morning horizon. While its texts are on their way their room is kept; the site's name stands in. */
export function Hero() {
  const site = useSite();
  const { data } = useQuery(homeQuery(useApi()));
  const { title = site.name, lead = NOTHING, button } = data?.hero ?? {};
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="page-width hero-text">
        <h1 id="hero-title">{title}</h1>
        <p className="hero-lead">{lead}</p>
        <p className="hero-buttons">
          {button?.slug ? (
            <PageLink className="button button-solid" to={routes.story(button.slug)}>
              {button.label}
            </PageLink>
          ) : null}
          <PageLink className="button" to={routes.listing()}>
            All Articles
          </PageLink>
        </p>
      </div>
      <Horizon />
    </section>
  );
}
