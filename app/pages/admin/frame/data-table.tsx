import { memo, type ReactNode, useDeferredValue, useEffect, useRef } from "react";
import { NavigationType, useNavigationType } from "react-router";
import { AdminIcon } from "./admin-icon.tsx";
import type { Selection } from "./selection.tsx";
import { SelectFilter } from "./toolbar.tsx";
import { useDensity } from "./use-density.tsx";
import { useRowFocus } from "./use-row-focus.ts";

/** The window's height per row, in CSS pixels. Title and tools need room, too, so more than fit are rendered. */
const ROW_SHARE = 44;

/**
 * The rows of a list that has just been opened: first those that fit into the window, then all, so that the visible rows appear
 * sooner. After a back navigation all rows render at once, so that the browser can restore the scroll position.
 */
export function useFirstRows<Row>(rows: readonly Row[]): readonly Row[] {
  const isReturn = useNavigationType() === NavigationType.Pop;
  const isWhole = useDeferredValue(true, isReturn);
  return isWhole ? rows : rows.slice(0, Math.ceil(innerHeight / ROW_SHARE));
}

export type Column<Row> = {
  key: string;
  title: string;
  render(row: Row): ReactNode;
  align?: "right";
  /** the column's name in `sort` */
  sortKey?: string;
  /** hidden on phones */
  wide?: boolean;
  /** what the figure counts, said after it on phones: "178 views" */
  unit?(row: Row): string;
};

type DataTableProps<Row> = {
  /** what the rows are, for screen readers */
  caption: string;
  /** a row renders again when it or these change, so memoize them for long lists */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string;
  /** the current order, such as `-created_at` */
  sort?: string;
  onSort?(sort: string): void;
  selection?: Selection | undefined;
  /** by default, every row can be selected */
  canSelect?(row: Row): boolean;
  /** other rows are loading */
  busy?: boolean;
  /** the label of a row's checkbox; by default its key */
  rowName?(row: Row): string;
  /** one line for each row, or two where they were chosen; on phones a title and a line about it */
  isLines?: boolean;
};

const directionOf = (sort: string | undefined, key: string | undefined) =>
  key === undefined ? undefined : sort === key ? "ascending" : sort === `-${key}` ? "descending" : "none";

function Head<Row>({ column, sort, onSort }: { column: Column<Row> } & Pick<DataTableProps<Row>, "sort" | "onSort">) {
  const { title, sortKey, align, wide } = column;
  const direction = onSort ? directionOf(sort, sortKey) : undefined;
  return (
    <th scope="col" aria-sort={direction} data-align={align} data-wide={wide || undefined}>
      {direction === undefined ? (
        title
      ) : (
        <button
          type="button"
          className="sort-button"
          onClick={() => onSort?.(direction === "descending" ? (sortKey ?? "") : `-${sortKey}`)}
        >
          {/* To the left of a figure's heading, so that the heading ends where the figures end. */}
          {align === "right" ? null : title}
          <AdminIcon name={direction === "ascending" ? "up" : "down"} />
          {align === "right" ? title : null}
        </button>
      )}
    </th>
  );
}

type ChooseAllProps = { keys: string[] } & Pick<Selection, "selected" | "onChange">;

function ChooseAll({ keys, selected, onChange }: ChooseAllProps) {
  const box = useRef<HTMLInputElement>(null);
  const all = keys.length > 0 && keys.every((key) => selected.has(key));
  const some = keys.some((key) => selected.has(key));
  useEffect(() => {
    if (box.current) box.current.indeterminate = some && !all;
  }, [some, all]);
  return (
    <label className="choose">
      <input ref={box} type="checkbox" checked={all} onChange={() => onChange(new Set(all ? [] : keys))} />
      <span className="sr-only">Select all on this page</span>
    </label>
  );
}

type RowCellsProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  id: string;
  name: string;
  isSelected: boolean;
  /** undefined if no row can be selected */
  onToggle: ((id: string) => void) | undefined;
  canSelect: boolean;
};

function RowCells<Row>({ row, columns, id, name, isSelected, onToggle, canSelect }: RowCellsProps<Row>) {
  return (
    <tr data-selected={isSelected || undefined}>
      {onToggle ? (
        <td className="choose-cell">
          {canSelect ? (
            <label className="choose">
              <input type="checkbox" checked={isSelected} onChange={() => onToggle(id)} />
              <span className="sr-only">Select {name}</span>
            </label>
          ) : null}
        </td>
      ) : null}
      {columns.map((column) => (
        <td
          key={column.key}
          data-label={column.title}
          data-column={column.key}
          data-align={column.align}
          data-wide={column.wide || undefined}
          data-unit={column.unit?.(row)}
        >
          {column.render(row)}
        </td>
      ))}
    </tr>
  );
}

/** The list renders several times until its next rows arrive; unchanged rows are skipped. */
const TableRow = memo(RowCells) as typeof RowCells;

/** What an order is called: "Created, newest first", "Views, most first", "Title, A to Z". */
function orderName(title: string, sortKey: string, align: Column<unknown>["align"], isDescending: boolean): string {
  if (/_at$/.test(sortKey)) return `${title}, ${isDescending ? "newest" : "oldest"} first`;
  if (align === "right") return `${title}, ${isDescending ? "most" : "fewest"} first`;
  return `${title}, ${isDescending ? "Z to A" : "A to Z"}`;
}

/** Phones hide the table's head, so the order is a select there. */
function SortChoice<Row>({ columns, sort, onSort }: Pick<DataTableProps<Row>, "columns" | "sort" | "onSort">) {
  const sortable = columns.flatMap(({ sortKey, title, align }) => (sortKey === undefined ? [] : [{ sortKey, title, align }]));
  if (!onSort || sortable.length === 0) return null;
  const options = sortable.flatMap(({ sortKey, title, align }) => [
    { value: `-${sortKey}`, label: orderName(title, sortKey, align, true) },
    { value: sortKey, label: orderName(title, sortKey, align, false) },
  ]);
  return (
    <div className="table-sort">
      <SelectFilter label="Sort by" options={options} value={sort ?? ""} onChange={onSort} />
    </div>
  );
}

/** A table with a sticky head, and on phones a card for each row. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, sort, onSort, selection, busy = false, rowName = rowKey, isLines } = props;
  const { canSelect = () => true } = props;
  const density = useDensity();
  const keys = rows.filter(canSelect).map(rowKey);
  const shown = useFirstRows(rows);
  const body = useRowFocus<HTMLTableSectionElement>();
  return (
    <>
      <SortChoice columns={columns} sort={sort} onSort={onSort} />
      <table
        className={isLines ? "data-table data-lines" : "data-table"}
        data-density={isLines ? density : undefined}
        aria-busy={busy || undefined}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {selection ? (
              <th scope="col" className="choose-cell">
                <ChooseAll keys={keys} selected={selection.selected} onChange={selection.onChange} />
              </th>
            ) : null}
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map((row) => {
            const key = rowKey(row);
            return (
              <TableRow
                key={key}
                row={row}
                columns={columns}
                id={key}
                name={rowName(row)}
                isSelected={selection?.selected.has(key) ?? false}
                onToggle={selection?.toggle}
                canSelect={canSelect(row)}
              />
            );
          })}
        </tbody>
      </table>
    </>
  );
}
