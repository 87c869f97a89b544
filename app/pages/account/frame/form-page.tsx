import { type ReactNode, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { Illustration } from "../../../ui/illustration/illustration.tsx";
import { UnlistedTitle } from "../../public/meta.tsx";
import * as texts from "./texts.ts";

type FormPageProps = { title: string; heading?: string; lead?: ReactNode; children: ReactNode };

/** A page with a form, and a picture next to it. */
export function FormPage({ title, heading = title, lead, children }: FormPageProps) {
  return (
    <section className="page-width form-page">
      <UnlistedTitle title={title} />
      <div className="form-column">
        <h1>{heading}</h1>
        {lead ? <p className="form-lead">{lead}</p> : null}
        {children}
        <noscript>
          <p className="form-alert">{texts.needsScript}</p>
        </noscript>
      </div>
      <Illustration slug="" className="picture form-picture" />
    </section>
  );
}

const never = () => () => {};

/**
 * The query of the page's URL. The server ignores it on account screens, because it caches one page for all queries.
 * @returns null on the server and during hydration
 */
export function useQueryString(): string | null {
  const { search } = useLocation();
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isInBrowser ? search : null;
}
