import type { RuleKind } from "../../../../domain/analytics/traffic/traffic-model.ts";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { useConfirm } from "../../frame/use-confirm.tsx";
import { blockHits, CHANGED_TRAFFIC, type Release, releaseHits } from "./queries.ts";
import { countOf, heldVisitsText, KIND_WORDS } from "./traffic-texts.ts";

const failure = (message: string) => `Failed to decide: ${message}`;

/** What is decided about the hits that are chosen; each decision is asked about first. */
export function useDecisions(ids: string[], then: () => void) {
  const confirm = useConfirm();
  const releasing = useAdminMutation({
    call: releaseHits,
    success: ({ released }) => `${countOf(released, "hit")} released; figures follow within seconds`,
    failure,
    invalidates: CHANGED_TRAFFIC,
  });
  const blocking = useAdminMutation({
    call: blockHits,
    success: ({ rules, held_visits }) => `${countOf(rules.length, "rule")} added${heldVisitsText(held_visits)}`,
    failure,
    invalidates: CHANGED_TRAFFIC,
  });
  const hits = countOf(ids.length, "hit");

  const release = async (allow?: Release["allow"]) => {
    const text = allow
      ? `They count as visits at their own time, and the same ${KIND_WORDS[allow].plural} are counted from now on.`
      : "They count as visits at their own time.";
    if (!(await confirm({ title: `Release ${hits}`, text, action: "Release" }))) return;
    releasing.mutate({ ids, ...(allow && { allow }) }, { onSuccess: then });
  };
  const block = async (by: RuleKind) => {
    const text = `The ${KIND_WORDS[by].plural} of ${hits} aren't counted any more. Recorded visits of the last 30 days with the same ones move to quarantine, from where you can release them.`;
    if (!(await confirm({ title: `Block by ${KIND_WORDS[by].label.toLowerCase()}`, text, action: "Block", tone: "danger" })))
      return;
    blocking.mutate({ ids, by }, { onSuccess: then });
  };
  return { release, block, isBusy: releasing.isPending || blocking.isPending };
}
