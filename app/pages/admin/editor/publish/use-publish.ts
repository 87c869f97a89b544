import { useState } from "react";
import type { PostStatus } from "../../../../domain/posts/post-rules.ts";
import type { Session } from "../session/create-session.ts";
import type { SessionState } from "../session/reduce-session.ts";

/** What the sheet begins with: publishing now, or a time. */
type Sheet = { begins: "now" | "later" };

const isCategory = ({ field }: { field: string }) => field === "category_id";

/** Whether a category is all that is missing. */
export const lacksOnlyCategory = ({ problems }: Pick<SessionState, "problems">): boolean =>
  problems.length > 0 && problems.every(isCategory);

/** The ways to save and publish. Publish needs one press if nothing is missing; the sheet asks for the category if there is none. */
export function usePublish(session: Session, keepDate: boolean) {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const openSheet = (begins: Sheet["begins"] = "now") => {
    session.flush();
    setSheet({ begins });
  };
  const save = (status?: PostStatus) => session.save(status ? { status, keepDate } : { keepDate });
  const publish = () => {
    const { kind, category_id } = session.readValues();
    if (kind === "post" && category_id === "" && session.get().stored.id !== null) return openSheet();
    // What keeps it from being published is known at once.
    void save("published");
    if (lacksOnlyCategory(session.get())) openSheet();
  };
  return {
    sheet,
    openSheet,
    closeSheet: () => setSheet(null),
    save: (status?: "draft") => void save(status),
    saveByKey: () => void session.saveByKey(keepDate),
    publish,
    publishNow: () => save(session.get().stored.values.status === "published" ? undefined : "published"),
  };
}

export type Publishing = ReturnType<typeof usePublish>;
