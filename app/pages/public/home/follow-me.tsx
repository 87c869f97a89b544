import { useQuery } from "@tanstack/react-query";
import { TwitterSign } from "../../../ui/icon/brands.tsx";
import { Icon } from "../../../ui/icon/icon.tsx";
import { Mark } from "../../../ui/illustration/mark.tsx";
import { useApi } from "../../data.ts";
import { useSite } from "../layout/use-site.ts";
import { homeQuery } from "./queries.ts";

/** In this order, as far as they are known. */
const FIGURES = ["articles", "readers", "views", "likes"] as const;
/** They keep their room while they are on their way. */
const EXPECTED = ["articles", "readers", "likes"] as const;

/** Ways to stay in touch. */
export function FollowMe() {
  const site = useSite();
  const { data } = useQuery(homeQuery(useApi()));
  const figures = data ? FIGURES.filter((name) => data.profile[name] !== "") : EXPECTED;
  const tweet = `https://twitter.com/intent/tweet?${new URLSearchParams({ text: `${site.name}: ${site.description}`, url: site.url })}`;
  const newsletter = `mailto:${site.email}?subject=${encodeURIComponent("Subscribe to Newsletter")}`;
  return (
    <section className="page-width follow" aria-labelledby="follow-title">
      <h2 id="follow-title" className="section-title">
        Follow Me
      </h2>
      <div className="follow-grid">
        <article className="panel profile">
          <Mark className="profile-mark" />
          <div className="profile-text">
            <h3>{site.name}</h3>
            <p>{site.description}</p>
            {figures.length > 0 ? (
              <dl className="figures">
                {figures.map((name) => (
                  <div key={name}>
                    <dt>{data?.profile[name] === "1" ? name.slice(0, -1) : name}</dt>
                    <dd>{data?.profile[name] ?? "–"}</dd>
                  </div>
                ))}
              </dl>
            ) : null}
            <a className="button button-solid" href={`mailto:${site.email}`}>
              Get in Touch
            </a>
          </div>
        </article>
        <article className="panel">
          <TwitterSign />
          <h3>Twitter</h3>
          <p>Read something that stayed with you? Pass it on while it is still warm.</p>
          <a className="button" href={tweet} target="_blank" rel="noopener noreferrer">
            Tweet about {site.name}
          </a>
        </article>
        <article className="panel">
          <Icon name="mail" />
          <h3>Newsletter</h3>
          <p>New articles by letter, now and then. One mail is enough to join, one is enough to leave.</p>
          <a className="button" href={newsletter}>
            Subscribe to Newsletter
          </a>
        </article>
      </div>
    </section>
  );
}
