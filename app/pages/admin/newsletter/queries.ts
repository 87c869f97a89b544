import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { Issue, IssueChanges } from "../../../domain/newsletter/newsletter.ts";
import {
  type GrowthRange,
  ISSUE_STATES,
  type IssueState,
  RECIPIENT_FILTERS,
  type RecipientFilter,
} from "../../../domain/newsletter/newsletter-rules.ts";
import type { Language } from "../../../domain/settings/language-rules.ts";
import { body, query, unwrapEmpty } from "../../../http/api/admin/client.ts";

/** How often to ask for the progress of an issue, in ms: while it is sent, and while it may change by itself. */
const ASK_MS = 1000;
const LOOK_MS = 15_000;

const NEWSLETTER = ["admin", "newsletter"] as const;
export const CHANGED_ISSUES = [[...NEWSLETTER], ["admin", "audit"]] as const;

const of = (id: string) => ({ param: { id }, query: {} });
const pageOf = (page: string) => Math.max(1, Math.trunc(Number(page)) || 1);
const known = <T extends string>(names: readonly T[], name: string): T | undefined => names.find((one) => one === name);

const askEvery = (states: readonly IssueState[]): number | false => {
  if (states.includes("sending")) return ASK_MS;
  return states.some((state) => state === "scheduled" || state === "paused") ? LOOK_MS : false;
};

/** What is missing before an issue can be sent. */
export const newsletterQuery = () =>
  queryOptions({
    queryKey: [...NEWSLETTER, "state"],
    queryFn: () => body(adminApi.newsletter.$get({ query: {} })),
    staleTime: 0,
  });

export const ISSUES_AT_FIRST = { state: "", page: "1" };

/** The filter of the list, as given in the address; a state that the API doesn't know is ignored. */
export const issuesQuery = ({ state, page }: typeof ISSUES_AT_FIRST) => {
  const filter = { page: pageOf(page), state: known(ISSUE_STATES, state) };
  return queryOptions({
    queryKey: [...NEWSLETTER, "issues", filter],
    queryFn: () => body(adminApi.newsletter.issues.$get({ query: query(filter) as { page: string; state?: IssueState } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => askEvery(state.data?.items.map((issue) => issue.state) ?? []),
  });
};

export const issueQuery = (id: string) =>
  queryOptions({
    queryKey: [...NEWSLETTER, "issue", id],
    queryFn: () => body(adminApi.newsletter.issues[":id"].$get(of(id))),
    staleTime: 0,
    refetchInterval: ({ state }) => askEvery(state.data ? [state.data.state] : []),
  });

/** Who would get a post that isn't an issue yet. Null: of any category; in the site's language. */
export const audienceQuery = ({ category_id, language }: { category_id: string | null; language: Language | null }) => {
  const post = { ...(category_id !== null && { category_id }), ...(language !== null && { language }) };
  return queryOptions({
    queryKey: [...NEWSLETTER, "audience", post],
    queryFn: () => body(adminApi.newsletter.audience.$get({ query: post })),
    staleTime: 0,
  });
};

export const growthQuery = (range: GrowthRange) =>
  queryOptions({
    queryKey: [...NEWSLETTER, "growth", range],
    queryFn: () => body(adminApi.newsletter.growth.$get({ query: { range } })),
    placeholderData: keepPreviousData,
  });

/** Of visits that began with a link of an issue. @param days ISO dates, both included */
export const campaignQuery = (issue: string, days: { from: string; to: string }) =>
  queryOptions({
    queryKey: ["admin", "analytics", "campaign", issue, days],
    queryFn: () =>
      body(
        adminApi.analytics.campaign.$get({
          query: { range: "custom", ...days, utm_source: "newsletter", utm_campaign: issue },
        }),
      ),
  });

/** Recipients change by themselves while the issue is sent; each state of the issue has its own list, so the end is never missed. */
export const recipientsQuery = (issue: Pick<Issue, "id" | "state">, { state, page }: { state: string; page: string }) => {
  const { id } = issue;
  const filter = { page: pageOf(page), state: known(RECIPIENT_FILTERS, state) };
  return queryOptions({
    queryKey: [...NEWSLETTER, "recipients", id, issue.state, filter],
    queryFn: () =>
      body(
        adminApi.newsletter.issues[":id"].recipients.$get({
          param: { id },
          query: query(filter) as { page: string; state?: RecipientFilter },
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: askEvery([issue.state]),
  });
};

/** Made anew after each change of the issue. */
export const mailPreviewQuery = ({ id, subject, preview_text, content, started_at }: Issue) =>
  queryOptions({
    queryKey: [...NEWSLETTER, "preview", id, subject, preview_text, content, started_at],
    queryFn: () => body(adminApi.newsletter.issues[":id"].preview.$get(of(id))),
    placeholderData: keepPreviousData,
  });

/** The issue of a post, if it has one. */
export const postIssueQuery = (post_id: string) =>
  queryOptions({
    queryKey: [...NEWSLETTER, "post", post_id],
    queryFn: async () => {
      const { items } = await body(adminApi.newsletter.issues.$get({ query: query({ post_id }) }));
      return items.find(({ state, started_at }) => state !== "canceled" || started_at !== null) ?? null;
    },
    staleTime: 0,
  });

type NewIssue = Parameters<typeof adminApi.newsletter.issues.$post>[0]["json"];
export const createIssue = (json: NewIssue) => body(adminApi.newsletter.issues.$post({ query: {}, json }));
export const updateIssue = (id: string, json: IssueChanges) =>
  body(adminApi.newsletter.issues[":id"].$patch({ ...of(id), json }));
export const deleteIssue = (id: string) => unwrapEmpty(adminApi.newsletter.issues[":id"].$delete(of(id)));
type Start = Parameters<(typeof adminApi.newsletter.issues)[":id"]["start"]["$post"]>[0]["json"];
export const startIssue = (id: string, json: Start) => body(adminApi.newsletter.issues[":id"].start.$post({ ...of(id), json }));
export const pauseIssue = (id: string) => body(adminApi.newsletter.issues[":id"].pause.$post(of(id)));
export const resumeIssue = (id: string) => body(adminApi.newsletter.issues[":id"].resume.$post(of(id)));
export const cancelIssue = (id: string) => body(adminApi.newsletter.issues[":id"].cancel.$post(of(id)));
export const testIssue = (id: string) => body(adminApi.newsletter.issues[":id"].test.$post(of(id)));
export const resendRecipient = (id: string, recipient: string) =>
  body(adminApi.newsletter.issues[":id"].recipients[":recipient"].resend.$post({ param: { id, recipient }, query: {} }));
export const createBounceSecret = () => body(adminApi.newsletter.bounces.secret.$post({ query: {} }));
