import { useQuery } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import { Link } from "../../../ui/link.tsx";
import { messageOf } from "../../account/frame/failure.ts";
import { useSite } from "../../data.ts";
import { CopyField } from "../frame/copy-field.tsx";
import { useDates } from "../frame/dates.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { CHANGED_ISSUES, createBounceSecret, newsletterQuery } from "./queries.ts";

/** A line of `/etc/aliases`, as Postfix reads it. */
const aliasOf = (url: string, secret: string) =>
  `bounces: "|curl --silent --fail --data-binary @- --header 'Content-Type: message/rfc822' --header 'X-Bounce-Secret: ${secret}' ${url} || exit 75"`;

function NewSecret({ secret }: { secret: string }) {
  const url = `${useSite().url}/api/newsletter/bounces`;
  return (
    <div className="bounce-secret" role="status">
      <CopyField label="Secret" text={secret} button="Copy secret" hint="It is not shown again." />
      <CopyField
        label="URL that takes reports"
        text={url}
        button="Copy URL"
        hint="For whole messages (message/rfc822) or JSON, with the secret in the header X-Bounce-Secret."
      />
      <CopyField
        label="Line for Postfix, in /etc/aliases"
        text={aliasOf(url, secret)}
        button="Copy line"
        hint="Then set BOUNCE_ADDRESS to the email address of this alias."
      />
    </div>
  );
}

const failure = (message: string) => `Failed to make a secret: ${message}`;

function Secret({ since }: { since: string | null }) {
  const { time } = useDates();
  const confirm = useConfirm();
  const make = useAdminMutation({ call: createBounceSecret, invalidates: CHANGED_ISSUES });
  const ask = async () => {
    const text = "Mail servers and providers that use the present one can’t report bounces until they have the new one.";
    if (since === null || (await confirm({ title: "Replace the secret?", text, action: "Replace", tone: "danger" })))
      make.mutate(undefined);
  };
  return (
    <>
      <p>{since === null ? "There is no secret, so no reports are taken." : `The secret was made on ${time(since)}.`}</p>
      {make.error ? (
        <p className="field-error" role="alert">
          {failure(messageOf(make.error, "The server could not be reached."))}
        </p>
      ) : null}
      {make.data ? <NewSecret secret={make.data.secret} /> : null}
      <button
        type="button"
        className="button"
        aria-disabled={make.isPending || undefined}
        onClick={() => make.isPending || void ask()}
      >
        {since === null ? "Make a secret" : "Replace the secret"}
      </button>
    </>
  );
}

/** How mail servers say that an address doesn't work. */
export function Bounces() {
  const query = useQuery(newsletterQuery());
  return (
    <section className="setting-group bounces" aria-labelledby="bounces">
      <h2 id="bounces">Bounces</h2>
      <p>
        Servers often say later that an email couldn’t be delivered. Reports that are passed on to the site suppress such
        addresses. For those that you know already, use “Suppress addresses” under{" "}
        <Link className="text-link" to={adminRoutes.subscribers()}>
          Subscribers
        </Link>
        .
      </p>
      <QueryView query={query} noun="secret">
        {({ bounce_secret_at }) => <Secret since={bounce_secret_at} />}
      </QueryView>
    </section>
  );
}
