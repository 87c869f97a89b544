import { routes } from "../../../routes.ts";
import { useSite } from "../layout/use-site.ts";
import { Meta } from "../meta/meta.tsx";

/** What is stored about readers. Says what the product does, no more and no less. */
export function Component() {
  const site = useSite();
  return (
    <div className="page-width plain-page">
      <Meta
        title="Privacy"
        path={routes.privacy()}
        description={`What ${site.name} stores about its readers, and what it leaves alone.`}
      />
      <h1>Privacy</h1>
      <p className="standfirst">
        You can read everything here without telling us who you are. This page says what is stored all the same.
      </p>
      <div className="prose">
        <h2>In short</h2>
        <ul>
          <li>Reading sets no cookies.</li>
          <li>
            No advertising, no fonts, scripts or pictures from other companies, and nobody else is told that you were here. Pages
            load from this site alone.
          </li>
          <li>Likes and view counts are kept under a random number, not under your name.</li>
          {site.enableAnalytics && <li>Visits are counted by this site itself, unless your browser asks not to be tracked.</li>}
        </ul>
        <h2>In your browser</h2>
        <p>
          Your browser keeps a random session number in its local storage, together with the times the session began and was last
          active. It is made new after about half an hour without activity. Your choice of light or dark and of grid or list is
          kept in the same place. You can clear all of it in your browser's settings; nothing breaks.
        </p>
        <p>
          If you choose light or dark, or sign in, one cookie is set besides. It holds the word “own”, the same for everybody, and
          asks the server for pages that wait for your choice before they show themselves.
        </p>
        <h2>On our server</h2>
        <ul>
          <li>
            <strong>Likes.</strong> When you like an article, we store the article, your session number, whether you like it
            still, and when.
          </li>
          <li>
            <strong>Views.</strong> When you open an article, we store the article, your session number and the time, so that
            opening it again within half an hour counts once. Known bots are not counted.
          </li>
        </ul>
        <p>
          Neither carries your name, your address on the network or your location. Like every web server, ours sees your network
          address while it answers you, and uses it to hold off floods of requests.
        </p>
        {site.enableAnalytics && <CountedVisits />}
        <h2>When you share</h2>
        <p>
          The share buttons are plain buttons of ours. Only when you press one does a window of Facebook, Twitter or LinkedIn
          open, and from then on their rules hold in that window.
        </p>
        <h2>When you play something</h2>
        <p>
          Where an article embeds a video or music of another site, we show a still of our own. Only when you press its button
          does your browser load the player from that site, and from then on their rules hold in it.
        </p>
        <h2>When you write to us</h2>
        <p>A letter to us arrives as mail like any other and is kept as long as answering it takes.</p>
        <h2>Questions</h2>
        <p>
          Ask for what is stored under your session number, or have it deleted: <a href={`mailto:${site.email}`}>{site.email}</a>.
        </p>
      </div>
    </div>
  );
}

/** What the site's own analytics keep. */
function CountedVisits() {
  return (
    <>
      <h2>Counting visits</h2>
      <p>
        To know what is read and how people find it, this site counts visits itself. For each page of a visit it stores: the page,
        when you came and left, how long you read and how far; the site or campaign that led you here; your browser, its version
        and your system as your browser names them, and the size of your screen; your country or city as far as a table on our
        server knows it; and your network address without its last part, so that it stands for a few hundred people.
      </p>
      <ul>
        <li>No cookie is set, and nothing is stored in your browser besides the session number above.</li>
        <li>
          Visitors are told apart by a number made from address and browser with a secret that changes daily. The secret is thrown
          away after 48 hours: then nobody, we included, can find out who a visitor was or whether they came again.
        </li>
        <li>If your browser sends Do Not Track or Global Privacy Control, nothing of this is stored at all.</li>
        <li>
          What looks like a program is set aside, and deleted after 30 days. Visits are deleted after two years at the latest,
          unless the owner of this site has set another time.
        </li>
      </ul>
    </>
  );
}
