import type { ReactNode } from "react";
import { Illustration } from "../../../ui/illustration/illustration.tsx";

type MessagePageProps = { title: string; sign?: string; children: ReactNode };

/** A page with one thing to say: a drawing, a heading, a way on. */
export function MessagePage({ title, sign, children }: MessagePageProps) {
  return (
    <section className="page-width message-page">
      <Illustration slug="" className="picture" />
      <div>
        {sign ? <p className="badge">{sign}</p> : null}
        <h1>{title}</h1>
        {children}
      </div>
    </section>
  );
}
