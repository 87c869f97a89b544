import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import { Link } from "../../../ui/link.tsx";
import { checksQuery } from "../docs/queries.ts";
import { Badge, type BadgeTone } from "../frame/badge.tsx";

const NEEDED = {
  mailServer: { title: "Mail server", to: adminRoutes.settingsPlace("email"), where: "See Email" },
  newsletterSender: { title: "Sender", to: adminRoutes.newsletterSettings("newsletterSender"), where: "Set the sender" },
  newsletterReplyTo: {
    title: "Reply address",
    to: adminRoutes.newsletterSettings("newsletterReplyTo"),
    where: "Set the reply address",
  },
  postalAddress: {
    title: "Postal address",
    to: adminRoutes.newsletterSettings("postalAddress"),
    where: "Set the postal address",
  },
} as const;

type Missing = keyof typeof NEEDED;

type StepProps = { title: string; tone: BadgeTone; word: string; children?: ReactNode };

const Step = ({ title, tone, word, children }: StepProps) => (
  <li>
    <span>
      {title} <Badge tone={tone}>{word}</Badge>
    </span>
    {children}
  </li>
);

/** Whether mail services will trust the sender's domain. It takes some seconds, and nothing depends on it. */
function SenderDomain() {
  const { data, isError } = useQuery(checksQuery());
  const check = data?.items.find(({ name }) => name === "newsletter_sender");
  if (isError || (data && !check)) return null;
  if (!check) return <Step title="Domain of the sender" tone="gray" word="Looking it up..." />;
  const isOk = check.state === "ok";
  return (
    <Step title="Domain of the sender" tone={isOk ? "green" : "amber"} word={isOk ? "OK" : "Needs attention"}>
      <p>{check.found}</p>
      {isOk ? null : (
        <p>
          {check.why} You can send issues anyway. {check.mend}
        </p>
      )}
    </Step>
  );
}

/** What an issue can't be sent without, and what it had better have. */
export function BeforeFirstIssue({ missing }: { missing: readonly Missing[] }) {
  return (
    <section className="panel before-first-issue" aria-labelledby="before-first-issue">
      <h2 id="before-first-issue">{missing.length > 0 ? "Before an issue can be sent" : "Before the first issue"}</h2>
      <ul>
        {(Object.keys(NEEDED) as Missing[]).map((name) => {
          const { title, to, where } = NEEDED[name];
          const isMissing = missing.includes(name);
          return (
            <Step key={name} title={title} tone={isMissing ? "amber" : "green"} word={isMissing ? "Missing" : "Set"}>
              {isMissing ? (
                <Link className="text-link" to={to}>
                  {where}
                </Link>
              ) : null}
            </Step>
          );
        })}
        {missing.includes("newsletterSender") || missing.includes("mailServer") ? null : <SenderDomain />}
      </ul>
    </section>
  );
}
