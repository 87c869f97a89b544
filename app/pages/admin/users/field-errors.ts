import type { ZodError } from "zod";

/** Each field's message, by its name. Of several rules that a field breaks, the first is the one to fix. */
export const fieldErrors = ({ issues }: ZodError): Record<string, string> =>
  Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message] as const).reverse());
