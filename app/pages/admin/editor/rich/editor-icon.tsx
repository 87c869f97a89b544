import Bold from "lucide-react/icons/bold";
import Code from "lucide-react/icons/code";
import Image from "lucide-react/icons/image";
import Italic from "lucide-react/icons/italic";
import Link from "lucide-react/icons/link";
import List from "lucide-react/icons/list";
import ListOrdered from "lucide-react/icons/list-ordered";
import Minus from "lucide-react/icons/minus";
import Quote from "lucide-react/icons/quote";
import Redo2 from "lucide-react/icons/redo-2";
import Scan from "lucide-react/icons/scan";
import Search from "lucide-react/icons/search";
import SquareCode from "lucide-react/icons/square-code";
import SquarePlay from "lucide-react/icons/square-play";
import Strikethrough from "lucide-react/icons/strikethrough";
import Superscript from "lucide-react/icons/superscript";
import Table from "lucide-react/icons/table";
import Undo2 from "lucide-react/icons/undo-2";

/** The icons of the editor's buttons, from Lucide. */
const ICONS = {
  bold: Bold,
  italic: Italic,
  strike: Strikethrough,
  code: Code,
  bullets: List,
  numbers: ListOrdered,
  quote: Quote,
  "code-block": SquareCode,
  link: Link,
  image: Image,
  table: Table,
  footnote: Superscript,
  embed: SquarePlay,
  find: Search,
  focus: Scan,
  rule: Minus,
  undo: Undo2,
  redo: Redo2,
};

export type EditorIconName = keyof typeof ICONS;

/** An icon within a named button. */
export function EditorIcon({ name }: { name: EditorIconName }) {
  const Shape = ICONS[name];
  return <Shape className="icon" aria-hidden="true" />;
}
