import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { toast } from "../../../ui/toast/toast.ts";
import { messageOf } from "../frame/failure.ts";
import { chooseNotices, noticesQuery } from "./queries.ts";

/** Whether a mail comes when somebody answers a comment of one's own. */
export function ReplyNotices() {
  const id = useId();
  const queryClient = useQueryClient();
  const { data } = useQuery(noticesQuery());
  const [isBusy, setBusy] = useState(false);
  const choose = async (wanted: boolean) => {
    if (isBusy) return;
    setBusy(true);
    const { queryKey } = noticesQuery();
    const before = queryClient.getQueryData(queryKey);
    queryClient.setQueryData(queryKey, { comment_replies: wanted });
    try {
      queryClient.setQueryData(queryKey, await chooseNotices(wanted));
      toast({ title: "Mails saved", tone: "success" });
    } catch (error) {
      queryClient.setQueryData(queryKey, before);
      toast({ title: messageOf(error, "Your choice could not be saved. Please try again."), tone: "error" });
    } finally {
      setBusy(false);
    }
  };
  return (
    <p className="account-choice">
      <input
        id={id}
        type="checkbox"
        checked={data?.comment_replies ?? false}
        disabled={!data}
        aria-busy={isBusy}
        onChange={(event) => void choose(event.target.checked)}
      />
      <label htmlFor={id}>Mail me when somebody answers a comment of mine</label>
    </p>
  );
}
