import { useSite } from "../../data.ts";

/** `email` is for admins. */
type Named = { full_name: string | null; email: string | null };

/** @returns a function that names somebody as admins see them; without a name, others see the name that bylines show */
export function usePersonName(): (person: Named) => string {
  const { defaultAuthor } = useSite();
  return ({ full_name, email }) => full_name || email || defaultAuthor;
}
