import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ToastAction, toast } from "../../../ui/toast/toast.ts";
import { messageOf } from "../../account/frame/failure.ts";

type Told<Data, Input> = string | ((data: Data, input: Input) => string | undefined);

type AdminMutation<Data, Input> = {
  call(input: Input): Promise<Data>;
  /** what the toast says when it is done; nothing is said when it gives nothing */
  success?: Told<Data, Input>;
  /** what can be done about it at once, as a button in that toast */
  undo?(data: Data, input: Input): ToastAction | undefined;
  /** what the toast says when it isn't, given the server's words; nothing is said when it gives nothing */
  failure?(message: string, error: Error): string | undefined;
  /** the queries that now show something out of date, by the beginnings of their keys */
  invalidates?: readonly QueryKey[];
};

const UNANSWERED = "The server could not be reached. Nothing is lost; please try again.";

/**
 * A write of the back office, with what is said about it and what is read anew afterwards.
 * @returns react-query's mutation; `mutateAsync` rejects with the ApiError
 */
export function useAdminMutation<Data, Input>({ call, success, undo, failure, invalidates = [] }: AdminMutation<Data, Input>) {
  const queryClient = useQueryClient();
  return useMutation<Data, Error, Input>({
    mutationFn: call,
    // Held back while the browser thinks that it is offline, a save would seem to hang.
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
