import { routes } from "../../../routes.ts";
import { fill } from "../../../texts/texts.ts";
import { useSite } from "../../data.ts";
import { Meta } from "../meta.tsx";
import { OwnPageAt } from "../own-page/page.tsx";
import { SubscribeForm } from "./subscribe-form.tsx";
import { texts } from "./texts.ts";

/** Without a newsletter, the owner may have a page of their own here. */
export function Component() {
  return useSite().newsletter ? <NewsletterPage /> : <OwnPageAt slug={routes.newsletter().slice(1)} />;
}

function NewsletterPage() {
  const { name, newsletterDigest } = useSite();
  return (
    <div className="page-width plain-page">
      <Meta title={texts.title} path={routes.newsletter()} description={fill(texts.description, { site: name })} />
      <h1>{texts.title}</h1>
      <p className="standfirst">{newsletterDigest ? texts.lead : texts.leadWithoutDigest}</p>
      <SubscribeForm />
    </div>
  );
}
