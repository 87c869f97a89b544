import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import { MAIL_STATES, type MailState } from "../../../domain/mail/mail.ts";
import { body, query } from "../../../http/api/admin/client.ts";

/** What the outbox is asked for, as its address has it; what can't be asked for counts as not said. */
export type OutboxAsked = { page: string; state: string };

const isState = (state: string): state is MailState => (MAIL_STATES as readonly string[]).includes(state);

/** A page of the outbox; never kept, for it holds what lets people in. */
export const outboxQuery = ({ page, state }: OutboxAsked) => {
  const asked = { page: Math.max(1, Math.trunc(Number(page)) || 1), state: isState(state) ? state : undefined };
  return queryOptions({
    queryKey: ["admin", "outbox", asked],
    queryFn: () => body(adminApi.outbox.$get({ query: query(asked) as { page: string; state?: MailState } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
};

/** Queues a mail once more. */
export const retryMail = (id: string) => body(adminApi.outbox[":id"].retry.$post({ param: { id }, query: {} }));
