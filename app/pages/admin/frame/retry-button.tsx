import { useAdminMutation } from "./use-admin-mutation.ts";

type RetryButtonProps = {
  id: string;
  name: string;
  /** the word for it in the error */
  noun: "email" | "job";
  call(id: string): Promise<unknown>;
  /** the toast after the request */
  success: string;
  /** the second part of the list's query keys */
  list: string;
};

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
