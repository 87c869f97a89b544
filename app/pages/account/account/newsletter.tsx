import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { DEFAULT_LANGUAGE } from "../../../domain/settings/direction-rules.ts";
import type { Choices, OwnSubscription } from "../../../domain/subscribers/subscriber.ts";
import { FREQUENCIES } from "../../../domain/subscribers/subscriber-rules.ts";
import type { Account } from "../../../domain/users/user.ts";
import { ApiError } from "../../../http/api/client.ts";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { FormAlert } from "../../../ui/form/use-form.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { useSite } from "../../data.ts";
import { ChoicesFields } from "../../public/newsletter/choices-fields.tsx";
import { SubscribeForm } from "../../public/newsletter/subscribe-form.tsx";
import { texts as newsletter } from "../../public/newsletter/texts.ts";
import { messageOf } from "../frame/failure.ts";
import { endNewsletter, newsletterQuery, saveNewsletter } from "./queries.ts";
import { texts } from "./texts.ts";

/** What isn't offered stays as it is. */
function choicesIn(data: FormData, before: Choices, language: string): Choices {
  const scope = data.get("scope");
  const chosen = data.get("language");
  return {
    frequency: FREQUENCIES.find((frequency) => frequency === data.get("frequency")) ?? before.frequency,
    categories: scope === null ? before.categories : scope === "some" ? data.getAll("category").map(String) : null,
    language: chosen === null ? before.language : chosen === language ? null : String(chosen),
  };
}

type Subscribed = { owner: string; choices: Choices; offered: OwnSubscription["offered"] };

function ChoicesForm({ owner, choices, offered }: Subscribed) {
  const queryClient = useQueryClient();
  const language = useSite().language ?? DEFAULT_LANGUAGE;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (work: () => Promise<void>, failed: string) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      const isEmpty = error instanceof ApiError && error.details?.some(({ field }) => field === "categories");
      setProblem(isEmpty ? newsletter.noCategory : messageOf(error, failed));
    }
    setBusy(false);
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = choicesIn(new FormData(event.currentTarget), choices, language);
    void run(async () => {
      queryClient.setQueryData(newsletterQuery().queryKey, await saveNewsletter(owner, chosen));
      toast({ title: newsletter.saved, tone: "success" });
    }, newsletter.notSaved);
  };
  const leave = () =>
    void run(async () => {
      await endNewsletter(owner);
      queryClient.setQueryData(newsletterQuery().queryKey, { choices: null, offered });
      toast({ title: texts.unsubscribed, tone: "success" });
    }, texts.notUnsubscribed);
  return (
    <form className="form" aria-busy={isBusy} onSubmit={save}>
      <FormAlert message={problem} />
      <ChoicesFields choices={choices} offered={offered} language={language} />
      <div className="form-buttons">
        <button type="submit" className="button" aria-disabled={isBusy || undefined}>
          {newsletter.save}
        </button>
        <button type="button" className="button" aria-disabled={isBusy || undefined} onClick={leave}>
          {newsletter.unsubscribe}
        </button>
      </div>
    </form>
  );
}

/** The choices of the account's email address, or the form to subscribe. */
export function Newsletter({ account }: { account: Account }) {
  const { data, error } = useQuery(newsletterQuery());
  if (error && !data) return <FormAlert message={messageOf(error, texts.notLoaded)} />;
  if (!data) return <Spinner label={texts.loading} />;
  const { choices, offered } = data;
  return choices ? (
    <ChoicesForm owner={account.id} choices={choices} offered={offered} />
  ) : (
    <SubscribeForm email={account.email} />
  );
}
