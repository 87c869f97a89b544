import { csvLine } from "../../../domain/text-rules.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { messageOf } from "../../account/frame/failure.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { Menu } from "../frame/menu.tsx";

type Cell = string | number | boolean | null | undefined;
export type Row = Record<string, Cell>;

/**
 * Rows as comma-separated values (RFC 4180): CRLF at the end of each line, no byte order mark, a header with the names.
 * @param rows each with the same names; those of the first row are the header
 * @returns an empty text when there are no rows
 */
export function csvOf(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return "";
  return [names, ...rows.map((row) => names.map((name) => row[name]))].map(csvLine).join("");
}

type ExportMenuProps<Answer> = {
  /** the panel's title; the file's name begins with it */
  title: string;
  /** the days that it covers */
  period: { from: string; to: string };
  /** loads all of it, not only what is visible */
  load(): Promise<Answer>;
  /** the rows of the response, with raw figures */
  rows(answer: Answer): readonly Row[];
};

/** `Top Pages` of two days: `top-pages-2026-10-22-to-2026-11-20.csv`. */
const exportName = (title: string, { from, to }: { from: string; to: string }, ending: string) =>
  `${title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")}-${from}-to-${to}.${ending}`;

function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export function ExportMenu<Answer>({ title, period, load, rows }: ExportMenuProps<Answer>) {
  const take = async (ending: "csv" | "json") => {
    try {
      const answer = await load();
      if (ending === "csv") download(exportName(title, period, ending), csvOf(rows(answer)), "text/csv;charset=utf-8");
      else download(exportName(title, period, ending), JSON.stringify(answer, null, 2), "application/json");
    } catch (error) {
      toast({ title: `Failed to export ${title}: ${messageOf(error, "The server could not be reached.")}`, tone: "error" });
    }
  };
  return (
    <div className="export-menu">
      <Menu
        label={`Export ${title}`}
        items={[
          { label: "Download CSV", onSelect: () => void take("csv") },
          { label: "Download JSON", onSelect: () => void take("json") },
        ]}
      >
        Export
        <span className="sr-only"> {title}</span>
        <AdminIcon name="down" />
      </Menu>
    </div>
  );
}
