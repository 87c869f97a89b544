import { type KeyboardEvent, type MouseEvent, useId } from "react";
import { type Focus, MIDDLE } from "../../../../domain/media/model.ts";
import { percentOf } from "./media-texts.ts";

/** How far an arrow key goes, as a part of the whole; with Shift it is more. */
const STEP = 0.01;
const STRIDE = 0.1;
const WAYS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const within = (part: number) => Math.round(Math.min(Math.max(part, 0), 1) * 100) / 100;

type FocalPointProps = { url: string; alt: string; width: number; height: number; focus: Focus; onChange(focus: Focus): void };

function Part({ label, value, onChange }: { label: string; value: number; onChange(part: number): void }) {
  const id = useId();
  return (
    <p className="focal-part">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        min={0}
        max={100}
        step={1}
        value={percentOf(value)}
        onChange={({ target }) => Number.isFinite(target.valueAsNumber) && onChange(within(target.valueAsNumber / 100))}
      />
      <span aria-hidden="true">%</span>
    </p>
  );
}

/** What stays in sight when the picture is cut: set by a click, by the arrow keys, or in numbers. */
export function FocalPoint({ url, alt, width, height, focus, onChange }: FocalPointProps) {
  const { x, y } = focus;
  const point = (event: MouseEvent<HTMLButtonElement>) => {
    // Enter and the space bar click, too, and point nowhere.
    if (event.detail === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    onChange({ x: within((event.clientX - box.left) / box.width), y: within((event.clientY - box.top) / box.height) });
  };
  const walk = (event: KeyboardEvent) => {
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    const step = event.shiftKey ? STRIDE : STEP;
    onChange({ x: within(x + way[0] * step), y: within(y + way[1] * step) });
  };
  return (
    <fieldset className="focal">
      <legend className="sr-only">Focal point</legend>
      <button
        type="button"
        className="focal-picture"
        aria-label={`Focal point: ${percentOf(x)}% from the left, ${percentOf(y)}% from the top. The arrow keys move it.`}
        onClick={point}
        onKeyDown={walk}
      >
        <img src={url} alt={alt} width={width} height={height} />
        <span className="focal-cross" style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />
      </button>
      <div className="focal-numbers">
        <Part label="From the left" value={x} onChange={(part) => onChange({ x: part, y })} />
        <Part label="From the top" value={y} onChange={(part) => onChange({ x, y: part })} />
        <button type="button" className="small-button" onClick={() => onChange(MIDDLE)}>
          Middle
        </button>
      </div>
      <p className="field-hint">Stays in sight where the picture is cut: on cards, above articles, in social images.</p>
    </fieldset>
  );
}
