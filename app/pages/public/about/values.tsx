import type { AboutContent } from "../../../domain/settings/model.ts";

/** What the site holds itself to. */
export function Values({ values }: Pick<AboutContent, "values">) {
  return (
    <section className="page-width values" aria-labelledby="values-title">
      <h2 id="values-title" className="section-title">
        Our values
      </h2>
      <ul>
        {values.map(({ name, text }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: four places, whatever stands in them
          <li key={place}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
