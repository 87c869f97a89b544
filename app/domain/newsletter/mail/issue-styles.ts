import { type LookColors, type LookTheme, papersTokens } from "../../appearance/color-rules.ts";
import { SHEET_WIDTH } from "./issue-mail.ts";

export type Palette = Record<"ground" | "sheet" | "tint" | "ink" | "quiet" | "line" | "accent", string>;

export function paletteOf({ accent, paper }: LookColors, theme: LookTheme): Palette {
  const tokens = papersTokens(paper[theme], theme);
  return {
    ground: tokens["--paper-3"],
    sheet: tokens["--paper"],
    tint: tokens["--paper-2"],
    ink: tokens["--ink"],
    quiet: tokens["--ink-3"],
    line: tokens["--line"],
    accent: accent[theme],
  };
}

const SERIF = "Georgia,'Times New Roman',serif";
const SANS = "-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";
const MONO = "Menlo,Consolas,monospace";

type Start = "left" | "right";

const frameStyles = ({ ground, sheet, ink, quiet, line }: Palette) => `
body{margin:0;padding:0;width:100%;background-color:${ground};-webkit-text-size-adjust:100%}
.ground{background-color:${ground}}
.around{padding:16px 8px 32px}
.sheet{width:100%;max-width:${SHEET_WIDTH}px;table-layout:fixed;background-color:${sheet}}
.fixed{table-layout:fixed}
.preview{display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:${sheet};mso-hide:all}
.head{padding:20px 24px 8px;font-family:${SANS};font-size:17px;line-height:24px;font-weight:bold;color:${ink}}
.head a{color:${ink};text-decoration:none}
.foot{padding:20px 24px 24px;border-top:1px solid ${line};font-family:${SANS};font-size:14px;line-height:22px;color:${quiet};overflow-wrap:anywhere;word-break:break-word}
.foot p{margin:0 0 10px}
.foot a{color:${quiet};text-decoration:underline}
.text{padding:8px 24px 28px;font-family:${SERIF};font-size:18px;line-height:29px;color:${ink};overflow-wrap:anywhere;word-break:break-word}
.lead{margin:0 0 20px;font-size:20px;line-height:30px;color:${quiet}}
.byline{margin:0 0 20px;font-family:${SANS};font-size:15px;line-height:22px;color:${quiet}}`;

const textStyles = ({ sheet, tint, ink, quiet, line, accent }: Palette, start: Start) => `
p{margin:0 0 18px}
h1{margin:0 0 12px;font-size:30px;line-height:37px;font-weight:bold;color:${ink}}
h2{margin:32px 0 12px;font-size:24px;line-height:31px;color:${ink}}
h2.title{margin-top:12px}
h3{margin:26px 0 10px;font-size:20px;line-height:28px;color:${ink}}
h4,h5,h6{margin:22px 0 8px;font-size:18px;line-height:26px;color:${ink}}
.text a{color:${accent};text-decoration:underline}
.text h1 a,.text .title a{color:${ink};text-decoration:none}
.button{margin:8px 0 20px}
.button-in{padding:12px 22px;background-color:${accent};font-family:${SANS};font-size:16px;line-height:22px}
.text .button a{color:${sheet};font-weight:bold;text-decoration:none}
.box{table-layout:fixed;margin:0 0 18px}
ul,ol{margin:0 0 18px;padding-${start}:26px;padding-${start === "left" ? "right" : "left"}:0}
ul ul,ul ol,ol ul,ol ol{margin:6px 0 0}
li{margin:0 0 6px}
dt{font-weight:bold}
dd{margin:0 0 12px;margin-${start}:20px}
blockquote{margin:0 0 18px;padding:0;padding-${start}:18px;border-${start}:3px solid ${line};color:${quiet}}
hr{margin:28px 0;border:0;border-top:1px solid ${line};height:1px}
code{font-family:${MONO};font-size:15px;background-color:${tint}}
pre{margin:0;font-family:${MONO};font-size:14px;line-height:21px;white-space:pre-wrap;overflow-wrap:anywhere;word-break:break-word}
img{display:block;max-width:100%;height:auto;border:0;font-family:${SANS};font-size:15px;line-height:22px}
p img{display:inline-block;vertical-align:middle}
sup,sub{font-size:13px;line-height:1}
.data{margin:0 0 18px;border-collapse:collapse;font-family:${SANS};font-size:15px;line-height:22px}
.data td,.data th{padding:6px 8px;border:1px solid ${line};text-align:${start};vertical-align:top;overflow-wrap:normal;word-break:normal}
.data th{background-color:${tint}}
.gallery{padding:0 4px 8px}
.play{padding-top:8px}
.caption{margin:8px 0 0;font-family:${SANS};font-size:14px;line-height:21px;color:${quiet}}
.below{margin:-8px 0 18px;font-family:${SANS};font-size:14px;line-height:21px;color:${quiet}}
.code{padding:14px 16px;text-align:left;background-color:${tint};color:${ink}}
.callout{padding:14px 18px 2px;background-color:${tint};border-${start}:4px solid ${accent}}
.box-title,.play{margin:0 0 8px;font-family:${SANS};font-size:16px;line-height:24px;font-weight:bold}
.toggle,.card,.record{padding:14px 18px 6px;border:1px solid ${line}}
.card p,.record p{margin:0 0 8px;padding:0;font-size:16px;line-height:24px}
.notes{padding:16px 0 0;border-top:1px solid ${line};font-size:15px;line-height:23px;color:${quiet}}
.notes p{margin:0 0 6px}`;

const dark = ({ ground, sheet, tint, ink, quiet, line, accent }: Palette) => `
@media (prefers-color-scheme:dark){
body,.ground{background-color:${ground}!important}
.sheet{background-color:${sheet}!important}
.head,.head a,.text,h1,h2,h3,h4,h5,h6,.code{color:${ink}!important}
.foot,.foot a,.lead,.byline,.caption,.below,.notes,blockquote{color:${quiet}!important}
.text a{color:${accent}!important}
.text .title a,.text h1 a{color:${ink}!important}
code,.code,.callout,.data th{background-color:${tint}!important}
.foot,hr,blockquote,.data td,.data th,.callout,.toggle,.card,.record,.notes{border-color:${line}!important}
.callout,.button-in{border-color:${accent}!important}
.button-in{background-color:${accent}!important}
.text .button a{color:${sheet}!important}
}
@media (max-width:480px){.around{padding:0!important}.head,.text,.foot{padding-left:18px!important;padding-right:18px!important}}`;

/** The dark theme stays a style sheet; the rest is inlined. @param start where lines of the text begin */
export const issueStyles = (colors: LookColors, start: Start): string =>
  frameStyles(paletteOf(colors, "light")) + textStyles(paletteOf(colors, "light"), start) + dark(paletteOf(colors, "dark"));
