import { useId } from "react";
import { useSite } from "../../data.ts";
import { SubscribeForm } from "./subscribe-form.tsx";
import { texts } from "./texts.ts";

/** At the end of an article, where the site has a newsletter. */
export function NewsletterInvitation() {
  const id = useId();
  const { newsletter, newsletterDigest } = useSite();
  if (!newsletter) return null;
  return (
    <section className="subscribe-invitation" aria-labelledby={id}>
      <h2 id={id}>{texts.title}</h2>
      <p>{newsletterDigest ? texts.lead : texts.leadWithoutDigest}</p>
      <SubscribeForm />
    </section>
  );
}
