import { adminRoutes } from "../../../admin-routes.ts";
import { routes } from "../../../routes.ts";

type Table = { [name: string]: string | Table | ((...parts: never[]) => string) };

/** What stands for the parts of an address that differ, such as an article's slug. */
const PART = ":part";

const unmade = (address: string) => decodeURIComponent(address.split("?")[0] ?? "");

/** Every address that a table of addresses can make, each once and in the table's order. */
function addressesOf(table: Table): string[] {
  const all = Object.values(table).flatMap((entry): string[] => {
    if (typeof entry === "string") return [entry];
    if (typeof entry !== "function") return addressesOf(entry);
    const parts = Array.from({ length: entry.length }, () => PART) as never[];
    return [unmade(entry(...parts))];
  });
  return [...new Set(all)];
}

/** The addresses of pages, feeds and files. */
export const publicAddresses = (): string[] => addressesOf(routes as unknown as Table);

/** The addresses of the back office. */
export const adminAddresses = (): string[] => addressesOf(adminRoutes as unknown as Table);
