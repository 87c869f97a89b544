import { useQueryClient } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import { useAuth } from "../../../browser/auth/state.ts";
import type { DashboardStep, FirstStep } from "../../../domain/dashboard/dashboard.ts";
import { FULL_NAME_MAX } from "../../../domain/users/user-rules.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert, SubmitButton, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { Link } from "../../../ui/link.tsx";
import { saveProfile } from "../../account/frame/save-profile.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { dashboardQuery, dismissFirstStep } from "./queries.ts";

/** What a new owner does first, each with where to do it and why. The name is asked in place. */
const STEPS: Record<FirstStep, { label: string; why: string; to: string | null }> = {
  name: { label: "Say who you are", why: "Readers see your name on your articles and comments.", to: null },
  description: {
    label: "Describe your site in one sentence",
    why: "Shown on Home, in search results and in feeds.",
    to: adminRoutes.settings("siteDescription"),
  },
  demo: { label: "Remove the example articles", why: "Your own posts stay.", to: adminRoutes.settingsPlace("demo") },
  email: {
    label: "Set up email",
    why: "Until then, links for sign-ups and passwords wait in the outbox.",
    to: adminRoutes.settingsPlace("email"),
  },
  backups: { label: "Turn on automatic backups", why: "Keeps your writing safe.", to: adminRoutes.backups() },
  article: { label: "Publish your first article", why: "Drafts are saved while you type.", to: adminRoutes.createPost() },
};

function NameForm({ owner }: { owner: string }) {
  const client = useQueryClient();
  const renew = () => void client.invalidateQueries({ queryKey: dashboardQuery().queryKey });
  const state = useForm((value: Values) => saveProfile(owner, { full_name: value("full_name") }, renew));
  return (
    <section className="name-prompt" aria-labelledby="name-prompt-title">
      <h3 id="name-prompt-title">What’s your name?</h3>
      <form {...state.form}>
        <FormAlert message={state.message} />
        <Field
          label="Full Name"
          name="full_name"
          autoComplete="name"
          required
          maxLength={FULL_NAME_MAX}
          readOnly={state.isBusy}
          error={state.errorOf("full_name")}
          hint="Readers see it on your articles and comments."
        />
        <SubmitButton state={state} label="Save name" busyLabel="Saving..." className="" />
      </form>
    </section>
  );
}

function OpenStep({ step, onDismiss }: { step: FirstStep; onDismiss(): void }) {
  const { person } = useAuth();
  const { label, why, to } = STEPS[step];
  return (
    <>
      {to === null ? (
        person && <NameForm key={person.id} owner={person.id} />
      ) : (
        <div>
          <Link className="row-title" to={to}>
            {label}
          </Link>
          <p className="row-note">{why}</p>
        </div>
      )}
      <button type="button" className="icon-button" aria-label={`Dismiss “${label}”`} onClick={onDismiss}>
        <AdminIcon name="close" />
      </button>
    </>
  );
}

export function FirstSteps({ steps }: { steps: readonly DashboardStep[] }) {
  const dismissal = useAdminMutation({
    call: dismissFirstStep,
    failure: (message) => `Failed to dismiss the step: ${message}`,
    invalidates: [dashboardQuery().queryKey],
  });
  if (steps.length === 0) return null;
  const done = steps.filter(({ is_done }) => is_done).length;
  return (
    <section className="panel" aria-labelledby="steps-title">
      <div className="first-steps-head">
        <h2 id="steps-title">First steps</h2>
        <progress value={done} max={steps.length} aria-labelledby="steps-title" />
        <p>{`${done} of ${steps.length}`}</p>
      </div>
      <ol className="first-steps">
        {steps.map(({ step, is_done }) => (
          <li key={step} data-done={is_done || undefined}>
            <span className="first-steps-sign" aria-hidden="true">
              {is_done ? <AdminIcon name="check" /> : null}
            </span>
            {is_done ? (
              <p>
                {STEPS[step].label}
                <span className="sr-only">: done</span>
              </p>
            ) : (
              <OpenStep step={step} onDismiss={() => dismissal.mutate(step)} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
