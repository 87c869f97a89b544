import { useQuery } from "@tanstack/react-query";
import { trashedThumbnailQuery } from "../queries.ts";

/** A picture of the trash in small. Its own address answers nobody, so it is asked for as an admin. */
export function TrashedThumbnail({ id, alt }: { id: string; alt: string }) {
  const { data } = useQuery(trashedThumbnailQuery(id));
  return data ? (
    <img className="thumbnail" src={data} alt={alt} width={480} height={270} />
  ) : (
    <span className="thumbnail" aria-hidden="true" />
  );
}
