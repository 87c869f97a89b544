import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { WordPart, WordsState } from "../../../domain/words/words.ts";
import { ApiError } from "../../../http/api/client.ts";
import { useLeaveWarning } from "../frame/unsaved-changes.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { saveWords, wordsQuery } from "./queries.ts";
import { savedText, type Typed } from "./text-groups.ts";

const FAILED = "Failed to save words. Please try again.";

/** The server names a text's field by its key. */
const keyOf = (field: string) => field.replace(/^words\./, "");

const without = <T>(all: Readonly<Record<string, T>>, keys: Iterable<string>): Record<string, T> => {
  const left = { ...all };
  for (const key of keys) delete left[key];
  return left;
};

/** What is typed in one language, what is wrong with it, and how it is saved. What is typed while a save is on its way stays. */
export function useWordsForm({ language }: Pick<WordsState, "language">) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<Typed>({});
  const [errors, setErrors] = useState<Typed>({});
  const [failures, setFailures] = useState(0);
  const isDirty = Object.keys(typed).length > 0;
  useLeaveWarning(isDirty);
  const { mutateAsync, isPending } = useAdminMutation({
    call: saveWords,
    success: "Words saved",
    failure: (_, error) => (error instanceof ApiError && error.details ? undefined : FAILED),
    invalidates: [["site"], ["admin", "audit"]],
  });
  const save = async () => {
    const sent = typed;
    setErrors({});
    try {
      const saved = await mutateAsync({ language, words: sent });
      queryClient.setQueryData(wordsQuery(language).queryKey, saved);
      setTyped((now) =>
        without(
          now,
          Object.keys(sent).filter((key) => now[key] === sent[key]),
        ),
      );
    } catch (error) {
      const details = error instanceof ApiError ? (error.details ?? []) : [];
      setErrors(Object.fromEntries(details.map(({ field, rule }) => [keyOf(field), rule])));
      if (details.length > 0) setFailures((count) => count + 1);
    }
  };
  return {
    typed,
    errors,
    /** counts the saves that were refused for a text */
    failures,
    isDirty,
    isBusy: isPending,
    change(part: WordPart, text: string) {
      setErrors((all) => without(all, [part.key]));
      setTyped((all) => (text === savedText(part) ? without(all, [part.key]) : { ...all, [part.key]: text }));
    },
    /** The empty text brings back the one that comes with the site. */
    restore: (parts: readonly WordPart[]) => {
      const keys = parts.map(({ key }) => key);
      setErrors((all) => without(all, keys));
      setTyped((all) => ({
        ...without(all, keys),
        ...Object.fromEntries(parts.filter(({ own }) => own !== null).map(({ key }) => [key, ""])),
      }));
    },
    undo() {
      setTyped({});
      setErrors({});
    },
    save: () => void save(),
  };
}

export type WordsForm = ReturnType<typeof useWordsForm>;
