import { adminRoutes } from "../../../admin-routes.ts";
import type { FirstStep } from "../../../domain/dashboard/dashboard.ts";
import { Link } from "../../../ui/link.tsx";
import { FIRST } from "./texts.ts";

/** What a new owner does first, each with where to do it and why. */
const STEPS: Record<FirstStep, { label: string; why: string; to: string }> = {
  description: {
    label: FIRST.describe,
    why: FIRST.describeHint,
    to: adminRoutes.settings(),
  },
  demo: {
    label: FIRST.removeExamples,
    why: FIRST.removeExamplesHint,
    to: adminRoutes.settings(),
  },
  email: {
    label: FIRST.setUpEmail,
    why: FIRST.emailHint,
    to: adminRoutes.system(),
  },
  backups: { label: FIRST.backups, why: FIRST.backupsHint, to: adminRoutes.backups() },
  article: { label: FIRST.publish, why: FIRST.publishHint, to: adminRoutes.createPost() },
};

/** What the owner of a new site has still to do. */
export function FirstSteps({ steps }: { steps: FirstStep[] }) {
  if (steps.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="steps-title">
      <h2 id="steps-title">{FIRST.firstSteps}</h2>
      <ol className="first-steps">
        {steps.map((step) => (
          <li key={step}>
            <Link className="row-title" to={STEPS[step].to}>
              {STEPS[step].label}
            </Link>
            <p className="row-note">{STEPS[step].why}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
