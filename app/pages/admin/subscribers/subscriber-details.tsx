import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Subscriber } from "../../../domain/subscribers/subscriber.ts";
import { categoriesQuery } from "../categories/queries.ts";
import { Badge } from "../frame/badge.tsx";
import { useDates } from "../frame/dates.tsx";
import { Dialog } from "../frame/dialog.tsx";
import { FREQUENCIES, REASONS, SOURCES, STATES } from "./subscriber-words.ts";

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

function Categories({ ids }: { ids: readonly string[] }) {
  const { data } = useQuery(categoriesQuery({ search: "" }));
  const names = (data?.items ?? []).filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return ids.length === 0 ? "None" : names.join(", ");
}

function Choices({ subscriber: { frequency, categories, language } }: { subscriber: Subscriber }) {
  return (
    <>
      <Fact label="Gets">{FREQUENCIES[frequency]}</Fact>
      <Fact label="Categories">{categories ? <Categories ids={categories} /> : "All"}</Fact>
      <Fact label="Language">{language ?? "The site’s"}</Fact>
    </>
  );
}

/** The record of consent, and what a subscriber has chosen. */
export function SubscriberDetails({ subscriber, onClose }: { subscriber: Subscriber; onClose(): void }) {
  const dates = useDates();
  const { email, state, suppressed_for, source, consent_text, consent_at, consent_network, consent_page } = subscriber;
  const { confirmed_at, ended_at, soft_bounces } = subscriber;
  const close = (
    <button type="button" className="button" onClick={onClose}>
      Close
    </button>
  );
  return (
    <Dialog title={email} open onClose={onClose} footer={close}>
      <dl className="subscriber-facts">
        <Fact label="Status">
          <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge> {suppressed_for ? REASONS[suppressed_for] : null}
        </Fact>
        {confirmed_at ? <Fact label="Confirmed">{dates.time(confirmed_at)}</Fact> : null}
        {ended_at ? <Fact label="Ended">{dates.time(ended_at)}</Fact> : null}
        {soft_bounces > 0 ? <Fact label="Bounces in a row">{soft_bounces}</Fact> : null}
        <Choices subscriber={subscriber} />
      </dl>
      <h3>Record of consent</h3>
      <dl className="subscriber-facts">
        <Fact label="Text">
          <span dir="auto" className="subscriber-consent">
            {consent_text || "None: the address was never subscribed."}
          </span>
        </Fact>
        <Fact label="From">{SOURCES[source]}</Fact>
        <Fact label="Time">{dates.time(consent_at)}</Fact>
        {consent_network ? <Fact label="Network">{consent_network}</Fact> : null}
        {consent_page ? <Fact label="Page">{consent_page}</Fact> : null}
      </dl>
    </Dialog>
  );
}
