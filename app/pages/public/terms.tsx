import { Fragment } from "react";
import type { PublicSite } from "../../domain/settings/settings.ts";
import { routes } from "../../routes.ts";
import { TextWith } from "../../ui/text-with.tsx";
import { useSite } from "../data.ts";
import { Meta } from "./meta.tsx";
import { PublishedPage, type TextBlock, useOwnText } from "./own-page/own-page.tsx";
import { PageLink } from "./page-link.tsx";
import * as texts from "./terms-texts.ts";

export function Component() {
  const own = useOwnText("terms");
  return own ? <PublishedPage page={own} /> : <ShippedTerms />;
}

/** The text of the terms that come with the product. */
export function termsText(site: PublicSite): TextBlock[] {
  const links: Record<string, string> = texts.termsLinks(site);
  return texts.terms(site).flatMap(({ heading, text }): TextBlock[] => [
    ["h2", heading],
    ["p", text.replace(/\{(\w+)\}/g, (_, name) => links[name] ?? "")],
  ]);
}

function ShippedTerms() {
  const site = useSite();
  const { account, email, privacy } = texts.termsLinks(site);
  const links = {
    account: <PageLink to={routes.account()}>{account}</PageLink>,
    email: <a href={`mailto:${email}`}>{email}</a>,
    privacy: <PageLink to={routes.privacy()}>{privacy}</PageLink>,
  };
  return (
    <div className="page-width plain-page">
      <Meta title="Terms" path={routes.terms()} description={`The few rules for reading and sharing ${site.name}.`} />
      <h1>Terms</h1>
      <p className="standfirst">A few plain rules. By using {site.name} you agree to them.</p>
      <div className="prose">
        {texts.terms(site).map(({ heading, text }) => (
          <Fragment key={heading}>
            <h2>{heading}</h2>
            <p>
              <TextWith text={text} parts={links} />
            </p>
          </Fragment>
        ))}
      </div>
    </div>
  );
}
