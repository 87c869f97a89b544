import { useQuery } from "@tanstack/react-query";
import { routes } from "../../routes.ts";
import { fill } from "../../texts/texts.ts";
import { TextWith } from "../../ui/text-with.tsx";
import { useApi, useSite } from "../data.ts";
import { Meta } from "./meta.tsx";
import { PublishedPage, useOwnText } from "./own-page/own-page.tsx";
import { PageLink } from "./page-link.tsx";
import { texts } from "./privacy-texts.ts";
import { privacyQuery } from "./queries.ts";

/**
 * After the owner's own words: the text that comes with the site, or what the server says about itself. Keep both in step with what the
 * product does (`describeData`, `storedKeys`).
 */
export function Component() {
  const own = useOwnText("privacy");
  if (own) {
    return (
      <PublishedPage page={own}>
        <Facts />
      </PublishedPage>
    );
  }
  return <ShippedPrivacy />;
}

function ShippedPrivacy() {
  const site = useSite();
  return (
    <div className="page-width plain-page">
      <Meta title={texts.title} path={routes.privacy()} description={fill(texts.description, { site: site.name })} />
      <h1>{texts.title}</h1>
      <p className="standfirst">{texts.lead}</p>
      <Facts />
    </div>
  );
}

const Facts = () => (useSite().livePrivacy ? <LiveFacts /> : <ShippedFacts />);

/** An item that begins with its name. */
const Named = ({ name, text }: { name: string; text: string }) => (
  <li>
    <strong>{name}</strong>
    {` ${text}`}
  </li>
);

function ShippedFacts() {
  const site = useSite();
  return (
    <div className="prose">
      <h2>{texts.inShort}</h2>
      <ul>
        <li>{texts.noCookies}</li>
        <li>{texts.noCompanies}</li>
        <li>{texts.withoutName}</li>
        {site.enableAnalytics && <li>{texts.countsItself}</li>}
        <li>{texts.onlyAccounts}</li>
      </ul>
      <InYourBrowser />
      <WithoutAccount />
      {site.enableAnalytics && <CountedVisits />}
      <WithAccount />
      <h2>{texts.logs}</h2>
      <ul>
        <li>{texts.serverLog}</li>
        <li>{texts.limits}</li>
        <li>{texts.activityLog}</li>
      </ul>
      <h2>{texts.whoSees}</h2>
      <p>{texts.whoSeesText}</p>
      <Rights />
    </div>
  );
}

function Rights() {
  const site = useSite();
  const account = <PageLink to={routes.account()}>{texts.yourAccount}</PageLink>;
  return (
    <>
      <h2>{texts.yourData}</h2>
      <ul>
        <li>
          <TextWith text={texts.ifAccountText} parts={{ name: <strong>{texts.ifAccount}</strong>, account }} />
        </li>
        <li>{texts.deleting}</li>
        <Named name={texts.ifNone} text={texts.ifNoneText} />
      </ul>
      <h2>{texts.otherSites}</h2>
      <p>{texts.otherSitesText}</p>
      <h2>{texts.questions}</h2>
      <p>
        <TextWith text={texts.questionsText} parts={{ email: <a href={`mailto:${site.email}`}>{site.email}</a> }} />
      </p>
    </>
  );
}

/** Shows the site as it is set up now. */
function LiveFacts() {
  const { data: kinds = [] } = useQuery(privacyQuery(useApi()));
  return (
    <div className="prose">
      {kinds.map(({ title, purpose, stored, kept }) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{purpose}</p>
          <ul>
            {stored.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
          <p>
            <strong>{texts.kept}</strong> {kept}
          </p>
        </section>
      ))}
      <h2>{texts.inBrowser}</h2>
      <p>
        <TextWith text={texts.storageList} parts={{ storage: <PageLink to={routes.storedKeys()}>{texts.storage}</PageLink> }} />
      </p>
      <h2>{texts.whoSees}</h2>
      <p>{texts.whoSeesShort}</p>
      <Rights />
    </div>
  );
}

function InYourBrowser() {
  return (
    <>
      <h2>{texts.inBrowser}</h2>
      <p>{texts.inBrowserLead}</p>
      <ul>
        <li>{texts.sessionNumber}</li>
        <li>{texts.choices}</li>
        <li>{texts.sessionKeys}</li>
        <li>{texts.unsent}</li>
      </ul>
      <p>{texts.cookies}</p>
    </>
  );
}

function WithoutAccount() {
  return (
    <>
      <h2>{texts.likesAndViews}</h2>
      <ul>
        <Named name={texts.likes} text={texts.likesText} />
        <Named name={texts.views} text={texts.viewsText} />
      </ul>
      <p>{texts.neither}</p>
    </>
  );
}

function CountedVisits() {
  return (
    <>
      <h2>{texts.visits}</h2>
      <p>{texts.visitsLead}</p>
      <ul>
        <li>{texts.visitPage}</li>
        <li>{texts.visitSource}</li>
        <li>{texts.visitBrowser}</li>
        <li>{texts.visitPlace}</li>
        <li>{texts.visitAddress}</li>
      </ul>
      <p>{texts.visitNumber}</p>
      <p>{texts.visitsKept}</p>
    </>
  );
}

function WithAccount() {
  return (
    <>
      <h2>{texts.withAccount}</h2>
      <ul>
        <Named name={texts.account} text={texts.accountText} />
        <Named name={texts.sessions} text={texts.sessionsText} />
        <Named name={texts.comments} text={texts.commentsText} />
        <Named name={texts.emails} text={texts.emailsText} />
      </ul>
    </>
  );
}
