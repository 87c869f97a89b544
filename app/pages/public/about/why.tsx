import type { AboutContent } from "../../../domain/settings/model.ts";
import { Values } from "./values.tsx";

/** What the site can show for itself, what it is for, and what it holds itself to. */
export function Why({ about: { stats, mission, vision, values } }: { about: AboutContent }) {
  return (
    <>
      {stats.length > 0 ? (
        <dl className="page-width stats">
          {stats.map(({ value, label }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: up to four places with any content
            <div key={place}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <div className="page-width about-why">
        <section aria-labelledby="mission">
          <h2 id="mission">Our mission</h2>
          <p>{mission}</p>
        </section>
        <section aria-labelledby="vision">
          <h2 id="vision">Our vision</h2>
          <p>{vision}</p>
        </section>
      </div>
      <Values values={values} />
    </>
  );
}
