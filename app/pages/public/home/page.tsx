import { routes } from "../../../routes.ts";
import { useSite } from "../layout/use-site.ts";
import { JsonLd } from "../meta/json-ld.tsx";
import { Meta } from "../meta/meta.tsx";
import { FeaturedStories } from "./featured-stories.tsx";
import { FollowMe } from "./follow-me.tsx";
import { Hero } from "./hero.tsx";

/** Home. */
export function Component() {
  const site = useSite();
  return (
    <>
      <Meta path={routes.home()} />
      <JsonLd
        data={{
          "@type": "WebSite",
          name: site.name,
          description: site.description,
          url: `${site.url}/`,
          potentialAction: {
            "@type": "SearchAction",
            target: { "@type": "EntryPoint", urlTemplate: `${site.url}${routes.listing()}?search={search_term_string}` },
            "query-input": "required name=search_term_string",
          },
        }}
      />
      <Hero />
      <FeaturedStories />
      <FollowMe />
    </>
  );
}
