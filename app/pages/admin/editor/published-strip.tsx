import { useEffect, useState } from "react";
import { routes } from "../../../routes.ts";
import { useSite } from "../../public/layout/use-site.ts";
import { copyLink, shareOnTwitter } from "../../public/sharing/share.ts";

/** How long the button says that it has copied, in ms (specification, section 9). */
const COPIED_MS = 2000;

/** The way to what was just published; it stays until the screen is left. */
export function PublishedStrip({ slug, title }: { slug: string; title: string }) {
  const site = useSite();
  const [copied, setCopied] = useState<"Copied!" | "Copy the link from the address below" | null>(null);
  useEffect(() => {
    if (copied !== "Copied!") return;
    const timer = setTimeout(() => setCopied(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const path = routes.story(slug);
  const link = `${site.url}${path}`;
  const copy = async () => setCopied((await copyLink(link)) ? "Copied!" : "Copy the link from the address below");
  const share = () => {
    if (!navigator.share) return shareOnTwitter(title, link);
    // Closing the share sheet is no error: the author has changed their mind.
    navigator.share({ title, url: link }).catch(() => {});
  };
  return (
    <section className="editor-offer published-strip" aria-label="Published">
      <p>
        Published. It is live at <strong>{path}</strong>
      </p>
      <div>
        <a className="small-button" href={path} target="_blank" rel="noreferrer">
          View article
        </a>
        <button type="button" className="small-button" onClick={() => void copy()}>
          <span aria-live="polite">{copied ?? "Copy link"}</span>
        </button>
        <button type="button" className="small-button" onClick={share}>
          Share
        </button>
      </div>
      {copied && copied !== "Copied!" ? <p className="published-link">{link}</p> : null}
    </section>
  );
}
