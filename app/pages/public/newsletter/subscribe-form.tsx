import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router";
import { pathTo } from "../../../base-path.ts";
import { FORM_SECONDS_MIN, PENDING_DAYS } from "../../../domain/subscribers/subscriber-rules.ts";
import { ApiError } from "../../../http/api/client.ts";
import { routes } from "../../../routes.ts";
import { fill } from "../../../texts/texts.ts";
import { TextWith } from "../../../ui/text-with.tsx";
import { useApi, useSite } from "../../data.ts";
import { texts } from "./texts.ts";

type SubscribeFieldsProps = {
  site: { name: string };
  page: string;
  email?: string;
  error?: string | undefined;
  isBusy?: boolean;
};

/** Sent to `/newsletter` by browsers without a script. */
export function SubscribeFields({ site, page, email, error, isBusy = false }: SubscribeFieldsProps) {
  const id = useId();
  return (
    <>
      <input type="hidden" name="page" value={page} />
      <div className="field">
        <label htmlFor={id}>{texts.email}</label>
        <div className="field-input">
          <input
            id={id}
            type="email"
            name="email"
            autoComplete="email"
            required
            defaultValue={email}
            readOnly={isBusy}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-about`}
          />
        </div>
        <div id={`${id}-about`}>
          <p className="field-error" role="alert">
            {error}
          </p>
          <p className="field-hint">{fill(texts.consent, { site: site.name })}</p>
        </div>
      </div>
      {/* Hidden from people, also from those who use the keyboard. Programs that fill in every field give themselves away. */}
      <div className="subscribe-trap" aria-hidden="true">
        <input type="text" name="website" tabIndex={-1} autoComplete="off" aria-label={texts.trap} />
      </div>
    </>
  );
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The token of the form, once it is old enough. A reader who begins to type has it before they are done. */
function useTicket() {
  const api = useApi();
  const asked = useRef<Promise<string>>(undefined);
  const ask = () => {
    asked.current ??= api.newsletter.form().then(async ({ ticket }) => {
      // A little more than the server demands.
      await wait(FORM_SECONDS_MIN * 1000 + 100);
      return ticket;
    });
    return asked.current;
  };
  return {
    ask,
    forget: () => {
      asked.current = undefined;
    },
  };
}

function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.failed;
  if (error.status === 429) return texts.tooMany;
  return error.details?.some(({ field }) => field === "email") ? texts.wrongEmail : texts.failed;
}

function Sent({ email }: { email: string }) {
  const news = useRef<HTMLParagraphElement>(null);
  useEffect(() => news.current?.focus(), []);
  return (
    <p ref={news} className="form-news" role="status" tabIndex={-1}>
      <span>
        <TextWith text={texts.sent} parts={{ email: <bdi>{email}</bdi>, days: PENDING_DAYS }} />
      </span>
    </p>
  );
}

/** Without a script it is an ordinary form. @param email what is in the field to begin with */
export function SubscribeForm({ email }: { email?: string }) {
  const api = useApi();
  const site = useSite();
  const { pathname } = useLocation();
  const ticket = useTicket();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const data = new FormData(event.currentTarget);
    const typed = (name: string) => String(data.get(name) ?? "");
    setBusy(true);
    setError(undefined);
    try {
      const asked = { email: typed("email"), page: pathname, website: typed("website") };
      await api.newsletter.subscribe({ ...asked, ticket: await ticket.ask() });
      setSentTo(asked.email);
    } catch (failure) {
      ticket.forget();
      setError(messageOf(failure));
    }
    setBusy(false);
  };

  if (sentTo !== undefined) return <Sent email={sentTo} />;
  return (
    <form
      className="form subscribe-form"
      method="post"
      action={pathTo(routes.newsletter())}
      aria-busy={isBusy}
      onFocus={() => void ticket.ask().catch(ticket.forget)}
      onSubmit={(event) => void submit(event)}
    >
      <SubscribeFields site={site} page={pathname} {...(email && { email })} error={error} isBusy={isBusy} />
      <button type="submit" className="button button-solid" aria-disabled={isBusy || undefined}>
        {isBusy ? texts.subscribing : texts.subscribe}
      </button>
    </form>
  );
}
