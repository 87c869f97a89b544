import { type ReactNode, useId } from "react";

type SectionProps = { title: string; lead?: ReactNode; children: ReactNode };

/** One matter of the account: what it is on the left, what can be done about it on the right. */
export function Section({ title, lead, children }: SectionProps) {
  const id = useId();
  return (
    <section className="account-section" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {lead ? <p>{lead}</p> : null}
      </div>
      <div>{children}</div>
    </section>
  );
}
