import { useQuery } from "@tanstack/react-query";
import { routes } from "../../routes.ts";
import { useApi, useSite } from "../data.ts";
import { Meta } from "./meta.tsx";
import { PublishedPage, useOwnText } from "./own-page/own-page.tsx";
import { PageLink } from "./page-link.tsx";
import { privacyQuery } from "./queries.ts";

/**
 * After the owner's own words: the text that comes with the site, or what the server says about itself. Keep both in step with what the
 * product does (`describeData`, `STORED_KEYS`).
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
      <Meta
        title="Privacy"
        path={routes.privacy()}
        description={`What ${site.name} stores about its readers, and what it doesn’t.`}
      />
      <h1>Privacy</h1>
      <p className="standfirst">You can read everything here without telling us who you are. This page lists what is stored.</p>
      <Facts />
    </div>
  );
}

const Facts = () => (useSite().livePrivacy ? <LiveFacts /> : <ShippedFacts />);

function ShippedFacts() {
  const site = useSite();
  return (
    <div className="prose">
      <h2>In short</h2>
      <ul>
        <li>Reading sets no cookies.</li>
        <li>
          There is no advertising, and there are no fonts, scripts or images from other companies. Pages load from this site only,
          and no one else learns that you were here.
        </li>
        <li>Likes and views are kept without your name.</li>
        {site.enableAnalytics && <li>This site counts its visits itself, unless your browser asks not to be tracked.</li>}
        <li>Only an account holds your name and email address. You can download and delete it yourself.</li>
      </ul>
      <InYourBrowser />
      <WithoutAccount />
      {site.enableAnalytics && <CountedVisits />}
      <WithAccount />
      <h2>Server logs and limits</h2>
      <ul>
        <li>
          The server log notes the time, the address of the page without its search terms, and whether it was answered. It
          contains neither your name nor your IP address.
        </li>
        <li>To stop request floods and password guessing, the server counts requests by IP address for a short time.</li>
        <li>
          An activity log records what administrators change and who did it. It contains email addresses and is kept for as long
          as the site exists. Sign-ins, including failed ones, and changes of passwords and email addresses stay in it for 90
          days, with the IP address without its last part and the kind of browser.
        </li>
      </ul>
      <h2>Who can see it</h2>
      <p>
        The administrators of this site, and the people who run its server and mail. It isn’t sold or handed to anyone, and no
        other company’s service measures or stores anything here.
      </p>
      <Rights />
    </div>
  );
}

function Rights() {
  const site = useSite();
  return (
    <>
      <h2>Your data</h2>
      <ul>
        <li>
          <strong>With an account:</strong> open <PageLink to={routes.account()}>your account</PageLink> to download everything
          that is stored about you, to end sessions on other devices, or to delete the account.
        </li>
        <li>
          Deleting takes your profile, sessions and emails with it at once. Your comments stay without your name; delete them
          first if you want them gone.
        </li>
        <li>
          <strong>Without one:</strong> clear this site’s data in your browser’s settings, and nothing here can be linked to you.
        </li>
      </ul>
      <h2>Links to other sites</h2>
      <p>
        The share buttons are our own. Facebook, Twitter or LinkedIn only learn about you when you press one. Where an article
        embeds a video or music, we show a still image of our own; your browser loads the player only when you press its button.
        From then on, the rules of that site apply.
      </p>
      <h2>Questions</h2>
      <p>
        Write to <a href={`mailto:${site.email}`}>{site.email}</a>. Your email is kept until it has been answered.
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
            <strong>Kept:</strong> {kept}
          </p>
        </section>
      ))}
      <h2>In your browser</h2>
      <p>
        <PageLink to={routes.storedKeys()}>Cookies and storage</PageLink> lists everything that this site may keep in your
        browser. Reading sets no cookies.
      </p>
      <h2>Who can see it</h2>
      <p>The administrators of this site, and the people who run its server and mail. It isn’t sold.</p>
      <Rights />
    </div>
  );
}

function InYourBrowser() {
  return (
    <>
      <h2>In your browser</h2>
      <p>Your browser keeps these in its local storage, until you clear them in its settings:</p>
      <ul>
        <li>
          A random session number, with the times it began and was last used. A new one is made after about half an hour without
          activity.
        </li>
        <li>Your choice of light or dark and of grid or list, and whether the fonts have been loaded before.</li>
        <li>If you sign in: the keys of your session, with your name, email address and role. Signing out removes them.</li>
        <li>If you write a comment and don’t send it: its text, so that it isn’t lost.</li>
      </ul>
      <p>
        If you choose light or dark, or sign in, one cookie is set. It contains the word “own”, the same for everyone, and tells
        the server that your browser has its own setting. If you sign in, a second cookie is set. It is signed for your account,
        so that you can sign in again from here while someone else tries passwords for it.
      </p>
    </>
  );
}

function WithoutAccount() {
  return (
    <>
      <h2>Likes and views</h2>
      <ul>
        <li>
          <strong>Likes.</strong> We store the article, your session number, whether you still like it, and when. That stays as
          long as the article does.
        </li>
        <li>
          <strong>Views.</strong> We store that an article was opened and when. For half an hour your session number is kept with
          it, so that opening the article again counts once; then the number is removed. Nothing is stored if your browser sends
          Do Not Track or Global Privacy Control, or is a known bot.
        </li>
      </ul>
      <p>Neither contains your name, your IP address or your location.</p>
    </>
  );
}

function CountedVisits() {
  return (
    <>
      <h2>Visit statistics</h2>
      <p>To know what is read and how people find it, this site stores for each page of a visit:</p>
      <ul>
        <li>the page, when you came and left, how long you read and how far;</li>
        <li>the site or campaign that led you here, and what you search for on this site;</li>
        <li>your browser, its version, your system and the size of your screen;</li>
        <li>your country or city, looked up in a table on our own server;</li>
        <li>your IP address without its last part, so that a few hundred people share it.</li>
      </ul>
      <p>
        No cookie is set for this. Visitors are told apart by a number made from address and browser with a secret that changes
        daily. The secret and the session number are deleted after 48 hours: after that no one, including us, can find out who a
        visitor was or whether they came back.
      </p>
      <p>
        If your browser sends Do Not Track or Global Privacy Control, none of it is stored. Visits that look automated are set
        aside and deleted after 30 days. Visits are deleted after two years, unless the owner of this site has set another time.
        Only daily and monthly totals remain.
      </p>
    </>
  );
}

function WithAccount() {
  return (
    <>
      <h2>If you have an account</h2>
      <ul>
        <li>
          <strong>Account.</strong> Your name, your email address, your password as a hash that can’t be turned back into it, what
          you write about yourself, and when you signed up and last signed in.
        </li>
        <li>
          <strong>Sessions.</strong> For each device on which you are signed in: its browser as it identifies itself, its IP
          address, and when it was first and last used. They are deleted 30 days after they end.
        </li>
        <li>
          <strong>Comments.</strong> What you write, where and when. Once published, everyone can read it with your name. If you
          report a comment, we keep the report and your reason.
        </li>
        <li>
          <strong>Emails.</strong> What this site sends you, such as confirmations and notices of replies, is kept for 30 days.
          Replies are only mailed while you want them.
        </li>
      </ul>
    </>
  );
}
