import { adminRoutes } from "../../../admin-routes.ts";
import type { FirstStep } from "../../../domain/dashboard/dashboard.ts";
import { Link } from "../../../ui/link.tsx";

/** What a new owner does first, each with where to do it and why. */
const STEPS: Record<FirstStep, { label: string; why: string; to: string }> = {
  description: {
    label: "Say in one sentence what the site is about",
    why: "Home, search engines and feeds show it.",
    to: adminRoutes.settings(),
  },
  demo: {
    label: "Remove the example articles",
    why: "Your own posts stay.",
    to: adminRoutes.settings(),
  },
  email: {
    label: "Set up email",
    why: "Until then, links for sign-ups and passwords wait in the outbox.",
    to: adminRoutes.system(),
  },
  backups: { label: "Turn on automatic backups", why: "So that nothing you write is lost.", to: adminRoutes.backups() },
  article: { label: "Publish your first article", why: "Drafts are saved while you type.", to: adminRoutes.createPost() },
};

export function FirstSteps({ steps }: { steps: FirstStep[] }) {
  if (steps.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="steps-title">
      <h2 id="steps-title">First steps</h2>
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
