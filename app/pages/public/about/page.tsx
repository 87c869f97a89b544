import { useQuery } from "@tanstack/react-query";
import { routes } from "../../../routes.ts";
import { Illustration } from "../../../ui/illustration/illustration.tsx";
import { useApi } from "../../data.ts";
import { useSite } from "../layout/use-site.ts";
import { Meta } from "../meta/meta.tsx";
import { PageLink } from "../navigation/page-link.tsx";
import { aboutQuery } from "./queries.ts";
import { Why } from "./why.tsx";

/** What this is and what for. */
export function Component() {
  const site = useSite();
  const { data: about } = useQuery(aboutQuery(useApi()));
  return (
    <>
      <Meta
        title="About"
        path={routes.about()}
        description={`What ${site.name} is, what it is for, and what it holds itself to.`}
      />
      <header className="page-width about-hero">
        <div>
          <h1>About {site.name}</h1>
          {about?.lead ? <p className="standfirst">{about.lead}</p> : null}
        </div>
        <Illustration slug="inspiration" className="picture cat-inspiration" />
      </header>
      {about ? <Why about={about} /> : null}
      <section className="call" aria-labelledby="call-title">
        <div className="page-width">
          <h2 id="call-title">Start with an article</h2>
          <p>Reading needs no account. Having one is for those who want to come back under their own name.</p>
          <p className="hero-buttons">
            <PageLink className="button button-solid" to={routes.listing()}>
              Explore Articles
            </PageLink>
            <PageLink className="button" to={routes.register()}>
              Join {site.name}
            </PageLink>
          </p>
        </div>
      </section>
    </>
  );
}
