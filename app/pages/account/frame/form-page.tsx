import { type ReactNode, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { Illustration } from "../../../ui/illustration/illustration.tsx";
import { UnlistedTitle } from "../../public/meta.tsx";
import { texts } from "./texts.ts";

type FormPageProps = { title: string; heading?: string; lead?: ReactNode; children: ReactNode };

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

/** Null on the server, which caches one page for all queries, and during hydration. */
export function useQueryString(): string | null {
  const { search } = useLocation();
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isInBrowser ? search : null;
}
