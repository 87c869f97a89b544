import type { ReactNode } from "react";
import { pathTo } from "../../../base-path.ts";
import { DEFAULT_LANGUAGE } from "../../../domain/settings/direction-rules.ts";
import type { Site } from "../../../domain/settings/settings.ts";
import type { Choices, ChoicesOffered } from "../../../domain/subscribers/subscriber.ts";
import { PENDING_DAYS } from "../../../domain/subscribers/subscriber-rules.ts";
import { routes } from "../../../routes.ts";
import { TextWith } from "../../../ui/text-with.tsx";
import { PlainPage } from "../layout/plain-page.tsx";
import { ChoicesFields } from "./choices-fields.tsx";
import { texts as links } from "./link-texts.ts";
import { SubscribeFields } from "./subscribe-form.tsx";
import { texts } from "./texts.ts";

/** `choices`, `erase`, `confirm`: paths of other pages of the same subscriber. `unknown`: the link isn't one of ours. */
export type LinkState =
  | { name: "again"; email: string; page: string; ticket: string }
  | { name: "sent"; email: string }
  | { name: "wrong" | "limited"; email: string; page: string }
  | { name: "confirm"; email: string; confirm: string }
  | { name: "confirmed"; email: string; choices: string }
  | { name: "leave"; email: string }
  | { name: "ended"; email: string; erase: string }
  | { name: "erase"; email: string; choices: string }
  | ({ name: "choices"; email: string; erase: string; news?: "saved" | "noCategory" } & {
      choices: Choices;
      offered: ChoicesOffered;
    })
  | { name: "erased" | "unknown" };

type Of<Name extends LinkState["name"]> = { site: Site; state: Extract<LinkState, { name: Name }> };

const Button = ({ label, action, value }: { label: string; action?: string; value?: string }) => (
  <form method="post" {...(action && { action: pathTo(action) })}>
    {value ? <input type="hidden" name="action" value={value} /> : null}
    <button type="submit" className="button button-solid">
      {label}
    </button>
  </form>
);

const LinkButton = ({ label, to }: { label: string; to: string }) => (
  <p>
    <a className="button" href={pathTo(to)}>
      {label}
    </a>
  </p>
);

const FormToSubscribe = ({ site, state }: Of<"wrong" | "limited">) => (
  <form method="post" action={pathTo(routes.newsletter())} className="form subscribe-form">
    <SubscribeFields
      site={site}
      page={state.page}
      email={state.email}
      error={state.name === "wrong" ? texts.wrongEmail : texts.tooMany}
    />
    <button type="submit" className="button button-solid">
      {texts.subscribe}
    </button>
  </form>
);

/** A page that was sent without a script has no token yet. This one has, so programs need two requests and a pause. */
const Again = ({ state: { email, page, ticket } }: Of<"again">) => (
  <form method="post" action={pathTo(routes.newsletter())}>
    {Object.entries({ email, page, ticket }).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <button type="submit" className="button button-solid">
      {texts.subscribe}
    </button>
  </form>
);

function ChoicesPage({ site, state: { choices, offered, erase, news } }: Of<"choices">) {
  return (
    <>
      {news ? (
        <p className={news === "saved" ? "form-news" : "form-alert"} role={news === "saved" ? "status" : "alert"}>
          {texts[news]}
        </p>
      ) : null}
      <form method="post" className="form">
        <input type="hidden" name="action" value="save" />
        <ChoicesFields choices={choices} offered={offered} language={site.language ?? DEFAULT_LANGUAGE} />
        <button type="submit" className="button button-solid">
          {texts.save}
        </button>
      </form>
      <div className="newsletter-ways">
        <form method="post">
          <input type="hidden" name="action" value="leave" />
          <button type="submit" className="button">
            {texts.unsubscribe}
          </button>
        </form>
        <a className="text-link" href={pathTo(erase)}>
          {links.eraseLink}
        </a>
      </div>
    </>
  );
}

function Content({ site, state }: { site: Site; state: LinkState }): ReactNode {
  switch (state.name) {
    case "again":
      return <Again site={site} state={state} />;
    case "wrong":
    case "limited":
      return <FormToSubscribe site={site} state={state} />;
    case "confirm":
      return <Button label={links.confirm.button} action={state.confirm} />;
    case "confirmed":
      return <LinkButton label={links.choose} to={state.choices} />;
    case "leave":
      return <Button label={texts.unsubscribe} />;
    case "choices":
      return <ChoicesPage site={site} state={state} />;
    case "erase":
      return (
        <>
          <Button label={links.erase.button} value="erase" />
          <p>
            <a className="text-link" href={pathTo(state.choices)}>
              {links.back}
            </a>
          </p>
        </>
      );
    case "ended":
      return (
        <div className="newsletter-ways">
          {site.newsletter ? (
            <a className="button" href={pathTo(routes.newsletter())}>
              {texts.subscribe}
            </a>
          ) : null}
          <a className="text-link" href={pathTo(state.erase)}>
            {links.eraseLink}
          </a>
        </div>
      );
    default:
      return <LinkButton label={links.home} to={routes.home()} />;
  }
}

function Text({ site, state }: { site: Site; state: LinkState }) {
  const email = "email" in state ? <bdi>{state.email}</bdi> : null;
  if (state.name === "wrong" || state.name === "limited") return null;
  if (state.name === "sent")
    return (
      <p>
        <TextWith text={texts.sent} parts={{ email, days: PENDING_DAYS }} />
      </p>
    );
  return (
    <p>
      <TextWith text={links[state.name].text as string} parts={{ email, site: site.name } as Record<never, ReactNode>} />
    </p>
  );
}

/** Works without a script and without signing in. Opening it changes nothing, because programs follow links too. */
export function NewsletterLinkPage({ site, state }: { site: Site; state: LinkState }) {
  const { title } = links[state.name];
  return (
    <PlainPage site={site} title={title} className="newsletter-page">
      <Text site={site} state={state} />
      <Content site={site} state={state} />
    </PlainPage>
  );
}
