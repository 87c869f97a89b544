import { join } from "node:path";

/** Where an import's file is kept. */
export const importFile = (folder: string, id: string): string => join(folder, id);
