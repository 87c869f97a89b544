import { routes } from "../../routes.ts";
import { useSite } from "../data.ts";
import { Meta } from "./meta.tsx";
import { PublishedPage, useOwnText } from "./own-page/own-page.tsx";
import { PageLink } from "./page-link.tsx";

/** The terms of use: the owner's, or those that come with the product. */
export function Component() {
  const own = useOwnText("terms");
  return own ? <PublishedPage page={own} /> : <ShippedTerms />;
}

function ShippedTerms() {
  const site = useSite();
  return (
    <div className="page-width plain-page">
      <Meta title="Terms" path={routes.terms()} description={`The few rules for reading and sharing ${site.name}.`} />
      <h1>Terms</h1>
      <p className="standfirst">A few plain rules. By using {site.name} you agree to them.</p>
      <div className="prose">
        <h2>Access</h2>
        <p>Everything published here may be read free of charge, by anyone, without an account.</p>
        <h2>Quotes and links</h2>
        <p>
          Link to any article. Quote from it with its title and a link. The articles belong to their authors, so ask before you
          publish one in full somewhere else. You can read the feeds in any feed reader.
        </p>
        <h2>Likes</h2>
        <p>Each reader can like an article once. Likes are for people. We may remove likes made by bots.</p>
        <h2>Accounts</h2>
        <p>
          An account is for one person. Keep its password to yourself, and give an email address that reaches you. You can delete
          the account at any time on <PageLink to={routes.account()}>its page</PageLink>. We may close accounts that are used for
          spam or abuse.
        </p>
        {site.allowComments ? (
          <>
            <h2>Comments</h2>
            <p>
              You own your comments. By posting one, you allow this site to show it. Be kind, stay on topic, and don't post
              anything that breaks the law or violates the rights of others. We may hold, decline or remove comments.
            </p>
          </>
        ) : null}
        <h2>About the articles</h2>
        <p>
          They are thoughts and experience, not professional advice. For questions about your health, the law or money, talk to a
          professional who knows your situation.
        </p>
        <h2>No promises</h2>
        <p>
          We try to keep the articles correct and the site available, and we fix mistakes when we learn about them. We can't
          guarantee either.
        </p>
        <h2>Changes</h2>
        <p>When these rules change, the new ones are published on this page and apply from then on.</p>
        <h2>Contact</h2>
        <p>
          Write to <a href={`mailto:${site.email}`}>{site.email}</a>. <PageLink to={routes.privacy()}>Privacy</PageLink> says what
          is stored about you, who can see it and how to delete it.
        </p>
      </div>
    </div>
  );
}
