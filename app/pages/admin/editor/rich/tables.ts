import type { Attribute } from "@tiptap/core";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";

/** Alignment as an attribute, and no widths: an article's tables carry no style. */
const cellAttributes = (attributes: Record<string, Partial<Attribute>> = {}) => ({
  colspan: attributes.colspan ?? {},
  rowspan: attributes.rowspan ?? {},
  colwidth: { default: null, rendered: false },
  align: {
    default: null,
    parseHTML: (cell: HTMLElement) => cell.getAttribute("align"),
    renderHTML: ({ align }: Record<string, unknown>) => (align ? { align } : {}),
  },
});

const PlainTable = Table.extend({ renderHTML: () => ["table", ["tbody", 0]] });

/** Tables, their rows and cells. */
export const tables = [
  PlainTable.configure({ resizable: false, allowTableNodeSelection: true }),
  TableRow,
  TableHeader.extend({
    addAttributes() {
      return { ...cellAttributes(this.parent?.()), scope: { default: null } };
    },
  }),
  TableCell.extend({
    addAttributes() {
      return cellAttributes(this.parent?.());
    },
  }),
];
