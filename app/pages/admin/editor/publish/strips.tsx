import { type ReactNode, useEffect, useState } from "react";
import { adminRoutes } from "../../../../admin-routes.ts";
import { pathTo } from "../../../../base-path.ts";
import type { CategoryRef } from "../../../../domain/categories/category.ts";
import { Link } from "../../../../ui/link.tsx";
import { useSite } from "../../../data.ts";
import { PostPicture } from "../../../public/cards/post-parts.tsx";
import { copyText, shareOnTwitter } from "../../../public/share.ts";
import { AdminIcon } from "../../frame/admin-icon.tsx";
import { useDates } from "../../frame/dates.tsx";
import { pathOf, type StoredPost } from "../post-values.ts";
import type { SessionState } from "../session/reduce-session.ts";
import { FooterButton } from "./footer-button.tsx";

/** How long the button says that it has copied, in ms (specification, section 9). */
const COPIED_MS = 2000;

type StripProps = {
  label: string;
  stored: StoredPost & { id: string };
  category: CategoryRef | null;
  says: ReactNode;
  actions: ReactNode;
  onDismiss(): void;
};

function Strip({ label, stored: { id, values }, category, says, actions, onDismiss }: StripProps) {
  return (
    <section className="editor-offer published-strip" aria-label={label}>
      <PostPicture post={{ id, featured_image_url: values.featured_image, category }} sizes="10rem" />
      <div className="published-words">
        <p className="published-title" dir="auto">
          {values.title}
        </p>
        <p>{says}</p>
      </div>
      <div className="published-actions">{actions}</div>
      <button type="button" className="icon-button strip-close" aria-label="Dismiss" title="Dismiss" onClick={onDismiss}>
        <AdminIcon name="close" />
      </button>
    </section>
  );
}

function ShareActions({ path, isPage, title }: { path: string; isPage: boolean; title: string }) {
  const site = useSite();
  const [copied, setCopied] = useState<"Copied!" | "Copy the URL below" | null>(null);
  useEffect(() => {
    if (copied !== "Copied!") return;
    const timer = setTimeout(() => setCopied(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const link = `${site.url}${path}`;
  const copy = async () => setCopied((await copyText(link)) ? "Copied!" : "Copy the URL below");
  const share = () => {
    if (!navigator.share) return shareOnTwitter(title, link);
    // Closing the share sheet is no error: the author has changed their mind.
    navigator.share({ title, url: link }).catch(() => {});
  };
  return (
    <>
      <a className="button button-solid" href={pathTo(path)} target="_blank" rel="noreferrer">
        {isPage ? "View page" : "View article"}
      </a>
      <button type="button" className="button" onClick={() => void copy()}>
        <span aria-live="polite">{copied ?? "Copy link"}</span>
      </button>
      <button type="button" className="button" onClick={share}>
        Share
      </button>
      {copied && copied !== "Copied!" ? <p className="published-link">{link}</p> : null}
    </>
  );
}

type ScheduledStripProps = Pick<StripProps, "stored" | "category" | "onDismiss"> & {
  planned: NonNullable<SessionState["plan"]["planned"]>;
  onChangeTime(): void;
};

function ScheduledStrip({ planned: { kind, at }, onChangeTime, ...strip }: ScheduledStripProps) {
  const { time } = useDates();
  return (
    <Strip
      {...strip}
      label="Scheduled"
      says={
        <>
          Scheduled. {kind === "publish" ? "It goes live" : "The changes go live"} at{" "}
          <strong>{pathTo(pathOf(strip.stored.values))}</strong> on <time dateTime={at}>{time(at)}</time>
        </>
      }
      actions={
        <>
          <button type="button" className="button" onClick={onChangeTime}>
            Change time...
          </button>
          <Link className="button" to={adminRoutes.calendar()}>
            Open calendar
          </Link>
        </>
      }
    />
  );
}

type OutcomeProps = { state: SessionState; categories: readonly CategoryRef[]; onChangeTime(): void };

/** What has come of the last publication or schedule of this session, until it is dismissed. */
export function Outcome({ state: { stored, live, plan }, categories, onChangeTime }: OutcomeProps) {
  const [begunWith] = useState(plan.planned);
  const [dismissed, dismiss] = useState("");
  const { id, version, values } = stored;
  if (id === null) return null;
  const common = {
    stored: { ...stored, id },
    category: categories.find((category) => category.id === values.category_id) ?? null,
  };
  const { planned } = plan;
  if (planned && planned !== begunWith && !planned.failure) {
    const news = planned.at;
    if (dismissed === news) return null;
    return <ScheduledStrip {...common} planned={planned} onChangeTime={onChangeTime} onDismiss={() => dismiss(news)} />;
  }
  const news = `version ${version}`;
  if (!live || dismissed === news) return null;
  const path = pathOf({ kind: values.kind, slug: live });
  return (
    <Strip
      {...common}
      label="Published"
      says={
        <>
          Published. It is live at <strong>{pathTo(path)}</strong>
        </>
      }
      actions={
        <>
          <ShareActions path={path} isPage={values.kind === "page"} title={values.title} />
          {values.kind === "page" ? <FooterButton page={{ id, title: values.title, path }} /> : null}
        </>
      }
      onDismiss={() => dismiss(news)}
    />
  );
}
