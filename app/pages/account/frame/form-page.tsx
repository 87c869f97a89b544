import type { ReactNode } from "react";
import { Illustration } from "../../../ui/illustration/illustration.tsx";
import { UnlistedTitle } from "../../public/meta.tsx";

type FormPageProps = { title: string; heading?: string; lead?: ReactNode; children: ReactNode };

/** A page with one form to fill in, beside a morning to look at. */
export function FormPage({ title, heading = title, lead, children }: FormPageProps) {
  return (
    <section className="page-width form-page">
      <UnlistedTitle title={title} />
      <div className="form-column">
        <h1>{heading}</h1>
        {lead ? <p className="form-lead">{lead}</p> : null}
        {children}
        <noscript>
          <p className="form-alert">This page needs JavaScript. Reading works without it.</p>
        </noscript>
      </div>
      <Illustration slug="" className="picture form-picture" />
    </section>
  );
}
