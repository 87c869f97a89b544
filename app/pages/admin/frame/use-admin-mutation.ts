import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ToastAction, toast } from "../../../ui/toast/toast.ts";
import { messageOf } from "../../account/frame/failure.ts";

type ToastText<Data, Input> = string | ((data: Data, input: Input) => string | undefined);

export type AdminMutation<Data, Input> = {
  call(input: Input): Promise<Data>;
  /** the toast after success; none if undefined */
  success?: ToastText<Data, Input>;
  /** a button in that toast that reverts the change */
  undo?(data: Data, input: Input): ToastAction | undefined;
  /** the toast after a failure, given the server's message; none if undefined */
  failure?(message: string, error: Error): string | undefined;
  /** prefixes of the query keys to invalidate */
  invalidates?: readonly QueryKey[];
};

const UNANSWERED = "The server could not be reached. Nothing is lost. Please try again.";

/**
 * A mutation of the back office with its toasts and the queries that it invalidates.
 * @returns react-query's mutation; `mutateAsync` rejects with the ApiError
 */
export function useAdminMutation<Data, Input>({ call, success, undo, failure, invalidates = [] }: AdminMutation<Data, Input>) {
  const queryClient = useQueryClient();
  return useMutation<Data, Error, Input>({
    mutationFn: call,
    // By default mutations wait while the browser believes that it is offline, and a save would seem to hang.
    networkMode: "always",
    onSuccess: (data, input) => {
      const title = typeof success === "function" ? success(data, input) : success;
      const action = undo?.(data, input);
      if (title) toast({ title, tone: "success", ...(action && { action }) });
      for (const queryKey of invalidates) void queryClient.invalidateQueries({ queryKey });
    },
    onError: (error) => {
      const title = failure?.(messageOf(error, UNANSWERED), error);
      if (title) toast({ title, tone: "error" });
    },
  });
}
