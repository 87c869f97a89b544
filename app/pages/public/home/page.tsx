import { useQuery } from "@tanstack/react-query";
import { pathTo } from "../../../base-path.ts";
import { useAuth } from "../../../browser/auth/state.ts";
import type { HomeLook } from "../../../domain/appearance/appearance.ts";
import { mayWrite } from "../../../domain/back-office.policy.ts";
import { facesOf } from "../../../domain/categories/art-rules.ts";
import { focusClass, sourcesOf } from "../../../domain/media/media-rules.ts";
import { FEATURED_LIMIT } from "../../../domain/posts/post-rules.ts";
import { routes } from "../../../routes.ts";
import { plural } from "../../../texts/texts.ts";
import { Icon, TwitterLogo } from "../../../ui/icon.tsx";
import { Illustration } from "../../../ui/illustration/illustration.tsx";
import { Mark } from "../../../ui/illustration/mark.tsx";
import { useApi, useSite } from "../../data.ts";
import { Card, CardSkeleton } from "../cards/card.tsx";
import { Lines } from "../cards/lines.tsx";
import { MenuLink } from "../layout/menu-link.tsx";
import { JsonLd, Meta } from "../meta.tsx";
import { SubscribeForm } from "../newsletter/subscribe-form.tsx";
import { PageLink } from "../page-link.tsx";
import { featuredQuery, homeQuery } from "../queries.ts";
import { texts } from "./texts.ts";

/** Empty ones are left out. */
const FIGURES = ["articles", "readers", "likes"] as const;

/** The figure may be any text, such as "1.2K". */
const figureName = (name: (typeof FIGURES)[number], figure = ""): string =>
  plural(texts[name], /^\d+$/.test(figure) ? Number(figure) : MANY);

/** For the plural of a number that isn't known. */
const MANY = 1000;

function FollowMe() {
  const site = useSite();
  const { data } = useQuery(homeQuery(useApi()));
  const figures = data ? FIGURES.filter((name) => data.profile[name] !== "") : FIGURES;
  const tweet = `https://twitter.com/intent/tweet?${new URLSearchParams({ text: `${site.name}: ${site.description}`, url: site.url })}`;
  const newsletter = `mailto:${site.email}?subject=${encodeURIComponent(texts.subscribe)}`;
  return (
    <section className="page-width follow" aria-labelledby="follow-title">
      <h2 id="follow-title" className="section-title">
        {texts.follow}
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
                    <dt>{figureName(name, data?.profile[name])}</dt>
                    <dd>{data?.profile[name] ?? "–"}</dd>
                  </div>
                ))}
              </dl>
            ) : null}
            <a className="button button-solid" href={`mailto:${site.email}`}>
              {texts.contact}
            </a>
          </div>
        </article>
        <article className="panel">
          <TwitterLogo />
          <h3>Twitter</h3>
          <p>{texts.tweetLead}</p>
          <a className="button" href={tweet} target="_blank" rel="noopener noreferrer">
            {texts.tweet}
          </a>
        </article>
        <article className="panel">
          <Icon name="mail" />
          <h3>{texts.newsletter}</h3>
          {site.newsletter ? (
            <SubscribeForm />
          ) : (
            <>
              <p>{texts.newsletterLead}</p>
              <a className="button" href={newsletter}>
                {texts.subscribe}
              </a>
            </>
          )}
        </article>
      </div>
    </section>
  );
}

const PLACES = Array.from({ length: FEATURED_LIMIT }, (_, place) => place);
const sizeAt = (place: number) => (place === 0 ? "large" : "small");

const FEEDS = [
  { name: "RSS", path: routes.feeds.rss },
  { name: "Atom", path: routes.feeds.atom },
  { name: "JSON Feed", path: routes.feeds.json },
];

