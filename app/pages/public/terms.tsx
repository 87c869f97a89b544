import { Fragment } from "react";
import type { PublicSite } from "../../domain/settings/settings.ts";
import { routes } from "../../routes.ts";
import { fill } from "../../texts/texts.ts";
import { TextWith } from "../../ui/text-with.tsx";
import { useSite } from "../data.ts";
import { Meta } from "./meta.tsx";
import { PublishedPage, type TextBlock, useOwnText } from "./own-page/own-page.tsx";
import { PageLink } from "./page-link.tsx";
import { texts } from "./terms-texts.ts";

export function Component() {
  const own = useOwnText("terms");
  return own ? <PublishedPage page={own} /> : <ShippedTerms />;
}

const SECTIONS = ["access", "quotes", "likes", "accounts", "comments", "articles", "promises", "changes", "contact"] as const;

const sections = ({ allowComments }: Pick<PublicSite, "allowComments">) =>
  SECTIONS.filter((name) => allowComments || name !== "comments").map((name) => texts[name]);

/** What the links in the terms say. */
const linksOf = ({ email }: Pick<PublicSite, "email">) => ({
  account: texts.accountLink,
  email,
  privacy: texts.privacyLink,
});

/** The text of the terms that come with the product. */
export const termsText = (site: PublicSite): TextBlock[] =>
  sections(site).flatMap(({ heading, text }): TextBlock[] => [
    ["h2", heading],
    ["p", fill(text, linksOf(site))],
  ]);

function ShippedTerms() {
  const site = useSite();
  const { account, email, privacy } = linksOf(site);
  const links = {
    account: <PageLink to={routes.account()}>{account}</PageLink>,
    email: <a href={`mailto:${email}`}>{email}</a>,
    privacy: <PageLink to={routes.privacy()}>{privacy}</PageLink>,
  };
  return (
    <div className="page-width plain-page">
      <Meta title={texts.title} path={routes.terms()} description={fill(texts.description, { site: site.name })} />
      <h1>{texts.title}</h1>
      <p className="standfirst">
        <TextWith text={texts.lead} parts={{ site: site.name }} />
      </p>
      <div className="prose">
        {sections(site).map(({ heading, text }) => (
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
