import type { Media } from "../../../../domain/media/picture.ts";
import type { Selection } from "../../frame/selection.tsx";
import { Thumbnail } from "../thumbnail.tsx";
import { sizeText, usesText } from "./media-texts.ts";
import { TrashedThumbnail } from "./trashed-thumbnail.tsx";

type TileProps = { media: Media; isChosen: boolean; onChoose(id: string): void; onOpen(media: Media): void };

function Tile({ media, isChosen, onChoose, onOpen }: TileProps) {
  const { id, name, width, height, bytes, alt, url, focus, trashed_at } = media;
  return (
    <li className="tile" data-chosen={isChosen || undefined}>
      <label className="tile-check">
        <span className="sr-only">{`Choose ${name}`}</span>
        <input type="checkbox" checked={isChosen} onChange={() => onChoose(id)} />
      </label>
      <button type="button" className="tile-open" onClick={() => onOpen(media)}>
        {trashed_at ? <TrashedThumbnail id={id} alt={alt} /> : <Thumbnail url={url} alt={alt} focus={focus} />}
        <span className="tile-name">{name}</span>
      </button>
      <p className="tile-facts">
        <span>{`${width} × ${height}`}</span>
        <span>{sizeText(bytes)}</span>
        <span>{usesText(media)}</span>
      </p>
    </li>
  );
}

type MediaTilesProps = { items: readonly Media[]; selection: Selection; busy: boolean; onOpen(media: Media): void };

/** The pictures of a page, each with what there is to know at a glance. */
export function MediaTiles({ items, selection: { selected, toggle }, busy, onOpen }: MediaTilesProps) {
  return (
    <ul className="tiles" aria-label="Files" aria-busy={busy}>
      {items.map((media) => (
        <Tile key={media.id} media={media} isChosen={selected.has(media.id)} onChoose={toggle} onOpen={onOpen} />
      ))}
    </ul>
  );
}