/** The next step for an admin; for readers, how to hear of the first story. */
function FirstStory({ mayWrite }: { mayWrite: boolean }) {
  const site = useSite();
  return (
    <div className="panel first-story">
      <Illustration slug="" className="picture" />
      <div>
        <h3>{texts.firstStory}</h3>
        <p className="first-story-lead" dir="auto">
          {site.description}
        </p>
        {mayWrite ? (
          <p>
            <PageLink className="button button-solid" to={routes.adminCreatePost()}>
              {texts.write}
            </PageLink>
          </p>
        ) : (
          <>
            <p>{texts.followAlong}</p>
            <ul>
              {FEEDS.map(({ name, path }) => (
                <li key={path}>
                  <a className="text-link" href={path}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

/** The first one large. */
function FeaturedStories() {
  const { data: posts, isError } = useQuery(featuredQuery(useApi()));
  const { person } = useAuth();
  const shown = posts?.slice(0, FEATURED_LIMIT);
  const faces = facesOf(shown ?? []);
  return (
    <section className="page-width featured" aria-labelledby="featured-title">
      <h2 id="featured-title" className="section-title">
        {texts.featured}
      </h2>
      {isError && !posts ? (
        <p className="notice" role="alert">
          {texts.notLoaded}
        </p>
      ) : posts?.length === 0 ? (
        <FirstStory mayWrite={mayWrite(person)} />
      ) : (
        <div className="featured-grid" aria-busy={!posts}>
          {shown
            ? shown.map((post, place) => (
                <Card key={post.id} post={post} face={faces[place]} size={sizeAt(place)} eager={place === 0} />
              ))
            : PLACES.map((place) => <CardSkeleton key={place} size={sizeAt(place)} />)}
        </div>
      )}
      {posts?.length === 0 ? null : (
        <p className="section-end">
          <PageLink className="button" to={routes.listing()}>
            {texts.viewAll}
          </PageLink>
        </p>
      )}
    </section>
  );
}

/** A line each, without the featured stories. */
function Newest() {
  const { data } = useQuery(homeQuery(useApi()));
  if (!data || data.newest.length === 0) return null;
  return (
    <section className="page-width newest" aria-labelledby="newest-title">
      <h2 id="newest-title" className="section-title">
        {texts.newest}
      </h2>
      <Lines posts={data.newest} />
    </section>
  );
}

/** The style sheet has the colors of both themes. */
function Horizon() {
  return (
    <>
      <svg className="lark" viewBox="0 0 470 460" aria-hidden="true">
        <path
          className="lark-song"
          d="M18 452c92-18 214-44 214-98 0-40-96-46-96-6 0 46 148 36 176-44 18-54-78-78-88-36-12 52 96 44 116-22 12-40 6-64 0-86"
        />
        <path
          className="lark-bird"
          transform="translate(322 74) rotate(-16) scale(4)"
          d="M31 9.2 27.4 7.6C26.6 6 24.9 5.2 23.2 5.5L20.2 3.4 20.6 6.3C18.8 7.4 17.4 9.1 16.4 10.9 13.6 6.6 8.6 3.4 2.4 2.6 3 6.9 5.4 10.6 8.8 13L6.2 13.2C7.7 15.2 9.8 16.5 12 17.2L1 21.4 2.6 23.2H6.4C9.4 22.9 11.6 22.2 13.6 21.3 19.4 22.4 25.2 19.2 26.6 12.7 27.2 11.6 27.6 10.8 28.2 10.3z"
        />
      </svg>
      <svg className="horizon" viewBox="0 96 1600 224" preserveAspectRatio="none" aria-hidden="true">
        <path
          className="horizon-far"
          d="M0 170c120-34 250-52 390-44 150 8 240 46 380 44 150-2 250-66 420-70 160-4 290 40 410 52v170H0z"
        />
        <path className="horizon-mid" d="M0 222c180-30 330-22 480-4 190 22 330 30 520 2 190-28 390-40 600-8v110H0z" />
        <path className="horizon-near" d="M0 262c260-24 520-8 800-6 300 2 540-22 800-6v72H0z" />
        <path className="horizon-page" d="M0 316c240-30 500-34 760-22 320 14 560 18 840 2v26H0z" />
      </svg>
    </>
  );
}

/** It decorates the first words. */
function HeroPicture({ address, focus }: { address: string; focus: HomeLook["focus"] }) {
  return (
    <picture className="hero-picture">
      {sourcesOf(address).map(({ type, srcset }) => (
        <source
          key={type}
          type={type}
          srcSet={srcset.replaceAll("/media/", pathTo("/media/"))}
          sizes="(width >= 48rem) 50vw, 100vw"
        />
      ))}
      <img className={focusClass(focus).trim() || undefined} src={pathTo(address)} alt="" fetchPriority="high" />
    </picture>
  );
}

/** Keeps the height of a line. */
const NOTHING = "\u00a0";

/** While its texts load, the first screen shows the site's name and keeps their space. */
function Hero() {
  const site = useSite();
  const { data } = useQuery(homeQuery(useApi()));
  const { picture, focus, styles } = data?.look ?? {};
  const { title = site.name, lead = NOTHING, button } = data?.hero ?? {};
  return (
    <section className="hero" aria-labelledby="hero-title">
      {styles ? <link rel="stylesheet" href={pathTo(styles)} precedence="home" /> : null}
      <div className="page-width hero-text">
        <h1 id="hero-title" dir="auto">
          {title}
        </h1>
        <p className="hero-lead" dir="auto">
          {lead}
        </p>
        <p className="hero-buttons">
          {button?.to || button?.slug ? (
            <MenuLink className="button button-solid" to={button.to ?? routes.story(button.slug)}>
              {button.label}
            </MenuLink>
          ) : null}
          <PageLink className="button" to={routes.listing()}>
            {texts.allArticles}
          </PageLink>
        </p>
        {picture ? <HeroPicture address={picture} focus={focus} /> : null}
      </div>
      {picture ? null : <Horizon />}
    </section>
  );
}

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
          inLanguage: site.language,
          potentialAction: {
            "@type": "SearchAction",
            target: { "@type": "EntryPoint", urlTemplate: `${site.url}${routes.listing()}?search={search_term_string}` },
            "query-input": "required name=search_term_string",
          },
        }}
      />
      <Hero />
      <FeaturedStories />
      <Newest />
      <FollowMe />
    </>
  );
}
