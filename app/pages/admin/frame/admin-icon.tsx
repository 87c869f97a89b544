import Archive from "lucide-react/icons/archive";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import ArrowUp from "lucide-react/icons/arrow-up";
import AudioLines from "lucide-react/icons/audio-lines";
import BookOpen from "lucide-react/icons/book-open";
import Calendar from "lucide-react/icons/calendar";
import ChartColumn from "lucide-react/icons/chart-column";
import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import CircleUser from "lucide-react/icons/circle-user";
import Clock from "lucide-react/icons/clock";
import Copy from "lucide-react/icons/copy";
import Ellipsis from "lucide-react/icons/ellipsis";
import ExternalLink from "lucide-react/icons/external-link";
import Eye from "lucide-react/icons/eye";
import File from "lucide-react/icons/file";
import FileText from "lucide-react/icons/file-text";
import Flag from "lucide-react/icons/flag";
import Folder from "lucide-react/icons/folder";
import Globe from "lucide-react/icons/globe";
import GripVertical from "lucide-react/icons/grip-vertical";
import HardDrive from "lucide-react/icons/hard-drive";
import Heart from "lucide-react/icons/heart";
import House from "lucide-react/icons/house";
import Image from "lucide-react/icons/image";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Link from "lucide-react/icons/link";
import Lock from "lucide-react/icons/lock";
import LogOut from "lucide-react/icons/log-out";
import Mail from "lucide-react/icons/mail";
import Menu from "lucide-react/icons/menu";
import MessageSquareText from "lucide-react/icons/message-square-text";
import Palette from "lucide-react/icons/palette";
import PanelLeftClose from "lucide-react/icons/panel-left-close";
import PanelLeftOpen from "lucide-react/icons/panel-left-open";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Reply from "lucide-react/icons/reply";
import RotateCw from "lucide-react/icons/rotate-cw";
import Rows3 from "lucide-react/icons/rows-3";
import ScrollText from "lucide-react/icons/scroll-text";
import Search from "lucide-react/icons/search";
import Signpost from "lucide-react/icons/signpost";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import Smartphone from "lucide-react/icons/smartphone";
import Star from "lucide-react/icons/star";
import Tag from "lucide-react/icons/tag";
import Trash2 from "lucide-react/icons/trash-2";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Upload from "lucide-react/icons/upload";
import Users from "lucide-react/icons/users";
import Video from "lucide-react/icons/video";
import X from "lucide-react/icons/x";

/** The back office's icons, from Lucide. Pages for readers have their own few in app/ui/icon, which are smaller. */
const ICONS = {
  alert: TriangleAlert,
  archive: Archive,
  "arrow-left": ArrowLeft,
  "arrow-right": ArrowRight,
  audio: AudioLines,
  book: BookOpen,
  calendar: Calendar,
  chart: ChartColumn,
  check: Check,
  chevron: ChevronDown,
  clock: Clock,
  close: X,
  comments: MessageSquareText,
  copy: Copy,
  dashboard: LayoutDashboard,
  disk: HardDrive,
  down: ArrowDown,
  edit: Pencil,
  external: ExternalLink,
  eye: Eye,
  flag: Flag,
  fold: PanelLeftClose,
  folder: Folder,
  globe: Globe,
  grip: GripVertical,
  heart: Heart,
  image: Image,
  leave: LogOut,
  link: Link,
  lock: Lock,
  log: ScrollText,
  mail: Mail,
  menu: Menu,
  more: Ellipsis,
  page: File,
  palette: Palette,
  person: CircleUser,
  phone: Smartphone,
  plus: Plus,
  posts: FileText,
  reply: Reply,
  retry: RotateCw,
  rows: Rows3,
  search: Search,
  settings: SlidersHorizontal,
  signpost: Signpost,
  site: House,
  star: Star,
  tag: Tag,
  trash: Trash2,
  unfold: PanelLeftOpen,
  up: ArrowUp,
  upload: Upload,
  users: Users,
  video: Video,
};

export type AdminIconName = keyof typeof ICONS;

/** A decorative icon, hidden from screen readers: its control has a text or a label. */
export function AdminIcon({ name, className }: { name: AdminIconName; className?: string }) {
  const Shape = ICONS[name];
  return <Shape className={className ? `icon ${className}` : "icon"} aria-hidden="true" />;
}
