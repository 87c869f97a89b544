import { loadAuth } from "./state.ts";
import { storedPerson } from "./stored-person.ts";

/**
 * Asks for the cookie that shows an admin the site while it is closed for maintenance.
 * @returns whether this browser has it now; false for everybody but admins, without asking
 */
export async function requestPass(): Promise<boolean> {
  if (storedPerson()?.role !== "admin") return false;
  try {
    const { withToken } = await loadAuth();
    return (await withToken("/api/admin/maintenance/pass", { method: "POST" })).ok;
  } catch {
    return false;
  }
}
