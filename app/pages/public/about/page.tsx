import { useQuery } from "@tanstack/react-query";
import type { AboutContent, ShownAbout } from "../../../domain/settings/site-content.ts";
import { routes } from "../../../routes.ts";
import { fill } from "../../../texts/texts.ts";
import { Illustration } from "../../../ui/illustration/illustration.tsx";
import { TextWith } from "../../../ui/text-with.tsx";
import { useApi, useSite } from "../../data.ts";
import { Meta } from "../meta.tsx";
import { PublishedPage, type TextBlock, useOwnText } from "../own-page/own-page.tsx";
import { PageLink } from "../page-link.tsx";
import { aboutQuery } from "../queries.ts";
import { texts } from "./texts.ts";

function Values({ values }: Pick<AboutContent, "values">) {
  return (
    <section className="page-width values" aria-labelledby="values-title">
      <h2 id="values-title" className="section-title">
        {texts.values}
      </h2>
      <ul>
        {values.map(({ name, text }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list always has four places
          <li key={place}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Why({ about: { stats, mission, vision, values } }: { about: ShownAbout }) {
  return (
    <>
      {stats.length > 0 ? (
        <dl className="page-width stats">
          {stats.map(({ value, label }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the places have no other identity
            <div key={place}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <div className="page-width about-why">
        <section aria-labelledby="mission">
          <h2 id="mission">{texts.mission}</h2>
          <p>{mission}</p>
        </section>
        <section aria-labelledby="vision">
          <h2 id="vision">{texts.vision}</h2>
          <p>{vision}</p>
        </section>
      </div>
      <Values values={values} />
    </>
  );
}

export function Component() {
  const own = useOwnText("about");
  return own ? <PublishedPage page={own} /> : <ShippedAbout />;
}

/** The text of the page that comes with the product. */
export const aboutText = ({ lead, mission, vision, values }: ShownAbout): TextBlock[] => [
  ...(lead ? [["p", lead] satisfies TextBlock] : []),
  ["h2", texts.mission],
  ["p", mission],
  ["h2", texts.vision],
  ["p", vision],
  ["h2", texts.values],
  ...values.flatMap(({ name, text }): TextBlock[] => [
    ["h3", name],
    ["p", text],
  ]),
];

function ShippedAbout() {
  const site = useSite();
  const { data: about } = useQuery(aboutQuery(useApi()));
  return (
    <>
      <Meta title={texts.title} path={routes.about()} description={fill(texts.description, { site: site.name })} />
      <header className="page-width about-hero">
        <div>
          <h1>
            <TextWith text={texts.about} parts={{ site: site.name }} />
          </h1>
          {about?.lead ? <p className="standfirst">{about.lead}</p> : null}
        </div>
        <Illustration slug="inspiration" className="picture cat-inspiration" />
      </header>
      {about ? <Why about={about} /> : null}
      <section className="call" aria-labelledby="call-title">
        <div className="page-width">
          <h2 id="call-title">{texts.start}</h2>
          <p>{texts.startLead}</p>
          <p className="hero-buttons">
            <PageLink className="button button-solid" to={routes.listing()}>
              {texts.explore}
            </PageLink>
            <PageLink className="button" to={routes.register()}>
              <TextWith text={texts.join} parts={{ site: site.name }} />
            </PageLink>
          </p>
        </div>
      </section>
    </>
  );
}
