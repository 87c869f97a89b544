import { useAdminMutation } from "./use-admin-mutation.ts";

type RetryButtonProps = {
  id: string;
  /** what is tried again, for screen readers: a subject, a name */
  name: string;
  /** the kind of thing, as its failure is told of */
  noun: "mail" | "job";
  call(id: string): Promise<unknown>;
  /** what the toast says when it is going to be tried again */
  success: string;
  /** the list that it stands in, by the second part of its queries' keys */
  list: string;
};

/** Tries once more what the server gave up, or what waits for its next attempt. */
export function RetryButton({ id, name, noun, call, success, list }: RetryButtonProps) {
  const retry = useAdminMutation({
    call,
    success,
    failure: (message) => `Failed to retry ${noun}: ${message}`,
    invalidates: [
      ["admin", list],
      ["admin", "dashboard"],
      ["admin", "audit"],
    ],
  });
  return (
    <button
      type="button"
      className="small-button"
      aria-disabled={retry.isPending || undefined}
      onClick={() => retry.isPending || retry.mutate(id)}
    >
      {retry.isPending ? "Retrying..." : "Retry"}
      <span className="sr-only">: {name}</span>
    </button>
  );
}
